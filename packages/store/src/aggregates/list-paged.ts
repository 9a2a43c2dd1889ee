/** Lists that answer all records, or with `limit` a page and the total. Both travel in pages of the bus. */
import { pageItemsMax } from "@slipway/contracts";
import type { mongo } from "mongoose";
import type { Aggregate, Aggregates } from "./aggregates.ts";
import type { FoundPage, PageQuery } from "../pages/find-page.ts";

interface Asked {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly page?: string | undefined;
}

interface PagedQuery<D extends Aggregate, Item> extends Omit<PageQuery<Item>, "skip" | "limit"> {
  readonly filter: mongo.Filter<D>;
  readonly asked: Asked;
  /** Matches the records behind the one of this id. */
  readonly behind: (id: string) => object | Promise<object>;
}

interface Paged<D, Item> extends Pick<FoundPage<D, Item>, "items" | "documents"> {
  readonly total?: number;
  readonly next: string | null;
}

/** `page` says how many records of the page were answered before, or after which one the whole list goes on. */
export async function listPaged<D extends Aggregate, Item>(
  records: Pick<Aggregates<D>, "findPage" | "count">,
  tenantId: string,
  { filter, asked, behind, ...query }: PagedQuery<D, Item>,
): Promise<Paged<D, Item>> {
  if (asked.limit === undefined) {
    const those = asked.page === undefined ? filter : { $and: [filter, await behind(asked.page)] };
    const whole = { ...query, limit: pageItemsMax };
    const found = await records.findPage(tenantId, those, whole);
    const next = found.more ? (found.documents.at(-1)?._id ?? null) : null;
    return { items: found.items, documents: found.documents, next };
  }
  const answered = Number(asked.page ?? 0);
  const limit = asked.limit - answered;
  const part = { ...query, skip: (asked.offset ?? 0) + answered, limit };
  const [{ items, documents, more }, total] = await Promise.all([
    records.findPage(tenantId, filter, part),
    records.count(tenantId, filter),
  ]);
  const isCut = more && items.length < limit;
  return { items, documents, total, next: isCut ? String(answered + items.length) : null };
}
