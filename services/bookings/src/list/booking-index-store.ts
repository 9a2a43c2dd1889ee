/** The reads of a booking index: columns of bookings and tombstones, and changed ids. */
import {
  awaitMajority,
  ofTenant,
  readEach,
  readBatches,
  readStream,
  type mongo,
} from "@slipway/store";
import type { BookingDocument } from "../record/booking-document.ts";
import { type Listed, pricedFields, pricedOf } from "../record/list-filter.ts";

/** A row of a booking index; `booking` null: a tombstone. */
export interface Row {
  key: Pick<Listed, "id" | "createdAt" | "updatedAt">;
  booking: Listed | null;
}

const columns = {
  live: 1,
  createdAt: 1,
  updatedAt: 1,
  status: 1,
  expiresAt: 1,
  orderId: 1,
  startAt: 1,
  supplierId: 1,
  productId: 1,
  optionId: 1,
  source: 1,
  externalId: 1,
  resellerReference: 1,
  searchText: 1,
  ...pricedFields,
} as const;

/** Stubs of archived bookings are not read: their rows would take the memory that the archive is to give back. */
const bookingsAndTombstones = { live: { $in: [true, false] } } as const;

export function bookingIndexStore(bookings: mongo.Collection<BookingDocument>) {
  type Filter = mongo.Filter<BookingDocument>;
  return {
    /** Resolves once majority reads show every write made before this call. */
    awaitMajority: (tenantId: string) => awaitMajority(bookings, tenantId),

    /** All rows of a tenant without stubs, oldest first. */
    async *readAll(tenantId: string) {
      const filter = ofTenant(tenantId, bookingsAndTombstones) as Filter & { tenantId: string };
      yield* readStream(bookings, readBatches(bookings, filter, columns), { read: rowOf });
    },

    /** Ids and times from this updatedAt on; a covered query. */
    async listChanged(tenantId: string, since: Date) {
      const filter = ofTenant(tenantId, { updatedAt: { $gte: since } }) as Filter;
      const changed = await bookings
        .find(filter, { projection: { updatedAt: 1 }, sort: { updatedAt: 1, _id: 1 } })
        .toArray();
      return changed.map(({ _id, updatedAt }) => ({ id: _id, updatedAt: updatedAt.getTime() }));
    },

    async read(tenantId: string, ids: readonly string[]) {
      const filter = ofTenant(tenantId, { _id: { $in: [...ids] } }) as Filter;
      const found = await bookings.find(filter, { projection: columns }).toArray();
      return readEach(bookings, found, rowOf);
    },
  };
}

export type BookingIndexStore = ReturnType<typeof bookingIndexStore>;

function rowOf(document: mongo.WithId<BookingDocument>): Row {
  const { _id, live, createdAt, updatedAt, expiresAt, startAt, ...rest } = document;
  const key = { id: _id, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
  if (!live) return { key, booking: null };
  const { status, supplierId, productId, optionId, source, searchText } = rest;
  const { externalId, resellerReference, pricingSnapshot, orderId } = rest;
  return {
    key,
    booking: {
      ...key,
      status,
      supplierId,
      productId,
      optionId,
      source,
      externalId,
      resellerReference,
      searchText,
      startAt: startAt.getTime(),
      expiresAt: expiresAt?.getTime() ?? null,
      ...(orderId !== undefined && { isOfOrder: true }),
      ...pricedOf(pricingSnapshot),
    },
  };
}
