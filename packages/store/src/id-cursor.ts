/** Pages of a list, newest id first: where the next one begins. */
import { refuse } from "@slipway/broker";

export interface CursorPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A page of the bus is well below its limit of 512 KiB. */
const bytesMax = 384 * 1024;

/** The id after which a list goes on; refuses a text that no page has ended with. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^[a-z]+_[0-9a-f]{32}$/.test(id) && idCursor(id) === cursor) return id;
  throw refuse("VALIDATION_FAILED", {
    detail: "1 field is invalid",
    errors: [{ in: "query", pointer: "cursor", code: "INVALID_VALUE", detail: "is not a cursor" }],
  });
}

function idCursor(id: string): string {
  return Buffer.from(id, "latin1").toString("base64url");
}

/** Of one record more than the limit, as many as fit the page and the bus. */
export function pageByIds<Item extends { id: string }>(
  found: readonly Item[],
  limit: number,
): CursorPage<Item> {
  const items: Item[] = [];
  let bytes = 0;
  for (const item of found) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    const last = items.at(-1);
    // A page holds one record at least, however big.
    if (last && (items.length === limit || bytes > bytesMax))
      return { items, nextCursor: idCursor(last.id) };
    items.push(item);
  }
  return { items, nextCursor: null };
}
