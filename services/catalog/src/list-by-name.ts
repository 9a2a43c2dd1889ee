import { bytesAsJson, firstThatFit } from "@slipway/contracts";
import { type Aggregate, type Aggregates, listPaged, pageBehind } from "@slipway/store";

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
    behind: (nameKey, id) => ({
      $or: [{ nameKey: { $gt: nameKey } }, { nameKey, _id: { $gt: id } }],
    }),
    ...shown,
  });
  return listed;
}

/** The first items of a page, one at least, that fit the bus with what was added to them; and where to go on. */
export function fittingPage<Item extends { id: string; name: string }>(
  items: Item[],
  { total, next }: Omit<Listed<unknown>, "items">,
  asked: Asked,
): Listed<Item> {
  const first = firstThatFit(items, bytesAsJson);
  const whole = total === undefined ? {} : { total };
  const last = first.at(-1);
  if (!last || first.length === items.length) return { ...whole, items, next };
  const place = [last.name.toLowerCase(), last.id];
  return { ...whole, items: first, next: pageBehind(asked, first.length, place) };
}
