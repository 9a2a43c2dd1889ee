/** Reads and writes for recovery of claims: which booking names a claim, and how to rule that out. */
import { duplicateKey, localRead, nextVersion, versionOf, type mongo } from "@slipway/store";
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

export interface TombstoneStore {
  /**
   * Bookings and tombstones of these ids, of any tenant. A local read: before a verdict from it is
   * answered, `isStill` must confirm it.
   */
  findOwners(ids: readonly string[]): Promise<Owner[]>;
  /** Whether the document still has the version that was read; a write that changes nothing. */
  isStill(read: Owner): Promise<boolean>;
  /**
   * Takes an id that no booking has, so that a late insert fails; false if the insert came first. The
   * index on _id decides the race.
   */
  insertTombstone(tenantId: string, id: string, now: Date): Promise<boolean>;
  /**
   * Raises the revision of a booking that does not name the claim, so that a late change that would name
   * it fails; false if the booking names it. The public token stays.
   */
  exclude(tenantId: string, id: string, claimId: string): Promise<boolean>;
}

export function tombstoneStore(bookings: mongo.Collection<BookingDocument>): TombstoneStore {
  return {
    async findOwners(ids) {
      const tokens = ["revision", "commit", "createdAt", "updatedAt"];
      const fields = ["tenantId", "live", "archivedAt", "claims", "status", ...tokens];
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
