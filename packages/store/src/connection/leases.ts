/** Which replica does the service's own work. It saves work and decides nothing. */
import type { Connection, mongo } from "mongoose";
import { duplicateKey } from "./database-error.ts";

interface Lease {
  _id: string;
  holder: string;
  until: Date;
}

/** Takes or renews the lease on a piece of work; false while another replica has it. */
export type TakeLease = (work: string, holder: string, now: number, ms: number) => Promise<boolean>;

export function leaseStore(connection: Connection): TakeLease {
  const leases: mongo.Collection<Lease> = connection
    .getClient()
    .db(connection.name)
    .collection<Lease>("leases");

  return async (work, holder, now, ms) => {
    try {
      const taken = await leases.updateOne(
        { _id: work, $or: [{ holder }, { until: { $lte: new Date(now) } }] },
        { $set: { holder, until: new Date(now + ms) } },
        { upsert: true },
      );
      return taken.matchedCount + taken.upsertedCount === 1;
    } catch (error) {
      // Race: another process holds the lease, and the upsert ran into its document.
      if (duplicateKey(error)) return false;
      throw error;
    }
  };
}
