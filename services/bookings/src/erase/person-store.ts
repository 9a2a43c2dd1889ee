/** Bookings that may mention a person, wherever they do: no index has that. */
import { type mongo, ofTenant, windowBefore } from "@slipway/store";
import type { BookingDocument } from "../record/booking-document.ts";

/** Documents that one statement looks at. */
const documentsMax = 20_000;
const field = "createdAt";
const hint = { tenantId: 1, [field]: -1, _id: -1 } as const;
const texts = [
  "customer",
  "notes",
  "participants",
  "cancellationReason",
  "metadata",
  "tickets.contact",
  "tickets.resellerReference",
  "externalId",
  "resellerReference",
  "idempotencyKey",
] as const;

export function personStore(bookings: mongo.Collection<BookingDocument>) {
  return {
    /**
     * The ids of the bookings in which a pattern finds a text without regard to case. They are some of the newest from before
     * an instant; null: begin with the newest. Answers where to go on; null once none are left.
     */
    async list(tenantId: string, pattern: string, before: Date | null) {
      const window = await windowBefore(bookings, tenantId, { field, hint, before, documentsMax });
      const text = { $regex: pattern, $options: "i" };
      const found = {
        live: true,
        ...window.filter,
        $or: texts.map((each) => ({ [each]: text })),
      };
      const filter = ofTenant(tenantId, found) as mongo.Filter<BookingDocument>;
      const ids = await bookings.find(filter, { projection: { _id: 1 }, hint }).toArray();
      return { ids: ids.map(({ _id }) => _id), before: window.before };
    },
  };
}

export type PersonStore = ReturnType<typeof personStore>;
