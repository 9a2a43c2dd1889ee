import type { Step } from "./step.ts";

/** 9 in the morning in Venice. */
const morning = "2027-06-15T07:00:00.000Z";
const noon = "2027-06-15T10:00:00.000Z";
const wholeDay = { from: "2027-06-15T00:00:00+02:00", to: "2027-06-15T23:59:59+02:00" };
const customer = { firstName: "Marta", lastName: "Zanon", emailAddress: "marta.zanon@example.com" };
const family = [
  { unitId: "@adult.id", quantity: 2 },
  { unitId: "@child.id", quantity: 1 },
];
const stormy = { optionId: "@option.id", startAt: "2027-06-17T07:00:00.000Z" };
const alone = [{ unitId: "@adult.id", quantity: 1 }];

/** Each names a booking of one adult at noon. */
function bookedAlone(name: string): Step {
  const idempotencyKey = `desk-${name}`;
  const body = { optionId: "@option.id", startAt: noon, unitItems: alone, idempotencyKey };
  return { name, head: "POST /bookings", body };
}

export const sellingSteps: readonly Step[] = [
  {
    name: "departures",
    head: "GET /availability",
    query: { optionId: "@option.id", ...wholeDay, include: "prices" },
  },
  {
    name: "calendar",
    head: "GET /availability/calendar",
    query: { optionId: "@option.id", from: "2027-06-15", to: "2027-06-16" },
  },
  {
    name: "quote",
    head: "POST /bookings/quote",
    body: { optionId: "@option.id", startAt: morning, unitItems: family, status: "ON_HOLD" },
  },
  {
    name: "held",
    head: "POST /bookings",
    body: {
      optionId: "@option.id",
      startAt: morning,
      unitItems: family,
      customer,
      notes: "Arrives with a pushchair",
      status: "ON_HOLD",
      idempotencyKey: "checkout-7f3a91",
    },
  },
  { name: "extended", head: "POST /bookings/@held.id/extend", body: { expirationMinutes: 60 } },
  {
    name: "confirmed",
    head: "POST /bookings/@held.id/confirm",
    body: { resellerReference: "AGENT-5531" },
  },
  {
    name: "changed",
    head: "PATCH /bookings/@held.id",
    body: {
      expectedUpdatedAt: "@confirmed.updatedAt",
      startAt: noon,
      unitItems: [
        { unitId: "@adult.id", quantity: 2 },
        { unitId: "@child.id", quantity: 2 },
      ],
    },
  },
  {
    name: "detailed",
    head: "PUT /bookings/@held.id/details",
    body: {
      expectedUpdatedAt: "@changed.updatedAt",
      notes: "Arrives with two pushchairs",
      externalId: "ORD-2041",
      metadata: { campaign: "spring" },
    },
  },
  { name: "oneBooking", head: "GET /bookings/@held.id" },
  {
    name: "feed",
    head: "POST /calendar-feeds",
    body: { name: "Departures of the Torcello line", productId: "@product.id", withNames: false },
  },
  { name: "feeds", head: "GET /calendar-feeds" },
  { name: "rotatedFeed", head: "POST /calendar-feeds/@feed.id/rotate" },
  { name: "feedEnded", head: "DELETE /calendar-feeds/@feed.id" },
  { name: "bookings", head: "GET /bookings", query: { status: "CONFIRMED", limit: "20" } },
  {
    name: "counts",
    head: "GET /booking-counts",
    query: { from: "2027-06-01", to: "2027-06-30", timezone: "Europe/Rome" },
  },
  {
    name: "stats",
    head: "GET /stats",
    query: { from: "2027-06-01", to: "2027-06-30", timezone: "Europe/Rome", by: "product" },
  },
  {
    name: "unscheduled",
    head: "GET /unscheduled-bookings",
    query: { from: "2027-06-01T00:00:00+02:00" },
  },
  {
    name: "usage",
    head: "GET /resources/@resource.id/usage",
    query: { from: "2027-06-01T00:00:00+02:00", to: "2027-07-01T00:00:00+02:00" },
  },
  { name: "tickets", head: "GET /bookings/@held.id/tickets" },
  {
    name: "redeemedTicket",
    head: "POST /tickets/redeem",
    body: { code: "@tickets.0.code", startAt: noon, device: "Pier 3" },
  },
  {
    name: "redeemed",
    head: "POST /bookings/@held.id/redeem",
    body: { items: [{ unitItemId: "@tickets.0.unitItemId", quantity: 2 }], device: "Pier 3" },
  },
  { name: "unredeemed", head: "POST /bookings/@held.id/unredeem", body: {} },
  { name: "refundQuote", head: "POST /bookings/@held.id/cancel/quote" },
  {
    name: "cancelled",
    head: "POST /bookings/@held.id/cancel",
    body: { reason: "The family has changed its plans" },
  },
  {
    name: "byApproval",
    head: "PATCH /options/@option.id",
    body: { bookingCutoffMinutes: 30, metadata: { directBooking: false, holdMinutes: 15 } },
  },
  bookedAlone("pending"),
  { name: "approved", head: "POST /bookings/@pending.id/approve" },
  bookedAlone("unwanted"),
  {
    name: "rejected",
    head: "POST /bookings/@unwanted.id/reject",
    body: { reason: "The boat is chartered" },
  },
  {
    name: "block",
    head: "POST /availability-blocks",
    body: {
      productId: "@product.id",
      startAt: "2027-06-16T12:00:00+02:00",
      endAt: "2027-06-17T00:00:00+02:00",
      note: "The engine is overhauled",
    },
  },
  {
    name: "blocks",
    head: "GET /availability-blocks",
    query: { from: "2027-06-01T00:00:00+02:00", to: "2027-06-30T23:59:59+02:00" },
  },
  { name: "unblocked", head: "DELETE /availability-blocks/@block.id" },
  {
    name: "calledOff",
    head: "POST /departures/call-off",
    body: { ...stormy, reason: "Storm warning for the northern lagoon" },
  },
  { name: "reopened", head: "POST /departures/reopen", body: stormy },
  {
    name: "orderQuote",
    head: "POST /orders/quote",
    body: { items: [{ optionId: "@option.id", startAt: noon, unitItems: family }] },
  },
  {
    name: "order",
    head: "POST /orders",
    body: { customer, expirationMinutes: 20, idempotencyKey: "basket-7f3a91" },
  },
  {
    name: "heldOfOrder",
    head: "POST /bookings",
    body: {
      optionId: "@option.id",
      startAt: noon,
      unitItems: family,
      orderId: "@order.id",
      idempotencyKey: "basket-7f3a91-1",
    },
  },
  { name: "orders", head: "GET /orders", query: { status: "OPEN", limit: "20" } },
  { name: "orderRead", head: "GET /orders/@order.id" },
  {
    name: "orderUpdated",
    head: "PATCH /orders/@order.id",
    body: { expectedUpdatedAt: "@order.updatedAt", resellerReference: "AGENT-5531" },
  },
  {
    name: "orderExtended",
    head: "POST /orders/@order.id/extend",
    body: { expirationMinutes: 60 },
  },
  {
    name: "orderConfirmed",
    head: "POST /orders/@order.id/confirm",
    body: { notes: "Paid by card" },
  },
  {
    name: "orderCancelled",
    head: "POST /orders/@order.id/cancel",
    body: { reason: "The family has changed its plans" },
  },
  {
    name: "audit",
    head: "GET /audit-logs",
    query: { entityType: "resource", entityId: "@resource.id" },
    isSettled: true,
  },
  {
    name: "auditPage",
    head: "GET /audit-logs/pages",
    query: { entityType: "resource", entityId: "@resource.id", limit: "1" },
  },
];
