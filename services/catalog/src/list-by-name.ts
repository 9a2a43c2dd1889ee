import { refuse } from "@slipway/broker";
import type { Aggregate, Aggregates, mongo } from "@slipway/store";
import { cutPage, pageMax } from "./cut-page.ts";

interface Named extends Aggregate {
  nameKey: string;
}

interface Asked {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly page?: string | undefined;
}

interface Listed<Item> {
  items: Item[];
  total?: number;
  next: string | null;
}

const sort = { nameKey: 1, _id: 1 } as const;

/**
 * Records by lower-cased name, then id: with `limit` that many and the total, without it all. Both
 * in pages of the bus: `page` says how many of the first were answered before, or after which
 * record the second goes on.
 */
export async function listByName<D extends Named, Item extends { id: string }>(
  records: Aggregates<D>,
  tenantId: string,
  { filter, asked, itemOf }: { filter: object; asked: Asked; itemOf: (document: D) => Item },
): Promise<Listed<Item>> {
  const every = filter as mongo.Filter<D>;
  if (asked.limit === undefined) {
    const beyond = asked.page === undefined ? {} : await after(records, tenantId, asked.page);
    const page = { sort, limit: pageMax.items + 1 };
    const documents = await records.find(tenantId, { ...every, ...beyond }, page);
    return cutPage(documents.map(itemOf), ({ id }) => id);
  }
  const answered = Number(asked.page ?? 0);
  const page = { sort, skip: (asked.offset ?? 0) + answered, limit: asked.limit - answered };
  const [documents, total] = await Promise.all([
    records.find(tenantId, every, page),
    records.count(tenantId, every),
  ]);
  const { items, next } = cutPage(documents.map(itemOf), ({ id }) => id);
  return { items, total, next: next === null ? null : String(answered + items.length) };
}

async function after<D extends Named>(
  records: Aggregates<D>,
  tenantId: string,
  id: string,
): Promise<object> {
  const last = await records.get(tenantId, id);
  if (!last) throw refuse("VALIDATION_FAILED");
  const { nameKey } = last;
  return { $or: [{ nameKey: { $gt: nameKey } }, { nameKey, _id: { $gt: id } }] };
}
