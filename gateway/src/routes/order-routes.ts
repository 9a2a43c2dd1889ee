/** Orders concern several suppliers, so a key of one supplier has no part in them. */
import { call } from "@slipway/broker";
import { orders } from "@slipway/contracts";
import { composedRoute, offered, routesOf } from "../route/route.ts";

const createOrder = composedRoute(
  offered(orders.createOrder, { input: orders.newOrder, output: orders.order }),
  [orders.createOrder],
  async (request, wanted) => {
    const { order, replayed } = await call(request, orders.createOrder, wanted);
    return { body: order, ...(replayed ? { headers: { "Idempotent-Replayed": "true" } } : {}) };
  },
);

export const orderRoutes = routesOf(["bookings:read", "bookings:write", "tenant"], {
  "GET /orders": [
    orders.listOrders,
    "Orders, newest first, or by their last change from an instant on",
    {
      paged: true,
      changes: orders.listOrderChanges,
      answerHeaders: ["Sync-Watermark"],
    },
  ],
  "POST /orders": [
    createOrder,
    "Opens an order for several bookings",
    { readsIdempotencyKey: true, answerHeaders: ["Idempotent-Replayed"] },
  ],
  "POST /orders/quote": [
    orders.quoteOrder,
    "Price and places of several sales before they are made",
    { status: 200, costBytes: 64 * 1024 },
  ],
  "GET /orders/{id}": [orders.getOrder, "One order with its bookings"],
  "PATCH /orders/{id}": [
    orders.updateOrder,
    "Replaces an order's customer, notes, names and metadata",
  ],
  "POST /orders/{id}/extend": [
    orders.extendOrder,
    "Extends an order and all its holds, or none",
    { status: 200 },
  ],
  "POST /orders/{id}/confirm": [orders.confirmOrder, "Confirms all bookings of an order, or none"],
  "POST /orders/{id}/cancel": [
    orders.cancelOrder,
    "Cancels an order with all its bookings, or none",
  ],
});
