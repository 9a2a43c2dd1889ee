/** Lists that answer all records, or with `limit` a page and the total. Both travel in pages of the bus. */
import { pageItemsMax } from "@slipway/contracts";
import type { mongo } from "mongoose";
import type { Aggregate, Aggregates } from "./aggregates.ts";
import type { FoundPage, PageQuery } from "../pages/find-page.ts";
import { readPage } from "../pages/page-token.ts";

interface Asked {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly page?: string | undefined;
}

interface PagedQuery<D extends Aggregate, Item> extends Omit<PageQuery<Item>, "skip" | "limit"> {
  readonly filter: mongo.Filter<D>;
  readonly asked: Asked;
  /** Matches the records behind the one that has these values of the fields of `sort`. */
  readonly behind: (...place: readonly string[]) => object;
}

interface Paged<D, Item> extends Pick<FoundPage<D, Item>, "items" | "documents"> {
  readonly total?: number;
  readonly next: string | null;
}

/**
 * A page of the bus goes on behind the place of the last record: what is added or removed before it meanwhile shifts
 * nothing.
 */
export async function listPaged<D extends Aggregate, Item>(
  records: Pick<Aggregates<D>, "findPage" | "count">,
  tenantId: string,
  { filter, asked, behind, ...query }: PagedQuery<D, Item>,
): Promise<Paged<D, Item>> {
  const { limit, offset = 0 } = asked;
  const [left, ...place] = beginOf(asked);
  const isFirst = place.length === 0;
  const part = {
    ...query,
    skip: isFirst && limit !== undefined ? offset : 0,
    limit: left ?? pageItemsMax,
  };
  const those = isFirst ? filter : { $and: [filter, behind(...place)] };
  const [{ items, documents, more }, total] = await Promise.all([
    records.findPage(tenantId, those as typeof filter, part),
    limit === undefined ? undefined : records.count(tenantId, filter),
  ]);
  const last = more && items.length !== left && documents.at(-1);
  const fields = Object.keys(query.sort) as (keyof D)[];
  const placeOf = (document: D): string[] => fields.map((field) => String(document[field]));
  const next = last ? pageBehind(asked, items.length, placeOf(last)) : null;
  return { items, documents, next, ...(total === undefined ? {} : { total }) };
}

/** How many records the API's page still takes, null for the whole list, and the place behind which it goes on. */
type Begin = readonly [left: number | null, ...place: string[]];

function beginOf({ limit, page }: Asked): Begin {
  if (page === undefined) return [limit ?? null];
  return readPage(page, (begin) => {
    const [left, ...place] = begin as Begin;
    return [left, ...place.map(String)];
  });
}

/** The page of the bus that follows so many records, of which the last one has this place. */
export function pageBehind(asked: Asked, count: number, place: readonly string[]): string {
  const [left] = beginOf(asked);
  return JSON.stringify([left === null ? null : left - count, ...place]);
}
