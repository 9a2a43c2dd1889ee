/** Bookings and orders that may mention a person, wherever they do: no index has that. */
import { type mongo, ofTenant, windowBefore } from "@slipway/store";
import type { BookingDocument } from "../record/booking-document.ts";
import type { OrderDocument } from "../record/schema.ts";

/** Documents that one statement looks at. */
const documentsMax = 20_000;
const byCreation = { field: "createdAt", hint: { tenantId: 1, createdAt: -1, _id: -1 } } as const;
const byId = { field: "_id", hint: { tenantId: 1, _id: -1 } } as const;
/** An order has some of them. */
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

export function personStore(
  bookings: mongo.Collection<BookingDocument>,
  orders: mongo.Collection<OrderDocument>,
) {
  return {
    /**
     * The ids of the bookings in which a pattern finds a text without regard to case. They are some of the newest from before
     * an instant; null: begin with the newest. Answers where to go on; null once none are left.
     */
    list: (tenantId: string, pattern: string, before: Date | null) =>
      look(bookings, { tenantId, pattern }, { ...byCreation, before }),
    /** The same of orders, from before an id. */
    listOrders: (tenantId: string, pattern: string, before: string | null) =>
      look(orders, { tenantId, pattern }, { ...byId, before }),
  };
}

export type PersonStore = ReturnType<typeof personStore>;

async function look<Document extends { _id: string }, Place extends Date | string>(
  collection: mongo.Collection<Document>,
  { tenantId, pattern }: { readonly tenantId: string; readonly pattern: string },
  wanted: {
    readonly field: string;
    readonly hint: Record<string, 1 | -1>;
    readonly before: Place | null;
  },
) {
  const window = await windowBefore<Document, Place>(collection, tenantId, {
    ...wanted,
    documentsMax,
  });
  const text = { $regex: pattern, $options: "i" };
  const found = { live: true, ...window.filter, $or: texts.map((each) => ({ [each]: text })) };
  const filter = ofTenant(tenantId, found) as unknown as mongo.Filter<Document>;
  const options = { projection: { _id: 1 }, hint: wanted.hint } as const;
  const ids = await collection.find<{ _id: string }>(filter, options).toArray();
  return { ids: ids.map(({ _id }) => _id), before: window.before };
}
