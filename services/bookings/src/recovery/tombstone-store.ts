/** What recovery of claims needs: who names a claim, and the writes that make it impossible. */
import type { mongo } from "mongoose";
import { duplicateKey, localRead, nextVersion, versionOf } from "@slipway/store";
import type { BookingDocument } from "../booking-document.ts";
import type { Booking, ClaimName } from "../booking.ts";

export interface Owner {
  _id: string;
  tenantId: string;
  /** False: a tombstone. */
  live: boolean;
  claims?: ClaimName[];
  status?: Booking["status"];
  revision: number;
  commit?: string;
  createdAt?: Date;
  updatedAt?: Date;
}

export interface TombstoneStore {
  /**
   * Bookings and tombstones under these ids, of whatever tenant: an id is one's alone. A local read:
   * a verdict that rests on it alone is confirmed by `isStill` before it leaves.
   */
  findOwners(ids: readonly string[]): Promise<Owner[]>;
  /** Whether it is what was read: a write that changes nothing, whose acknowledgement covers it. */
  isStill(read: Owner): Promise<boolean>;
  /**
   * Takes an id that no booking has, so that a late insert fails; false when one has come first.
   * The index on _id decides between the two.
   */
  insertTombstone(tenantId: string, id: string, now: Date): Promise<boolean>;
  /**
   * Raises the revision of a booking that does not name the claim, so that a late change that
   * would name it fails; false when it names it. The public token stays: nothing has changed.
   */
  exclude(tenantId: string, id: string, claimId: string): Promise<boolean>;
}

export function tombstoneStore(bookings: mongo.Collection<BookingDocument>): TombstoneStore {
  return {
    async findOwners(ids) {
      const tokens = ["revision", "commit", "createdAt", "updatedAt"];
      const fields = ["tenantId", "live", "claims", "status", ...tokens];
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const options = { projection, ...localRead };
      return bookings.find<Owner>({ _id: { $in: [...ids] } }, options).toArray();
    },

    async isStill(read) {
      const { tenantId, live } = read;
      const filter = { ...versionOf(read), tenantId, live };
      return (await bookings.updateOne(filter as never, { $set: { live } })).matchedCount === 1;
    },

    async insertTombstone(tenantId, id, now) {
      const stamps = { revision: 1, createdAt: now, updatedAt: now };
      try {
        await bookings.insertOne({ _id: id, tenantId, live: false, ...stamps } as never);
        return true;
      } catch (error) {
        if (duplicateKey(error)) return false;
        throw error;
      }
    },

    async exclude(tenantId, id, claimId) {
      const raised = await bookings.updateOne(
        { _id: id, tenantId, live: true, "claims.claimId": { $ne: claimId } },
        nextVersion(),
      );
      return raised.matchedCount === 1;
    },
  };
}
