/** Dead letters: events that a consumer could not take, kept in a collection beside their outbox. */
import type { Connection, mongo } from "mongoose";
import { migration } from "../migration/migrate.ts";
import { openCollections, collection as tableOf } from "../records/collections.ts";
import { duplicatesIn } from "../records/insert-together.ts";
import type { OutboxEvent } from "./outbox.ts";
import { eventsTyped } from "./type-events.ts";

export interface DeadLetter {
  /** `<event's id> <consumer>`. */
  readonly _id: string;
  readonly consumer: string;
  readonly event: OutboxEvent;
  readonly failures: number;
  readonly reason: string;
  readonly keptAt: Date;
  readonly nextAttemptAt: Date;
}

/** An event of a record, whose document has the record's id. */
export interface RecordEvent {
  readonly id: string;
  readonly entityId: string;
  readonly at: Date;
}

export interface DeadLetterStore {
  /** Keeps events for a consumer; an event that is kept already gets its new failures and next attempt. */
  keep(letters: readonly DeadLetter[]): Promise<void>;
  /** Takes due letters of these consumers; another replica finds them again in a minute at the earliest. */
  takeDue(now: number, which: DueLetters): Promise<DeadLetter[]>;
  remove(ids: readonly string[]): Promise<void>;
  count(): Promise<number>;
  /** The oldest first. */
  list(limit: number): Promise<DeadLetter[]>;
  /** Whether an event of the record from before this one is a dead letter of the consumer. */
  hasEarlier(event: RecordEvent, consumer: string): Promise<boolean>;
  /** Whether any event of a tenant up to an instant is a dead letter of the consumer, events of these records excepted. */
  hasEarlierOf(
    tenant: { readonly tenantId: string; readonly at: Date; readonly without: readonly string[] },
    consumer: string,
  ): Promise<boolean>;
  /** Makes one event's letters, or all, due at once; answers how many. */
  makeDue(eventId?: string): Promise<number>;
}

interface DueLetters {
  readonly consumers: readonly string[];
  readonly limit: number;
}

const leaseMs = 60_000;

/** The dead letters of a service with an outbox. */
export const deadLetterTable = tableOf<DeadLetter>("dead_letters", [
  [{ consumer: 1, nextAttemptAt: 1 }],
]);

/** Moves the dead letters from before 0.1.0 to their collection and its words. */
export const lettersMoved = migration<{ readonly _id: string }>({
  name: "move-dead-letters",
  collection: "outbox_set_aside",
  waiting: {},
  isRequired: true,
  async change(earlier, letters) {
    const moved = { _id: { $in: letters.map(({ _id }) => _id) } };
    const merge = { into: deadLetterTable.name, whenMatched: "keepExisting" };
    await earlier
      .aggregate([
        { $match: moved },
        { $set: { keptAt: "$setAsideAt" } },
        { $unset: "setAsideAt" },
        { $merge: merge },
      ])
      .toArray();
    await earlier.deleteMany(moved);
  },
});

export const lettersTyped = eventsTyped({
  collection: deadLetterTable.name,
  field: "event",
  path: "event",
});

export function deadLetterStore(connection: Connection): DeadLetterStore {
  const { collection } = openCollections(connection, { collection: deadLetterTable });

  return {
    async keep(letters) {
      const upserts = letters.map(({ _id, failures, reason, nextAttemptAt, ...first }) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { failures, reason, nextAttemptAt }, $setOnInsert: first },
          upsert: true,
        },
      }));
      // Race: two replicas may keep one letter at once. The second runs into the first's insert, which says the same.
      await collection.bulkWrite(upserts, { ordered: false }).catch(duplicatesIn);
    },
    async takeDue(now, { consumers, limit }) {
      const theirs = { nextAttemptAt: { $lte: new Date(now) }, consumer: { $in: [...consumers] } };
      const due = await collection.find(theirs, { sort: { nextAttemptAt: 1 }, limit }).toArray();
      if (due.length === 0) return [];
      const taken = { _id: { $in: due.map(({ _id }) => _id) } };
      await collection.updateMany(taken, { $set: { nextAttemptAt: new Date(now + leaseMs) } });
      return due;
    },
    async remove(ids) {
      await collection.deleteMany({ _id: { $in: [...ids] } });
    },
    count: () => collection.countDocuments({}),
    list: (limit) => collection.find({}, { sort: { _id: 1 }, limit }).toArray(),
    ...lettersBefore(collection),
    async makeDue(eventId) {
      const which = eventId === undefined ? {} : { "event.id": eventId };
      const due = { $set: { nextAttemptAt: new Date(0) } };
      return (await collection.updateMany(which, due)).matchedCount;
    },
  };
}

/** No index serves these: there are few letters, and the questions are rare. */
function lettersBefore(
  collection: mongo.Collection<DeadLetter>,
): Pick<DeadLetterStore, "hasEarlier" | "hasEarlierOf"> {
  return {
    async hasEarlier({ id, entityId, at }, consumer) {
      const earlier = { consumer, "event.entityId": entityId, "event.at": { $lte: at } };
      const others = { ...earlier, "event.id": { $ne: id } };
      return (await collection.countDocuments(others, { limit: 1 })) > 0;
    },
    async hasEarlierOf({ tenantId, at, without }, consumer) {
      const earlier = {
        consumer,
        "event.tenantId": tenantId,
        "event.entityId": { $nin: [...without] },
        "event.at": { $lte: at },
      };
      return (await collection.countDocuments(earlier, { limit: 1 })) > 0;
    },
  };
}
