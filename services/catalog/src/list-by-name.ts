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

/**
 * Records by lower-cased name, then id. With `limit` one page and the total; without it all, in
 * pages of the bus that continue after the record named by `page`.
 */
export async function listByName<D extends Named, Item extends { id: string }>(
  records: Aggregates<D>,
  tenantId: string,
  { filter, asked, itemOf }: { filter: object; asked: Asked; itemOf: (document: D) => Item },
): Promise<Listed<Item>> {
  const sort = { nameKey: 1, _id: 1 } as const;
  const every = filter as mongo.Filter<D>;
  if (asked.limit !== undefined) {
    const page = { sort, skip: asked.offset ?? 0, limit: asked.limit };
    const [documents, total] = await Promise.all([
      records.find(tenantId, every, page),
      records.count(tenantId, every),
    ]);
    return { items: documents.map(itemOf), total, next: null };
  }
  const beyond = asked.page === undefined ? {} : await after(records, tenantId, asked.page);
  const documents = await records.find(
    tenantId,
    { ...filter, ...beyond },
    {
      sort,
      limit: pageMax.items + 1,
    },
  );
  return cutPage(documents.map(itemOf), ({ id }) => id);
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
