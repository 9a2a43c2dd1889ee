/** Lists by name. They answer all records, or with `limit` a page and the total. Both travel in pages of the bus. */
import { bytesAsJson, firstThatFit, pageItemsMax } from "@slipway/contracts";
import { type Aggregate, type Aggregates, readPage } from "@slipway/store";

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

/** How many records the API's page still takes, null for the whole list, and the place behind which it goes on. */
type Begin = readonly [left: number | null, nameKey?: string, id?: string];

/**
 * Records by lower-cased name, then id. A page of the bus goes on behind the place of the last record: what is added or
 * removed before it meanwhile shifts nothing.
 */
export async function listByName<D extends Named, Item extends { id: string }>(
  records: Pick<Aggregates<D>, "findPage" | "count">,
  tenantId: string,
  { filter, asked, ...shown }: Shown<D, Item> & { filter: object; asked: Asked },
): Promise<Listed<Item>> {
  const { limit, offset = 0 } = asked;
  const [left, nameKey, id] = beginOf(asked);
  const isFirst = nameKey === undefined;
  const behind = { $or: [{ nameKey: { $gt: nameKey } }, { nameKey, _id: { $gt: id } }] };
  const those = isFirst ? filter : { $and: [filter, behind] };
  const skip = isFirst && limit !== undefined ? offset : 0;
  const part = { sort, skip, limit: left ?? pageItemsMax, ...shown };
  const [{ items, documents, more }, total] = await Promise.all([
    records.findPage(tenantId, those, part),
    limit === undefined ? undefined : records.count(tenantId, filter),
  ]);
  const last = more && items.length !== left && documents.at(-1);
  const next = last ? pageBehind(asked, items.length, [last.nameKey, last._id]) : null;
  return { items, next, ...(total === undefined ? {} : { total }) };
}

function beginOf({ limit, page }: Asked): Begin {
  if (page === undefined) return [limit ?? null];
  return readPage(page, (begin) => {
    const [left, nameKey, id] = begin as Begin;
    return [left, String(nameKey), String(id)];
  });
}

/** The page of the bus that follows so many records, of which the last one has this place. */
function pageBehind(
  asked: Asked,
  count: number,
  place: readonly [nameKey: string, id: string],
): string {
  const [left] = beginOf(asked);
  return JSON.stringify([left === null ? null : left - count, ...place]);
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
  const behind = pageBehind(asked, first.length, [last.name.toLowerCase(), last.id]);
  return { ...whole, items: first, next: behind };
}
