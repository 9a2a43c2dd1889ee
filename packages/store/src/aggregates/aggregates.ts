import { randomUUID } from "node:crypto";
import { refusalOf, refuse } from "@slipway/broker";
import type { mongo } from "mongoose";
import { type FoundPage, type PageQuery, findPage } from "../pages/find-page.ts";
import { type Asked, findKept } from "../records/find-kept.ts";
import { findToChange } from "../records/find-to-change.ts";
import { laterThan } from "../records/ids.ts";
import type { OutboxDocument, OutboxEvent } from "../outbox/outbox.ts";
import type { Relay } from "../outbox/relay.ts";
import { ofTenant } from "../records/tenant-filter.ts";

/** Fields that every aggregate's document has beside its own. */
export interface Aggregate extends OutboxDocument {
  tenantId: string;
  /** Raised by every write. Never shown. */
  revision: number;
  /** The token of the write that made this revision; absent until a record is first changed. Never shown. */
  commit?: string;
  /** False once deleted: the document is removed with its last event. Unique indexes cover live documents only. */
  live: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** One decided change of an aggregate: its new fields and its events. */
export interface Change<D extends Aggregate> {
  set?: Partial<Omit<D, keyof Aggregate>>;
  remove?: boolean;
  /** An event for every record it changes, none for a mark that no answer shows. */
  event?: OutboxEvent | readonly OutboxEvent[];
  /** The record itself stays as it is answered: updatedAt is kept. */
  unseen?: boolean;
}

/**
 * Decides on what was just read: a change, or null when nothing would change; refusals are thrown.
 * Its own reads come after that of `current`, and before the write that `current`'s revision guards.
 */
type Decide<D extends Aggregate> = (
  current: D,
  updatedAt: Date,
) => Change<D> | null | Promise<Change<D> | null>;

interface Page {
  sort: Readonly<Record<string, 1 | -1>>;
  skip?: number;
  limit?: number;
}

/**
 * The version of a record as it was read, for the filter of the write that rests on it. A fail-over
 * may undo a write that was read, and another write makes its revision again: the token, fresh for
 * every write, tells the two apart.
 */
export function versionOf({
  _id,
  revision,
  commit,
}: Pick<Aggregate, "_id" | "revision" | "commit">): {
  _id: string;
  revision: number;
  commit: string | null;
} {
  // In a filter null stands for an absent one.
  return { _id, revision, commit: commit ?? null };
}

/** The update that every write of a record adds to its own fields, by `$inc` and `$set`. */
export function nextVersion(): { $inc: { revision: 1 }; $set: { commit: string } } {
  return { $inc: { revision: 1 }, $set: { commit: randomUUID() } };
}

/** Documents that are each changed by one conditional write, which also writes the events. */
export interface Aggregates<D extends Aggregate> {
  readonly collection: mongo.Collection<D>;
  get(tenantId: string, id: string): Promise<D | null>;
  /** The same; refuses NOT_FOUND. */
  require(tenantId: string, id: string): Promise<D>;
  /** The newest version, as `findToChange` reads it: only for conditional writes. */
  getToChange(tenantId: string, id: string): Promise<D | null>;
  find(tenantId: string, filter: mongo.Filter<D>, page: Page): Promise<D[]>;
  /** Reads the part of a list that fits one page, as `findPage` does; its documents have no outbox. */
  findPage<Item>(
    tenantId: string,
    filter: mongo.Filter<D>,
    query: PageQuery<Item>,
  ): Promise<FoundPage<D, Item>>;
  /** Reads a page, newest first, after the record with this id. */
  findNewest<Item>(
    tenantId: string,
    filter: mongo.Filter<D>,
    query: NewestQuery<Item>,
  ): Promise<FoundPage<D, Item>>;
  /** Counts up to `limit`, where one is given. */
  count(tenantId: string, filter: mongo.Filter<D>, limit?: number): Promise<number>;
  /** Reads only these fields of these records, by id; deleted records are left out. */
  pick<Field extends keyof D>(
    tenantId: string,
    ids: readonly string[],
    fields: readonly Field[],
  ): Promise<Map<string, Pick<D, Field>>>;
  /** Inserts a new one; a taken unique key surfaces as the driver's error (see `duplicateKey`). */
  insert(tenantId: string, document: NewAggregate<D>, event?: OutboxEvent): Promise<D>;
  /** Inserts new ones by one write; one that cannot be inserted stops no other. */
  insertAll(added: readonly Added<D>[]): Promise<void>;
  /**
   * Reads, decides and writes, filtered by the version that was read. What is decided without a
   * write, a refusal or that nothing changes, leaves only after the version was confirmed. A lost
   * race is decided again, at most 3 times, then refused with VERSION_CONFLICT. Refuses NOT_FOUND.
   */
  change(tenantId: string, id: string, now: number, decide: Decide<D>): Promise<D>;
  /** The same for a request with a key, which `decide` keeps: of a record that has the key it decides nothing. */
  changeOnce(tenantId: string, id: string, asked: Asked, decide: Decide<D>): Promise<D>;
}

type NewestQuery<Item> = Pick<PageQuery<Item>, "limit" | "without" | "itemOf"> & {
  readonly after: string | undefined;
};

export type NewAggregate<D extends Aggregate> = Omit<
  D,
  "tenantId" | "revision" | "commit" | "live" | "updatedAt" | "outbox"
>;

interface Added<D extends Aggregate> {
  readonly tenantId: string;
  readonly document: NewAggregate<D>;
  readonly event: OutboxEvent;
}

const attemptsMax = 4;

/** @param inTime a condition that a change of this updatedAt meets beside its version. */
export function aggregates<D extends Aggregate>(
  collection: mongo.Collection<D>,
  relay: Relay,
  inTime: (updatedAt: Date) => object = () => ({}),
): Aggregates<D> {
  const records = versionedRecords(collection, relay, inTime);
  const { get, getToChange } = records;
  const changeOnce = changeOf(collection, records);

  return {
    collection,
    get,
    getToChange,
    ...readsOf(collection),
    require: async (tenantId, id) => orRefuse(await get(tenantId, id)),
    async insert(tenantId, document, event) {
      const whole = wholeOf(tenantId, document, event);
      await collection.insertOne(whole as mongo.OptionalUnlessRequiredId<D>);
      if (event) relay.committed(collection as never, whole._id, [event]);
      return whole;
    },
    async insertAll(added) {
      const all = added.map(({ tenantId, document, event }) => wholeOf(tenantId, document, event));
      await collection.insertMany(all as mongo.OptionalUnlessRequiredId<D>[], { ordered: false });
      for (const { _id, outbox } of all) relay.committed(collection as never, _id, outbox);
    },
    changeOnce,
    change: (tenantId, id, now, decide) => changeOnce(tenantId, id, { request: {}, now }, decide),
  };
}

function changeOf<D extends Aggregate>(
  collection: mongo.Collection<D>,
  { getToChange, isStill, write }: ReturnType<typeof versionedRecords<D>>,
): Aggregates<D>["changeOnce"] {
  return async (tenantId, id, asked, decide) => {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const current = orRefuse(await getToChange(tenantId, id));
      const kept = await findKept(collection, current, asked);
      if (kept) return kept as D;
      const updatedAt = laterThan(current.updatedAt, asked.now);
      const decided = await decisionOf(decide, current, updatedAt);
      if (decided.change) {
        const written = await write(current, decided.change, updatedAt);
        if (written) return written;
      } else if (await isStill(current)) {
        if (decided.refused) throw decided.refused;
        return current;
      }
    }
    throw refuse("VERSION_CONFLICT");
  };
}

function orRefuse<D>(found: D | null): D {
  if (!found) throw refuse("NOT_FOUND");
  return found;
}

/** The fields of a document that a service's rules know, with its id. */
export function fieldsOf<D extends Aggregate>(document: D) {
  const { _id: id, revision: _, commit: _commit, live: _live, outbox: _outbox, ...own } = document;
  return { ...own, id };
}

/** The page of a list, newest first: of what is made of each record as the rules know it. */
export interface RecordPage<Known, Item> extends Pick<NewestQuery<Item>, "after" | "limit"> {
  readonly itemOf: (known: Known) => Item;
}

/** The same records as the rules of a service know them: `read` makes one of its document. */
export function recordsOf<D extends Aggregate, Known>(
  records: Aggregates<D>,
  read: (document: D) => Known,
) {
  return {
    require: async (tenantId: string, id: string) => read(await records.require(tenantId, id)),
    get: async (tenantId: string, id: string) => {
      const found = await records.get(tenantId, id);
      return found && read(found);
    },
    findNewest: <Item>(
      tenantId: string,
      filter: mongo.Filter<D>,
      { itemOf, ...query }: RecordPage<Known, Item> & Pick<NewestQuery<Item>, "without">,
    ) => {
      const ofDocument = (document: D): Item => itemOf(read(document));
      return records.findNewest(tenantId, filter, { ...query, itemOf: ofDocument });
    },
    /** One decided change; null changes nothing. Refuses NOT_FOUND. */
    change: async (
      tenantId: string,
      id: string,
      now: number,
      decide: (current: Known, updatedAt: Date) => Change<D> | null | Promise<Change<D> | null>,
    ) => read(await records.change(tenantId, id, now, (current, at) => decide(read(current), at))),
  };
}

function wholeOf<D extends Aggregate>(
  tenantId: string,
  document: NewAggregate<D>,
  event?: OutboxEvent,
): D {
  return {
    ...document,
    tenantId,
    revision: 1,
    live: true,
    updatedAt: document.createdAt,
    outbox: event ? [event] : [],
  } as unknown as D;
}

function readsOf<D extends Aggregate>(
  collection: mongo.Collection<D>,
): Pick<Aggregates<D>, "find" | "findPage" | "findNewest" | "count" | "pick"> {
  const findLive: Aggregates<D>["findPage"] = (tenantId, filter, { without = [], ...query }) =>
    findPage(
      collection,
      { ...liveOf<D>(tenantId, filter), tenantId },
      { ...query, without: ["outbox", ...without] },
    );

  return {
    async find(tenantId, filter, { sort, skip = 0, limit = 0 }) {
      const cursor = collection.find(liveOf<D>(tenantId, filter), { sort, skip, limit });
      return (await cursor.toArray()) as D[];
    },
    findPage: findLive,
    findNewest(tenantId, filter, { after, ...query }) {
      const older = after === undefined ? filter : { ...filter, _id: { $lt: after } };
      return findLive(tenantId, older as mongo.Filter<D>, { ...query, sort: { _id: -1 } });
    },
    count: (tenantId, filter, limit) =>
      collection.countDocuments(liveOf<D>(tenantId, filter), limit === undefined ? {} : { limit }),
    async pick(tenantId, ids, fields) {
      if (ids.length === 0) return new Map();
      const filter = liveOf<D>(tenantId, { _id: { $in: [...new Set(ids)] } });
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const found = (await collection.find(filter, { projection }).toArray()) as D[];
      return new Map(found.map((document) => [document._id, document]));
    },
  };
}

function liveOf<D extends Aggregate>(tenantId: string, filter: object): mongo.Filter<D> {
  return { ...ofTenant(tenantId, filter), live: true } as unknown as mongo.Filter<D>;
}

/** Every record that is found is live. */
const changesNothing = { $set: { live: true } };

/** One record: how it is read, and how a write rests on the version that was read. */
function versionedRecords<D extends Aggregate>(
  collection: mongo.Collection<D>,
  relay: Relay,
  inTime: (updatedAt: Date) => object,
) {
  const live = liveOf<D>;
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;

  async function get(
    tenantId: string,
    id: string,
    options: mongo.FindOneOptions = {},
  ): Promise<D | null> {
    return (await collection.findOne(live(tenantId, { _id: id }), options)) as D | null;
  }

  const getToChange = (tenantId: string, id: string): Promise<D | null> =>
    findToChange(collection, tenantId, (options) => get(tenantId, id, options));

  /** Whether a record still is what was read: a write that changes nothing, whose acknowledgement covers it. */
  async function isStill(read: D): Promise<boolean> {
    const filter = live(read.tenantId, versionOf(read));
    return (await collection.updateOne(filter, changesNothing as never)).matchedCount === 1;
  }

  /** The version in the filter decides between two writers who read the same state. */
  async function write(current: D, change: Change<D>, updatedAt: Date): Promise<D | null> {
    const filter = live(current.tenantId, { ...versionOf(current), ...inTime(updatedAt) });
    const events = [change.event ?? []].flat();
    const { $inc, $set } = nextVersion();
    const update = {
      $set: {
        ...change.set,
        ...$set,
        updatedAt: change.unseen ? current.updatedAt : updatedAt,
        ...(change.remove ? { live: false } : {}),
      },
      $inc,
      ...(events.length === 0 ? {} : { $push: { outbox: { $each: events } } }),
    } as unknown as mongo.UpdateFilter<D>;
    const written = await collection.findOneAndUpdate(filter, update, { returnDocument: "after" });
    if (written && events.length > 0) relay.committed(withOutbox, current._id, events);
    return written as D | null;
  }

  return { get, getToChange, isStill, write };
}

/** The decision: a change or a refusal. Any other error is thrown. */
async function decisionOf<D extends Aggregate>(
  decide: Decide<D>,
  current: D,
  updatedAt: Date,
): Promise<{ change?: Change<D> | null; refused?: Error }> {
  try {
    return { change: await decide(current, updatedAt) };
  } catch (error) {
    if (!refusalOf(error)) throw error;
    return { refused: error as Error };
  }
}
