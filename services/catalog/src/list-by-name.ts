import { refuse } from "@slipway/broker";
import { bytesAsJson, firstThatFit, pageItemsMax } from "@slipway/contracts";
import { type Aggregate, type Aggregates, type mongo, nextAfterId } from "@slipway/store";

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

/** The answer that is made of a record, and the fields that are not read for it. */
interface Shown<D, Item> {
  readonly itemOf: (document: D) => Item;
  readonly without?: readonly string[];
  /** The part of the item whose size is measured, where that is not all. */
  readonly shownOf?: (item: Item) => unknown;
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
  { filter, asked, ...shown }: Shown<D, Item> & { filter: object; asked: Asked },
): Promise<Listed<Item>> {
  const every = filter as mongo.Filter<D>;
  if (asked.limit === undefined) {
    const beyond = asked.page === undefined ? {} : await after(records, tenantId, asked.page);
    const query = { sort, limit: pageItemsMax, ...shown };
    return nextAfterId(await records.findPage(tenantId, { ...every, ...beyond }, query));
  }
  const answered = Number(asked.page ?? 0);
  const limit = asked.limit - answered;
  const query = { sort, skip: (asked.offset ?? 0) + answered, limit, ...shown };
  const [{ items, more }, total] = await Promise.all([
    records.findPage(tenantId, every, query),
    records.count(tenantId, every),
  ]);
  const isCut = more && items.length < limit;
  return { items, total, next: isCut ? String(answered + items.length) : null };
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

/**
 * The first items of a page that fit the bus with what was added to them since, one at least; and where the next page
 * goes on.
 */
export function fittingPage<Item extends { id: string }>(
  items: Item[],
  { total, next }: Omit<Listed<unknown>, "items">,
  { limit, page }: Asked,
): Listed<Item> {
  const first = firstThatFit(items, bytesAsJson);
  const whole = total === undefined ? {} : { total };
  if (first.length === items.length) return { ...whole, items, next };
  if (limit === undefined) return { ...whole, ...nextAfterId({ items: first, more: true }) };
  return { ...whole, items: first, next: String(Number(page ?? 0) + first.length) };
}
