/** Reads one order with its bookings, and the names of what they are of. */
import type { Operations, Order } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import { type OpenedBooking, loadBooking } from "../booking/load-booking.ts";

export interface OpenedOrder {
  readonly order: Order;
  /** In the order in which they were added. */
  readonly bookings: readonly OpenedBooking[];
  /** How far the server's clock is ahead of this one, in milliseconds. */
  readonly aheadMs: number;
  /** Changes since then may not be in it. */
  readonly since: string;
}

export async function loadOrder(slipway: Operations, id: string): Promise<OpenedOrder> {
  const { data: order, response } = await slipway.orders.get(id).withResponse();
  const time = answerTime(response);
  const bookings = await Promise.all(order.bookings.map((each) => loadBooking(slipway, each.id)));
  return { order, bookings, ...time };
}
