import { partsOf } from "@slipway/contracts";
import { type mongo, ofTenant, readEach, readBatches, readStream } from "@slipway/store";
import type { BookingDocument } from "../record/booking-document.ts";
import type { Listed } from "../record/list-filter.ts";
import type { FeedBooking } from "./departure-event.ts";
import type { FeedRow } from "./shown-departures.ts";

const rowFields = {
  supplierId: 1,
  productId: 1,
  optionId: 1,
  status: 1,
  startAt: 1,
  expiresAt: 1,
  updatedAt: 1,
} as const;

const shownFields = {
  optionId: 1,
  startAt: 1,
  occupiedUntil: 1,
  status: 1,
  expiresAt: 1,
  updatedAt: 1,
  customer: 1,
  notes: 1,
  "pricingSnapshot.unitPricing.unitId": 1,
  "pricingSnapshot.unitPricing.name": 1,
  "pricingSnapshot.unitPricing.paxCount": 1,
  "resourceUsageSnapshot.items.resourceId": 1,
  "unitItems.id": 1,
  "unitItems.unitId": 1,
  "unitItems.quantity": 1,
  "tickets.uuid": 1,
  "tickets.unitId": 1,
  "redemptions.ticket": 1,
  "redemptions.at": 1,
} as const;

const batchSize = 200;
const idsAtOnce = 5_000;

export function feedBookingStore(bookings: mongo.Collection<BookingDocument>) {
  type Filter = mongo.Filter<BookingDocument>;
  return {
    /** Every booking of a tenant, for one whose index does not fit in memory. */
    async *readRows(tenantId: string) {
      const filter = ofTenant(tenantId, { live: true }) as Filter & { tenantId: string };
      yield* readStream(bookings, readBatches(bookings, filter, rowFields), { read: rowOf });
    },

    /** The ids among these whose bookings take the resource. */
    async listTaking(
      tenantId: string,
      { resourceId, ids }: { readonly resourceId: string; readonly ids: readonly string[] },
    ) {
      const taking = { "resourceUsageSnapshot.items.resourceId": resourceId };
      const found = new Set<string>();
      for (const some of partsOf(ids, idsAtOnce)) {
        const filter = ofTenant(tenantId, { _id: { $in: some }, ...taking, live: true }) as Filter;
        const cursor = bookings.find(filter, { projection: { _id: 1 }, batchSize: idsAtOnce });
        for await (const { _id } of cursor) found.add(_id);
      }
      return found;
    },

    /** Items that `itemOf` makes of these bookings, a few at a time: free JSON of one may have 64 KiB. */
    async *readAll<Item>(
      tenantId: string,
      ids: readonly string[],
      itemOf: (booking: FeedBooking) => Item,
    ) {
      for (const some of partsOf(ids, batchSize)) {
        const filter = ofTenant(tenantId, { _id: { $in: some }, live: true }) as Filter;
        const found = bookings.find<FeedBooking>(filter, { projection: shownFields });
        yield* readEach(bookings, await found.toArray(), itemOf);
      }
    },
  };
}

export type FeedBookingStore = ReturnType<typeof feedBookingStore>;

function rowOf(document: mongo.WithId<BookingDocument>): FeedRow {
  const { _id, supplierId, productId, optionId, status, startAt, expiresAt, updatedAt } = document;
  const times: Pick<Listed, "startAt" | "expiresAt" | "updatedAt"> = {
    startAt: startAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    updatedAt: updatedAt.getTime(),
  };
  return { id: _id, supplierId, productId, optionId, status, ...times };
}
