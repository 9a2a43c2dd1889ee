/** Reads one order with its bookings, and the names of what they are of. */
import { type Operations, type Order, isProblem } from "@slipway/client";
import { answerTime } from "../../answer-time.ts";
import { type OpenedBooking, loadBooking } from "../booking/load-booking.ts";

export interface OpenedOrder {
  readonly order: Order;
  /** In the order in which they were added. Archived ones are counted alone. */
  readonly bookings: readonly OpenedBooking[];
  readonly archived: number;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  readonly aheadMs: number;
  /** Changes since then may not be in it. */
  readonly since: string;
}

export async function loadOrder(slipway: Operations, id: string): Promise<OpenedOrder> {
  const { data: order, response } = await slipway.orders.get(id).withResponse();
  const time = answerTime(response);
  const found = await Promise.all(order.bookings.map((each) => loadThere(slipway, each.id)));
  const bookings = found.filter((each) => each !== undefined);
  return { order, bookings, archived: found.length - bookings.length, ...time };
}

/** Undefined: it was archived. */
async function loadThere(slipway: Operations, id: string): Promise<OpenedBooking | undefined> {
  try {
    return await loadBooking(slipway, id);
  } catch (error) {
    if (isProblem(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}
