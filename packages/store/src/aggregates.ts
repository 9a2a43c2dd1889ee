import { refuse } from "@slipway/broker";
import type { mongo } from "mongoose";
import { laterThan } from "./ids.ts";
import type { OutboxEvent } from "./outbox.ts";
import type { Relay, Telling } from "./relay.ts";
import { ofTenant } from "./tenant-filter.ts";

/** What every aggregate's document carries beside its own fields. */
export interface Aggregate extends Telling {
  tenantId: string;
  /** Raised by every write; the filter of the next one. Never shown. */
  revision: number;
  /** False once deleted: kept only until its outbox is empty. Unique indexes look at live ones. */
  live: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** One decided change of an aggregate: its new fields and what it tells. */
export interface Change<D extends Aggregate> {
  set?: Partial<Omit<D, keyof Aggregate>>;
  /** Marks it deleted. */
  remove?: boolean;
  /** What it tells: an entry for every record it changes, none for a mark that no answer shows. */
  event?: OutboxEvent | readonly OutboxEvent[];
  /** The record itself stays as it is answered: updatedAt is kept. */
  unseen?: boolean;
}

/**
 * Decides on what was just read: a change, or null when nothing would change; refusals are thrown.
 * What it reads itself is read after `current`, before the write that `current`'s revision guards.
 */
export type Decide<D extends Aggregate> = (
  current: D,
  updatedAt: Date,
) => Change<D> | null | Promise<Change<D> | null>;

export interface Page {
  sort: Readonly<Record<string, 1 | -1>>;
  skip?: number;
  limit?: number;
}

/** Documents that are each changed by one conditional write, with what they tell in the same write. */
export interface Aggregates<D extends Aggregate> {
  readonly collection: mongo.Collection<D>;
  get(tenantId: string, id: string): Promise<D | null>;
  find(tenantId: string, filter: mongo.Filter<D>, page: Page): Promise<D[]>;
  count(tenantId: string, filter: mongo.Filter<D>): Promise<number>;
  /** Of those of these records that stand, by id, these fields and no others. */
  pick<Field extends keyof D>(
    tenantId: string,
    ids: readonly string[],
    fields: readonly Field[],
  ): Promise<Map<string, Pick<D, Field>>>;
  /** Inserts a new one; a taken unique key surfaces as the driver's error (see `duplicateKey`). */
  insert(tenantId: string, document: NewAggregate<D>, event?: OutboxEvent): Promise<D>;
  /**
   * Reads, decides and writes, filtered by the revision that was read. A lost race is decided
   * again, at most 3 times, then refused with VERSION_CONFLICT. Refuses NOT_FOUND.
   */
  change(tenantId: string, id: string, now: number, decide: Decide<D>): Promise<D>;
}

export type NewAggregate<D extends Aggregate> = Omit<
  D,
  "tenantId" | "revision" | "live" | "updatedAt" | "outbox"
>;

const attemptsMax = 4;

export function aggregates<D extends Aggregate>(
  collection: mongo.Collection<D>,
  relay: Relay,
): Aggregates<D> {
  const live = (tenantId: string, filter: object): mongo.Filter<D> =>
    ({ ...ofTenant(tenantId, filter), live: true }) as unknown as mongo.Filter<D>;
  const telling = collection as unknown as mongo.Collection<Telling>;

  async function get(tenantId: string, id: string): Promise<D | null> {
    return (await collection.findOne(live(tenantId, { _id: id }))) as D | null;
  }

  /** The revision in the filter decides between two writers who read the same state. */
  async function write(current: D, change: Change<D>, updatedAt: Date): Promise<D | null> {
    const filter = live(current.tenantId, { _id: current._id, revision: current.revision });
    const events = [change.event ?? []].flat();
    const update = {
      $set: {
        ...change.set,
        updatedAt: change.unseen ? current.updatedAt : updatedAt,
        ...(change.remove ? { live: false } : {}),
      },
      $inc: { revision: 1 },
      ...(events.length === 0 ? {} : { $push: { outbox: { $each: events } } }),
    } as unknown as mongo.UpdateFilter<D>;
    const written = await collection.findOneAndUpdate(filter, update, { returnDocument: "after" });
    if (written && events.length > 0) relay.committed(telling, current._id, events);
    return written as D | null;
  }

  return {
    collection,
    get,
    async find(tenantId, filter, { sort, skip = 0, limit = 0 }) {
      const cursor = collection.find(live(tenantId, filter), { sort, skip, limit });
      return (await cursor.toArray()) as D[];
    },
    count: (tenantId, filter) => collection.countDocuments(live(tenantId, filter)),
    async pick(tenantId, ids, fields) {
      if (ids.length === 0) return new Map();
      const filter = live(tenantId, { _id: { $in: [...new Set(ids)] } });
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const found = (await collection.find(filter, { projection }).toArray()) as D[];
      return new Map(found.map((document) => [document._id, document]));
    },
    async insert(tenantId, document, event) {
      const whole = {
        ...document,
        tenantId,
        revision: 1,
        live: true,
        updatedAt: document.createdAt,
        outbox: event ? [event] : [],
      } as unknown as D;
      await collection.insertOne(whole as mongo.OptionalUnlessRequiredId<D>);
      if (event) relay.committed(telling, whole._id, [event]);
      return whole;
    },
    async change(tenantId, id, now, decide) {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const current = await get(tenantId, id);
        if (!current) throw refuse("NOT_FOUND");
        const updatedAt = laterThan(current.updatedAt, now);
        const change = await decide(current, updatedAt);
        if (!change) return current;
        const written = await write(current, change, updatedAt);
        if (written) return written;
      }
      throw refuse("VERSION_CONFLICT");
    },
  };
}
