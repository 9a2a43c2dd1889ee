/** Bugs by which the bookings of an order are not confirmed together. */
import type { Patch } from "./marks.ts";

const mutant = (name: string, mark: string, becomes: Patch["becomes"] = "") => ({
  name,
  patches: [{ mark, becomes }],
});

const confirmAll = `if (type === "order.confirmed")
  for (const each of await deps.store.listOf(order.tenantId, order.bookingIds))
    if (each.status === "ON_HOLD")
      await deps.store.change(each, {
        set: { status: "CONFIRMED", expiresAt: null, confirmedAt: updatedAt },
        updatedAt: new Date(Math.max(deps.clock(), each.updatedAt.getTime() + 1)),
        hold: "any",
      });`;

export const ofOrders = [
  mutant(
    "an order is confirmed whose claims are not confirmed first",
    "confirm-with-order",
    "before: async () => undefined",
  ),
  mutant(
    "an order is extended whose claims are not extended first",
    "extend-with-order",
    "before: async () => undefined",
  ),
  mutant(
    "bookings are confirmed before the order's write",
    "order-point-of-no-return",
    (marked) => `${confirmAll}\n${marked}`,
  ),
  mutant("the expiry of a hold ignores its order", "expiry-of-order"),
  mutant("an order's cancellation is followed by half of its bookings", "follow-all", (marked) =>
    marked.replace("bookings.map(", "bookings.slice(bookings.length >> 1).map("),
  ),
  mutant(
    "a change of a booking does not ask for a decision about its order under way",
    "order-mark",
    "return false;",
  ),
  mutant(
    "bookings are not marked before the order's write",
    "mark-bookings",
    "const bookings = found;",
  ),
  mutant("an order's answer does not wait for its bookings", "follow-before-answer"),
  mutant("a booking is inserted that its order does not name", "join-order", "return;"),
  mutant("a booking that is inserted late joins a decided order", "tombstone-of-order"),
];
