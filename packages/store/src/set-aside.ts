/** What a consumer could not take, kept until it can: in a collection beside the documents that told it. */
import { type Connection, Schema, type mongo } from "mongoose";
import { duplicatesIn } from "./insert-together.ts";
import { makeIndexes } from "./make-indexes.ts";
import type { OutboxEvent } from "./outbox.ts";

export interface SetAside {
  /** `<event's id> <consumer>`. */
  readonly _id: string;
  readonly consumer: string;
  readonly event: OutboxEvent;
  readonly failures: number;
  readonly reason: string;
  readonly setAsideAt: Date;
  readonly nextAttemptAt: Date;
}

export interface SetAsideStore {
  /** Makes the index. */
  prepare(): Promise<void>;
  /** Keeps events for a consumer, or says of those that are kept when they are told next. */
  keep(records: readonly SetAside[]): Promise<void>;
  /** Those that are to be told now; another replica finds them again in a minute at the earliest. */
  takeDue(now: number, limit: number): Promise<SetAside[]>;
  remove(ids: readonly string[]): Promise<void>;
  count(): Promise<number>;
  /** The oldest first. */
  list(limit: number): Promise<SetAside[]>;
  /** Makes one event, or all, due at once; answers how many. */
  hasten(eventId?: string): Promise<number>;
}

const leaseMs = 60_000;

export function setAsideStore(connection: Connection): SetAsideStore {
  const text = { type: String, required: true };
  const date = { type: Date, required: true };
  const schema = new Schema(
    {
      _id: text,
      consumer: text,
      event: { type: Schema.Types.Mixed, required: true },
      failures: { type: Number, required: true },
      reason: text,
      setAsideAt: date,
      nextAttemptAt: date,
    },
    { collection: "outbox_set_aside", versionKey: false, strict: "throw" },
  );
  schema.index({ nextAttemptAt: 1 });
  // A relay may follow another on the same connection.
  const again = { overwriteModels: true };
  const model = connection.model("outbox_set_aside", schema, "outbox_set_aside", again);
  const collection = model.collection as unknown as mongo.Collection<SetAside>;

  return {
    prepare: () => makeIndexes(model),
    async keep(records) {
      const inserts = records.map((document) => ({ insertOne: { document } }));
      const kept = await collection
        .bulkWrite(inserts, { ordered: false })
        .then(() => [], duplicatesIn);
      for (const index of kept) {
        const { _id, failures, reason, nextAttemptAt } = records[index] as SetAside;
        await collection.updateOne({ _id }, { $set: { failures, reason, nextAttemptAt } });
      }
    },
    async takeDue(now, limit) {
      const due = await collection
        .find({ nextAttemptAt: { $lte: new Date(now) } }, { sort: { nextAttemptAt: 1 }, limit })
        .toArray();
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
    async hasten(eventId) {
      const which = eventId === undefined ? {} : { "event.id": eventId };
      const { matchedCount } = await collection.updateMany(which, {
        $set: { nextAttemptAt: new Date(0) },
      });
      return matchedCount;
    },
  };
}
