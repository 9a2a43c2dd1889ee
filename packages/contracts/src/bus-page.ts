/**
 * A list travels over the bus in pages: one page is in memory at a time, however long the list and however slow its reader.
 * A page is so small that the bus need not cut it into parts, unless it has one big item (docs/decisions/0032).
 */
import { z } from "zod";
import { count } from "./primitives.ts";

/** Items of a page at most. */
export const pageItemsMax = 200;
/** The size of a page's items as JSON, at most. One bigger item is a page by itself. */
export const pageBytesMax = 384 * 1024;
/** The size of items that are JSON texts, at most. On the wire their quotes are escaped once more, so it is smaller. */
export const textBytesMax = 256 * 1024;

/**
 * A page's `next`, unchanged; left out, the first page is asked for. Only the service that wrote it reads it. The longest
 * is that of a list whose search goes on, with the places that it has found.
 */
export const page = z.string().max(128_000).optional();

/** The bytes that the database read for an answer, where that may far exceed the answer. The gateway counts them. */
export const bytesRead = count.optional();

/** A page. `next` is null on the last one, and a page without items may have a `next`. */
export function paged<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: count.optional(), next: z.string().nullable() });
}

/** The first items that fit a page together, one at least where there is one. */
export function firstThatFit<Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number,
  bytesMax = pageBytesMax,
): Item[] {
  let bytes = 0;
  const beyond = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return bytes > bytesMax && index > 0;
  });
  return items.slice(0, beyond < 0 ? items.length : beyond);
}

/** Parts of at most so many items. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}

export function bytesAsJson(item: unknown): number {
  return Buffer.byteLength(JSON.stringify(item));
}
