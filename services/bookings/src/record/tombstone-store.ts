/** Reads and writes for recovery of claims: which booking names a claim, and how to rule that out. */
import { unlessTaken, localRead, nextVersion, versionOf, type mongo } from "@slipway/store";
import type { BookingDocument } from "./booking-document.ts";
import type { Booking, ClaimName } from "./booking.ts";

export interface Owner {
  _id: string;
  tenantId: string;
  /** False: a tombstone; null: the stub of an archived booking. */
  live: boolean | null;
  archivedAt?: Date;
  claims?: ClaimName[];
  status?: Booking["status"];
  revision: number;
  commit?: string;
  createdAt?: Date;
  updatedAt?: Date;
}

export function tombstoneStore(bookings: mongo.Collection<BookingDocument>) {
  return {
    /** Bookings and tombstones of these ids, of any tenants. A local read: `isStill` confirms it before an answer. */
    async findOwners(ids: readonly string[]) {
      const tokens = ["revision", "commit", "createdAt", "updatedAt"];
      const fields = ["tenantId", "live", "archivedAt", "claims", "status", ...tokens];
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const options = { projection, ...localRead };
      return bookings.find<Owner>({ _id: { $in: [...ids] } }, options).toArray();
    },

    /** Whether the document still has the version that was read; a write that changes nothing. */
    async isStill(read: Owner) {
      const { tenantId, live } = read;
      const filter = { ...versionOf(read), tenantId, live };
      return (await bookings.updateOne(filter as never, { $set: { live } })).matchedCount === 1;
    },

    /** Takes an id that no booking has, so a late insert fails; false: the insert came first. The index on _id decides. */
    async insertTombstone(tenantId: string, id: string, now: Date) {
      const stamps = { revision: 1, createdAt: now, updatedAt: now };
      return unlessTaken(
        bookings.insertOne({ _id: id, tenantId, live: false, ...stamps } as never),
      );
    },

    /**
     * Raises the revision of a booking that does not name the claim, so that a late change that would name
     * it fails; false if the booking names it. The public token stays.
     */
    async exclude(tenantId: string, id: string, claimId: string) {
      const raised = await bookings.updateOne(
        { _id: id, tenantId, live: true, "claims.claimId": { $ne: claimId } },
        nextVersion(),
      );
      return raised.matchedCount === 1;
    },
  };
}

export type TombstoneStore = ReturnType<typeof tombstoneStore>;
