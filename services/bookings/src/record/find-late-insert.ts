/** The stamp that the database gives each insert, by which readers of a change feed may have passed it. */
import { Timestamp, type mongo } from "@slipway/store";
import { lateFromSecond } from "./change-feed.ts";

/** A BSON timestamp. The database replaces an empty one by its own in the insert. A test's clock stamps at once. */
export function stampOf(now: Date | "$$NOW"): mongo.Timestamp {
  const t = now === "$$NOW" ? 0 : Math.floor(now.getTime() / 1_000);
  return new Timestamp({ t, i: 0 });
}

/**
 * Matches a record whose insert may have been late, and that nobody has changed since: another change has a later
 * updatedAt, too. The stamp decides, whatever the delay of an answer or an event.
 */
export function insertedLate({ _id, createdAt }: { _id: string; createdAt: Date }): object {
  const lateFrom = new Timestamp({ t: lateFromSecond(createdAt), i: 0 });
  return {
    _id,
    updatedAt: createdAt,
    // mark: late-stamp
    insertedAt: { $gte: lateFrom },
  };
}
