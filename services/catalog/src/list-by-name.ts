import { refuse } from "@slipway/broker";
import { bytesAsJson, firstThatFit } from "@slipway/contracts";
import { type Aggregate, type Aggregates, listPaged, nextAfterId } from "@slipway/store";

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

/** Records by lower-cased name, then id (see listPaged). */
export async function listByName<D extends Named, Item extends { id: string }>(
  records: Aggregates<D>,
  tenantId: string,
  { filter, asked, ...shown }: Shown<D, Item> & { filter: object; asked: Asked },
): Promise<Listed<Item>> {
  const { documents: _documents, ...listed } = await listPaged<D, Item>(records, tenantId, {
    filter,
    asked,
    sort,
    behind: (id) => after(records, tenantId, id),
    ...shown,
  });
  return listed;
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

/** The first items of a page, one at least, that fit the bus with what was added to them; and where to go on. */
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
