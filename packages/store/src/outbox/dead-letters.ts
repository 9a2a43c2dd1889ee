/** Dead letters: events that a consumer has not taken, kept in a collection beside their outbox. */
import type { Connection, mongo } from "mongoose";
import { batchRequests } from "../records/batch-requests.ts";
import { openCollections, collection as tableOf } from "../records/collections.ts";
import { duplicatesIn } from "../records/insert-together.ts";
import { batchMax, isAbsence, stopped } from "./consumer-queue.ts";
import type { OutboxEvent } from "./outbox.ts";

export interface DeadLetter {
  /** `<event's id> <consumer>`. */
  readonly _id: string;
  readonly consumer: string;
  readonly event: OutboxEvent;
  /** How often the event has failed by itself; 0: its consumer was unavailable for long. */
  readonly failures: number;
  readonly reason: string;
  readonly keptAt: Date;
  readonly nextAttemptAt: Date;
}

/** Events of a tenant up to an instant. */
export interface EarlierEvents {
  readonly tenantId: string;
  readonly at: Date;
  /** Those of one record, whose document has the record's id, and others than this one. */
  readonly than?: { readonly id: string; readonly entityId: string };
  /** Those of all records but these. */
  readonly without?: readonly string[];
}

/** An event that has failed so often by itself is delivered seldom. */
export const failuresMax = 3;
const retryMs = { soon: 5_000, seldom: 15 * 60_000 };
const leaseMs = 60_000;

export const deadLetterTable = tableOf<DeadLetter>("dead_letters", [
  [{ consumer: 1, nextAttemptAt: 1 }],
]);

export class DeadLetters {
  readonly #collection: mongo.Collection<DeadLetter>;
  readonly #warn: (line: string) => void;
  readonly #keep: (letter: DeadLetter) => Promise<void>;

  constructor(connection: Connection, warn: (line: string) => void) {
    const { collection } = openCollections(connection, { collection: deadLetterTable });
    this.#collection = collection;
    this.#warn = warn;
    this.#keep = batchRequests({
      itemsMax: batchMax,
      atOnce: 1,
      send: (letters) => keepAll(collection, letters),
    });
  }

  /** Keeps an event that its consumer has not taken, after so many failures before. */
  async keep({ name }: { name: string }, event: OutboxEvent, failure: Failure): Promise<void> {
    const { error, before } = failure;
    if (error === stopped) throw stopped;
    const failures = before + (isAbsence(error) ? 0 : 1);
    const isSeldom = failures >= failuresMax && !isAbsence(error);
    const now = Date.now();
    const _id = `${event.id} ${name}`;
    if (failures > before) this.#warn(`outbox: dead letter for ${name}: ${_id}: ${String(error)}`);
    await this.#keep({
      _id,
      consumer: name,
      event,
      failures,
      reason: String(error).slice(0, 1_000),
      keptAt: new Date(now),
      nextAttemptAt: new Date(now + (isSeldom ? retryMs.seldom : retryMs.soon)),
    });
  }

  /** Takes due letters of these consumers; another replica finds them again in a minute at the earliest. */
  async takeDue(consumers: readonly string[], limit: number): Promise<DeadLetter[]> {
    const now = Date.now();
    const theirs = { nextAttemptAt: { $lte: new Date(now) }, consumer: { $in: [...consumers] } };
    const options = { sort: { nextAttemptAt: 1 }, limit } as const;
    const due = await this.#collection.find(theirs, options).toArray();
    if (due.length === 0) return [];
    const taken = { _id: { $in: due.map(({ _id }) => _id) } };
    await this.#collection.updateMany(taken, { $set: { nextAttemptAt: new Date(now + leaseMs) } });
    return due;
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#collection.deleteMany({ _id: { $in: [...ids] } });
  }

  count(): Promise<number> {
    return this.#collection.countDocuments({});
  }

  /** The oldest first. */
  list(limit: number): Promise<DeadLetter[]> {
    return this.#collection.find({}, { sort: { _id: 1 }, limit }).toArray();
  }

  /** Makes one event's letters, or all, due at once; answers how many. */
  async makeDue(eventId?: string): Promise<number> {
    const which = eventId === undefined ? {} : { "event.id": eventId };
    const due = { $set: { nextAttemptAt: new Date(0) } };
    return (await this.#collection.updateMany(which, due)).matchedCount;
  }

  /** Whether any of these events is a dead letter of the consumer. There are few letters, and this is rare. */
  async has({ tenantId, at, than, without = [] }: EarlierEvents, consumer: string) {
    const earlier = {
      consumer,
      "event.tenantId": tenantId,
      "event.entityId": than?.entityId ?? { $nin: [...without] },
      "event.at": { $lte: at },
      "event.id": { $ne: than?.id ?? "" },
    };
    return (await this.#collection.countDocuments(earlier, { limit: 1 })) > 0;
  }
}

interface Failure {
  readonly error: unknown;
  /** How often the event had failed by itself before. */
  readonly before: number;
}

async function keepAll(
  collection: mongo.Collection<DeadLetter>,
  letters: readonly DeadLetter[],
): Promise<PromiseSettledResult<void>[]> {
  const upserts = letters.map(({ _id, failures, reason, nextAttemptAt, ...first }) => ({
    updateOne: {
      filter: { _id },
      update: { $set: { failures, reason, nextAttemptAt }, $setOnInsert: first },
      upsert: true,
    },
  }));
  // Race: two replicas may keep one letter at once. The second runs into the first's insert, which says the same.
  await collection.bulkWrite(upserts, { ordered: false }).catch(duplicatesIn);
  return letters.map(() => ({ status: "fulfilled", value: undefined }));
}
