/** Pages of lists that read no more of the database than they answer. */
import assert from "node:assert";
import { bytesAsJson, firstThatFit, pageBytesMax } from "@slipway/contracts";
import type { mongo } from "mongoose";
import { unreadableMax } from "../constants.ts";
import { readOr } from "../records/read-each.ts";

/** The query of a list, in the order of an index. */
export interface PageQuery<Item> {
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  /** The index to read. Without it MongoDB chooses one, and may sort in memory instead. */
  readonly hint?: Readonly<Record<string, 1 | -1>>;
  readonly limit: number;
  /** Fields that no item shows and that are not read. */
  readonly without?: readonly string[];
  readonly bytesMax?: number;
  readonly itemOf: (document: never) => Item;
  /** The part of an item that is answered, and so measured; by default the whole item. */
  readonly shownOf?: (item: Item) => unknown;
}

export interface ItemPage<Item> {
  /** One at least where there is one, however big. */
  readonly items: Item[];
  readonly more: boolean;
}

export interface FoundPage<D, Item> extends ItemPage<Item> {
  readonly documents: D[];
  /** The size of all items as JSON. */
  readonly bytes: number;
}

interface Stored {
  readonly _id: string;
}

type OfTenant<D> = mongo.Filter<D> & { readonly tenantId: string };

/**
 * The first documents of a list that together fit a page. Documents may be a hundred times bigger than usual. So for a
 * tenant with big ones, or with none known yet, this first asks the database how big the next ones are. Then it reads
 * only those that fit. A document that cannot be read is left out.
 */
export async function findPage<D extends Stored, Item>(
  collection: mongo.Collection<D>,
  filter: OfTenant<D>,
  query: PageQuery<Item>,
): Promise<FoundPage<D, Item>> {
  const known = largestOf(collection);
  const { tenantId } = filter;
  const passed: string[] = [];
  for (;;) {
    const left = passed.length === 0 ? filter : otherThan(filter, passed);
    const read = known.areSmall(tenantId, query)
      ? await readAll(collection, left, query)
      : await readFitting(collection, left, query);
    const { unreadable, ...page } = cut(collection, read, query);
    known.note(tenantId, page.largest);
    // Race: documents whose sizes were read may be gone when they are read. Then, and behind unreadable ones, the loop goes on.
    if (page.items.length > 0 || !page.more) return page;
    passed.push(...unreadable);
    assert(passed.length <= unreadableMax, "too many documents cannot be read");
  }
}

function otherThan<D extends Stored>(filter: OfTenant<D>, ids: readonly string[]): OfTenant<D> {
  const others = { tenantId: filter.tenantId, $and: [filter, { _id: { $nin: [...ids] } }] };
  return others as unknown as OfTenant<D>;
}

/**
 * Reads a page of a list that is known by its ids, in their order. Ids beyond the limit show that others follow; where nothing
 * before them can be read, they are the page. A page without items has looked at all ids.
 */
export async function findPageOf<D extends Stored, Item>(
  collection: mongo.Collection<D>,
  filter: OfTenant<D>,
  { ids, ...query }: Measured<Item> & { readonly ids: readonly string[] },
): Promise<FoundPage<D, Item> & { missing: boolean }> {
  const { limit, without = [] } = query;
  const known = largestOf(collection);
  let isMissing = false;
  for (let from = 0; ; ) {
    const asked = ids.slice(from, from + limit);
    const wanted = known.areSmall(filter.tenantId, query)
      ? asked
      : fitting(await sizesOf(collection, filter, { ids: asked, without }), query);
    const documents = await readByIds(collection, filter, { ids: wanted, without });
    from += wanted.length;
    const read = { documents, more: from < ids.length };
    const { unreadable: _, ...page } = cut(collection, read, query);
    known.note(filter.tenantId, page.largest);
    isMissing ||= documents.length < wanted.length;
    // Race: documents whose sizes were read may be gone when they are read. Then, and behind unreadable ones, the loop goes on.
    if (page.items.length > 0 || from >= ids.length)
      return { ...page, more: page.more || ids.length > limit, missing: isMissing };
  }
}

/** The sizes of these documents. A removed one has size 0: the read that follows finds that it is gone. */
async function sizesOf<D extends Stored>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
  { ids, without }: { ids: readonly string[]; without: readonly string[] },
): Promise<Sized[]> {
  if (ids.length === 0) return [];
  const among = { ...filter, _id: { $in: [...ids] } };
  const found = await collection
    .aggregate<Sized>([{ $match: among }, ...sizing(without)])
    .toArray();
  const sizes = new Map(found.map(({ _id, size }) => [_id, size]));
  return ids.map((id) => ({ _id: id, size: sizes.get(id) ?? 0 }));
}

/** A query without the form of its answer. */
type Wanted = Omit<PageQuery<unknown>, "itemOf" | "shownOf">;
type Bounds = Pick<Wanted, "limit" | "bytesMax">;

interface Read<D> {
  readonly documents: readonly D[];
  readonly more: boolean;
}

/** Reads all that a page may have, and one more that shows whether another page follows. */
async function readAll<D extends Stored>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
  { sort, skip = 0, limit, hint, without = [] }: Wanted,
): Promise<Read<D>> {
  const page = { sort, skip, limit: limit + 1, projection: hiding(without) };
  const options = hint ? { ...page, hint } : page;
  return { documents: (await collection.find(filter, options).toArray()) as D[], more: false };
}

const attemptsMax = 4;

/**
 * Reads the documents that fit, by the sizes that the database reports. Race: if a document has moved in the order since,
 * this reads all anew, and in the last attempt leaves it out. So a client that continues behind the page has seen
 * everything that stood before it.
 */
async function readFitting<D extends Stored>(
  collection: mongo.Collection<D>,
  filter: OfTenant<D>,
  query: Wanted,
): Promise<Read<D>> {
  const { without = [] } = query;
  for (let attempt = 1; ; attempt++) {
    const sizes = await nextSizes(collection, filter, query);
    const ids = fitting(sizes, query);
    const read = await readByIds(collection, filter, { ids, without });
    const places = new Map(sizes.map((each) => [each._id, placeOf(each, query)]));
    const documents = read.filter((each) => placeOf(each, query) === places.get(each._id));
    const areMoved = documents.length < read.length;
    if (!areMoved || attempt === attemptsMax)
      return { documents, more: areMoved || ids.length < sizes.length };
  }
}

function placeOf(document: object, { sort }: Wanted): string {
  const fields = document as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.keys(sort).map((field) => fields[field]));
}

/** The sizes and places of all that a page may have, and of one more. */
async function nextSizes<D extends Stored>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
  { sort, skip = 0, limit, hint, without = [] }: Wanted,
): Promise<Sized[]> {
  const place = Object.fromEntries(Object.keys(sort).map((field) => [field, 1 as const]));
  const stages = [
    { $match: filter },
    { $sort: sort },
    ...(skip > 0 ? [{ $skip: skip }] : []),
    { $limit: limit + 1 },
    ...sizing(without, place),
  ];
  return await collection.aggregate<Sized>(stages, hint && { hint }).toArray();
}

function sizing(without: readonly string[], place: Record<string, 1> = {}): object[] {
  const shown = without.length > 0 ? [{ $project: hiding(without) }] : [];
  return [...shown, { $project: { ...place, size: { $bsonSize: "$$ROOT" } } }];
}

interface Sized {
  readonly _id: string;
  readonly size: number;
}

/** As many of the first as fit, one at least. */
function fitting(sizes: readonly Sized[], { limit, bytesMax }: Bounds): string[] {
  return firstThatFit(sizes.slice(0, limit), ({ size }) => size, bytesMax).map(({ _id }) => _id);
}

/** Reads documents in the order of the ids; those that no longer match the filter are left out. */
async function readByIds<D extends Stored>(
  collection: mongo.Collection<D>,
  filter: OfTenant<D>,
  { ids, without }: { ids: readonly string[]; without: readonly string[] },
): Promise<D[]> {
  if (ids.length === 0) return [];
  // A shard is found by the tenant; an _id of the filter stays beside the ids.
  const { tenantId } = filter;
  const among = { tenantId, $and: [filter, { _id: { $in: [...ids] } }] } as mongo.Filter<D>;
  const options = { projection: hiding(without), hint: { _id: 1 } } as const;
  const found = (await collection.find(among, options).toArray()) as D[];
  const byId = new Map(found.map((document) => [document._id, document]));
  return ids.map((id) => byId.get(id)).filter((document) => document !== undefined);
}

function hiding(without: readonly string[]): Record<string, 0> {
  return Object.fromEntries(without.map((field) => [field, 0 as const]));
}

type Measured<Item> = Omit<PageQuery<Item>, "sort" | "skip">;

/** Cuts the page to its size as JSON, which may be longer than the documents. */
function cut<D extends Stored, Item>(
  collection: mongo.Collection<D>,
  { documents: read, more }: Read<D>,
  { limit, bytesMax, itemOf, shownOf = (item) => item }: Measured<Item>,
): FoundPage<D, Item> & { largest: number; unreadable: string[] } {
  let largest = 0;
  const unreadable: string[] = [];
  const whole: { document: D; item: Item }[] = [];
  for (const document of read.slice(0, limit)) {
    const item = readOr(collection, document, () => ({
      document,
      item: itemOf(document as never),
    }));
    if (item) whole.push(item);
    else unreadable.push(document._id);
  }
  const sizes: number[] = [];
  const measured = ({ item }: { item: Item }): number => {
    const size = bytesAsJson(shownOf(item));
    largest = Math.max(largest, size);
    sizes.push(size);
    return size;
  };
  const shown = firstThatFit(whole, measured, bytesMax);
  return {
    items: shown.map(({ item }) => item),
    documents: shown.map(({ document }) => document),
    bytes: sizes.slice(0, shown.length).reduce((sum, size) => sum + size, 0),
    more: more || shown.length < whole.length || read.length > limit,
    largest,
    unreadable,
  };
}

/** The biggest item that this process has listed, by tenant. */
interface Largest {
  /** Whether a whole page is no more than twice what fits, as far as this process has seen. */
  areSmall(tenantId: string, query: Bounds): boolean;
  note(tenantId: string, bytes: number): void;
}

const tenantsMax = 10_000;
const ofCollections = new WeakMap<object, Largest>();

function largestOf(collection: object): Largest {
  const known = ofCollections.get(collection);
  if (known) return known;
  const made = createLargest();
  ofCollections.set(collection, made);
  return made;
}

function createLargest(): Largest {
  const largest = new Map<string, number>();
  return {
    areSmall(tenantId, { limit, bytesMax = pageBytesMax }) {
      const bytes = largest.get(tenantId);
      return bytes !== undefined && bytes * (limit + 1) <= 2 * bytesMax;
    },
    note(tenantId, bytes) {
      const most = Math.max(bytes, largest.get(tenantId) ?? 0);
      if (most === 0) return;
      largest.delete(tenantId);
      largest.set(tenantId, most);
      const [oldest] = largest.keys();
      if (largest.size > tenantsMax && oldest !== undefined) largest.delete(oldest);
    },
  };
}
