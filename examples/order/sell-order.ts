/** Sells several bookings in one order with the typed client: all of them, or none. */
import {
  type CreateBookingRequest,
  type CreateOrderRequest,
  type Order,
  type Slipway,
  isOutcomeUnknown,
  isProblem,
} from "@slipway/client";

interface Wanted {
  readonly customer: NonNullable<CreateOrderRequest["customer"]>;
  readonly sales: readonly CreateBookingRequest[];
  /** Yours: a repeat with it makes no second order. */
  readonly key: string;
}

/**
 * Opens an order, holds each sale in it and confirms it. A refusal gives all places back, and is thrown. After a lost answer it says what the
 * order has become; call again with the same key while that is OPEN.
 */
export async function sellOrder(
  { orders, bookings }: Slipway,
  { customer, sales, key }: Wanted,
): Promise<Order> {
  const order = await orders.create({ customer }, { idempotencyKey: key });
  // A repeat: it was sold, or came to nothing.
  if (order.status !== "OPEN") return order;
  try {
    for (const [index, sale] of sales.entries())
      await bookings.create(
        { ...sale, orderId: order.id },
        { idempotencyKey: `${key}-${index + 1}` },
      );
    return await orders.confirm(order.id);
  } catch (error) {
    if (isOutcomeUnknown(error)) return orders.get(order.id);
    // Without it the places would come back when the order ends.
    if (isProblem(error)) await orders.cancel(order.id);
    throw error;
  }
}
