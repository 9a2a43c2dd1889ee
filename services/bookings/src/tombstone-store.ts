/** What recovery of claims needs: who names a claim, and the writes that make it impossible. */
import { duplicateKey } from "@slipway/store";
import type { BookingCollection } from "./booking-store.ts";
import type { ClaimName } from "./booking.ts";

export interface Owner {
  _id: string;
  tenantId: string;
  /** False: a tombstone. */
  live: boolean;
  claims?: ClaimName[];
}

export type TombstoneStore = ReturnType<typeof tombstoneStore>;

export function tombstoneStore(bookings: BookingCollection) {
  return {
    /** Bookings and tombstones under these ids, of whatever tenant: an id is one's alone. */
    async findOwners(ids: readonly string[]): Promise<Owner[]> {
      return bookings
        .find<Owner>(
          { _id: { $in: [...ids] } },
          { projection: { tenantId: 1, live: 1, claims: 1 } },
        )
        .toArray();
    },

    /**
     * Takes an id that no booking has, so that a late insert fails; false when one has come first.
     * The index on _id decides between the two.
     */
    async insertTombstone(tenantId: string, id: string, now: Date): Promise<boolean> {
      const tombstone = {
        _id: id,
        tenantId,
        live: false,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      try {
        await bookings.insertOne(tombstone as never);
        return true;
      } catch (error) {
        if (duplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Raises the revision of a booking that does not name the claim, so that a late change that
     * would name it fails; false when it names it. The public token stays: nothing has changed.
     */
    async exclude(tenantId: string, id: string, claimId: string): Promise<boolean> {
      const raised = await bookings.updateOne(
        { _id: id, tenantId, live: true, "claims.claimId": { $ne: claimId } },
        { $inc: { revision: 1 } },
      );
      return raised.matchedCount === 1;
    },
  };
}
