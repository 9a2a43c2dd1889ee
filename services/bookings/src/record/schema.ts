import { type Aggregate, type Index, collection, outboxIndex } from "@slipway/store";
import type { BookingDocument } from "./booking-document.ts";
import type { Order } from "./order.ts";

export type OrderDocument = Aggregate &
  Order & {
    /** As of bookings; absent on an order of an earlier release. */
    insertedAt?: BookingDocument["insertedAt"];
    /** The key or user that opened it; absent on an order of an earlier release. */
    heldBy?: string;
  };

/** Unique among the bookings that have this key; the others are not in the index. */
function uniqueKey(field: string): Index {
  return [
    { tenantId: 1, [field]: 1 },
    { unique: true, partialFilterExpression: { [field]: { $exists: true } } },
  ];
}

/** The live holds of a key are counted by this index alone; other bookings do not pay for it. */
export const holdsByKey = { tenantId: 1, heldBy: 1, expiresAt: 1 } as const;
const ofOpen = { partialFilterExpression: { status: "OPEN" } };
const ofHolds = { partialFilterExpression: { status: "ON_HOLD" } };

export const collections = {
  /**
   * Each index costs every booking a write, so there are few. Lists are in the order of createdAt. The change feed is
   * in the order of updatedAt; booking indexes catch up from it (see list/booking-index.ts). The sweep finds holds by
   * their expiry; other bookings do not pay for that index.
   */
  bookings: collection<BookingDocument>("bookings", [
    uniqueKey("idempotencyKey"),
    uniqueKey("channelKey"),
    uniqueKey("reference"),
    uniqueKey("tickets.code"),
    [{ tenantId: 1, createdAt: -1, _id: -1 }],
    [{ tenantId: 1, updatedAt: 1, _id: 1 }],
    [{ expiresAt: 1 }, ofHolds],
    [holdsByKey, ofHolds],
    outboxIndex,
  ]),
  /** Lists are in the order of ids, the change feed in that of updatedAt. The sweep finds open orders by their expiry. */
  orders: collection<OrderDocument>("orders", [
    uniqueKey("idempotencyKey"),
    uniqueKey("reference"),
    [{ tenantId: 1, _id: -1 }],
    [{ tenantId: 1, updatedAt: 1, _id: 1 }],
    [{ expiresAt: 1 }, ofOpen],
    [holdsByKey, ofOpen],
    outboxIndex,
  ]),
};
