/** What recovery of claims needs: who names a claim, and the writes that make it impossible. */
import type { mongo } from "mongoose";
import { duplicateKey } from "@slipway/store";
import type { BookingDocument } from "./booking-document.ts";
import type { ClaimName } from "./booking.ts";

export interface Owner {
  _id: string;
  tenantId: string;
  /** False: a tombstone. */
  live: boolean;
  claims?: ClaimName[];
  revision: number;
  createdAt?: Date;
  updatedAt?: Date;
}

export interface TombstoneStore {
  /** Bookings and tombstones under these ids, of whatever tenant: an id is one's alone. */
  findOwners(ids: readonly string[]): Promise<Owner[]>;
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
      const fields = ["tenantId", "live", "claims", "revision", "createdAt", "updatedAt"];
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      return bookings.find<Owner>({ _id: { $in: [...ids] } }, { projection }).toArray();
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
        { $inc: { revision: 1 } },
      );
      return raised.matchedCount === 1;
    },
  };
}
