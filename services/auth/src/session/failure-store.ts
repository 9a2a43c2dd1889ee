import { duplicateKey, makeIndexes, type mongo } from "@slipway/store";
import { Schema } from "mongoose";
import type { Connection } from "mongoose";
import { type Failures, countAfter, rememberedMs } from "./throttle.ts";

interface FailureDocument {
  _id: string;
  count: number;
  lastAt: Date;
}

/** Failed log-ins in a row by account, in the database: they survive restarts and hold over replicas. */
export interface FailureStore {
  get(account: string): Promise<Failures | null>;
  /** Counts one more. False when another attempt was counted or forgiven since `known` was read. */
  add(account: string, known: Failures | null, now: number): Promise<boolean>;
  /** Forgets them. False when another attempt was counted or forgiven since `known` was read. */
  forgive(account: string, known: Failures | null): Promise<boolean>;
  /** Forgets them, whatever they are by now. */
  clear(account: string): Promise<void>;
  /** Removes what counts no longer. */
  sweep(now: number): Promise<void>;
}

export type FailureCollection = mongo.Collection<FailureDocument>;

/** Makes the collection of failed log-ins and its index. */
export async function failureCollection(connection: Connection): Promise<FailureCollection> {
  const schema = new Schema(
    {
      _id: { type: String, required: true },
      count: { type: Number, required: true },
      lastAt: { type: Date, required: true },
    },
    { collection: "login_failures", versionKey: false },
  ).index({ lastAt: 1 });
  const model = connection.model("login_failures", schema);
  await makeIndexes(model);
  return model.collection as unknown as FailureCollection;
}

export function failureStore(collection: FailureCollection): FailureStore {
  return {
    async get(account) {
      const document = await collection.findOne({ _id: account });
      return document && { count: document.count, lastAt: document.lastAt };
    },
    async add(account, known, now) {
      const next = { count: countAfter(known, now), lastAt: new Date(now) };
      if (known) {
        // The count and time in the filter decide between attempts that judged the same state.
        const written = await collection.updateOne({ _id: account, ...known }, { $set: next });
        return written.matchedCount === 1;
      }
      try {
        await collection.insertOne({ _id: account, ...next });
        return true;
      } catch (error) {
        if (duplicateKey(error)) return false;
        throw error;
      }
    },
    async forgive(account, known) {
      if (!known) return true;
      return (await collection.deleteOne({ _id: account, ...known })).deletedCount === 1;
    },
    async clear(account) {
      await collection.deleteOne({ _id: account });
    },
    async sweep(now) {
      await collection.deleteMany({ lastAt: { $lte: new Date(now - rememberedMs) } });
    },
  };
}
