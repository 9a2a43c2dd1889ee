import { type OutboxEvent, type Relay, unlessTaken, type mongo } from "@slipway/store";
import { failuresRememberedMs } from "../constants.ts";
import type { FailureDocument } from "./schema.ts";
import { type Failures, countAfter } from "./throttle.ts";

/** Between an account and its device; sorts right before a zero. */
const separator = "/";

/** The counter of an account and a known device; null: of all other devices together. */
export function counterOf(account: string, device: string | null): string {
  return /* mark: failures-of-device */ device === null ? account : account + separator + device;
}

export function failureStore(collection: mongo.Collection<FailureDocument>, relay: Relay) {
  return {
    async get(counter: string) {
      const document = await collection.findOne({ _id: counter });
      return document && { count: document.count, lastAt: document.lastAt };
    },
    /** Counts one more, with the event. False, without it, where another was counted or forgiven since `known` was read. */
    async add(counter: string, known: Failures | null, now: number, event?: OutboxEvent) {
      const next = { count: countAfter(known, now), lastAt: new Date(now) };
      const events = event ? [event] : [];
      const isCounted = known
        ? await replace(collection, counter, known, { next, events })
        : // The unique id decides between attempts that found no counter.
          await unlessTaken(collection.insertOne({ _id: counter, ...next, outbox: events }));
      if (isCounted && event) relay.committed(collection as never, counter, events);
      return isCounted;
    },
    /** Forgets them. False when another attempt was counted or forgiven since `known` was read. */
    async forgive(counter: string, known: Failures | null) {
      if (!known) return true;
      // mark: failures-forgiven
      const next = { ...known, count: 0 };
      return replace(collection, counter, known, { next, events: [] });
    },
    /** Forgets all of an account, its devices' too, whatever they are by now. */
    async clear(account: string) {
      const ofDevices = { $gte: account + separator, $lt: `${account}0` };
      const filter = { $or: [{ _id: account }, { _id: ofDevices }] };
      await collection.updateMany(filter, { $set: { count: 0 } });
    },
    /** Removes what counts no longer. */
    async sweep(now: number) {
      const isOld = { lastAt: { $lte: new Date(now - failuresRememberedMs) } };
      // Documents with undelivered events stay.
      await collection.deleteMany({ ...isOld, "outbox.0": { $exists: false } });
    },
  };
}

/**
 * Failed log-ins in a row, in the database: they survive restarts and hold over replicas. A counter is
 * named after its account or, of a known device, after both.
 */
export type FailureStore = ReturnType<typeof failureStore>;

/** The count and time in the filter decide between attempts that judged the same state. */
async function replace(
  collection: mongo.Collection<FailureDocument>,
  _id: string,
  known: Failures,
  { next, events }: { next: Failures; events: OutboxEvent[] },
): Promise<boolean> {
  const push = events.length === 0 ? {} : { $push: { outbox: { $each: events } } };
  const written = await collection.updateOne({ _id, ...known }, { $set: next, ...push });
  return written.matchedCount === 1;
}
