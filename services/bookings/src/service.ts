import { defineService } from "@slipway/broker";
import {
  bookingArchive,
  bookings,
  calendarFeeds,
  channelBookings,
  customers,
  departures,
  orders,
  outbox,
  referenceCache,
  tenantData,
  tickets,
} from "@slipway/contracts";
import { auditConsumer, operatorActions, syncConsumer, webhooksConsumer } from "@slipway/events";
import { timedStoreOf } from "@slipway/store";
import { buildDeps } from "./build-deps.ts";
import { configOf } from "./config.ts";
import { followRedemptions } from "./departure/follow-redemption.ts";
import { sendErasure } from "./erase/send-erasure.ts";
import { expireBookings } from "./lifecycle/expire-bookings.ts";
import { finishEffects } from "./claims/release-claims.ts";
import { expireOrders } from "./order/expire-orders.ts";
import { followOrders } from "./order/follow-orders.ts";
import * as schema from "./schema.ts";
import * as useCases from "./use-cases.ts";

/** Bookings: created once, moved through their states, listed, and expired when a hold ends. */
export const bookingsService = defineService({
  name: "bookings",
  contracts: {
    ...bookings,
    ...channelBookings,
    ...calendarFeeds,
    ...departures,
    listTickets: tickets.listTickets,
    redeemTicket: tickets.redeemTicket,
    redeemBooking: tickets.redeemBooking,
    unredeemBooking: tickets.unredeemBooking,
    ...orders,
    listEndedBookings: bookingArchive.listEndedBookings,
    listArchivedBookings: bookingArchive.listArchivedBookings,
    archiveBookings: bookingArchive.archiveBookings,
    listEndedOrders: bookingArchive.listEndedOrders,
    archiveOrders: bookingArchive.archiveOrders,
    eraseCustomer: customers.eraseCustomer,
    ...outbox.outboxes.bookings,
    ...tenantData.ofServices.bookings,
    invalidateCache: referenceCache.invalidateInBookings,
  },
  config: configOf,
  store: timedStoreOf("bookings", schema),
  deps: buildDeps,
  actions: { ...operatorActions, ...useCases },
  consumers: (deps) => [
    auditConsumer(deps.broker),
    webhooksConsumer(deps.broker),
    syncConsumer(deps.broker),
    finishEffects(deps),
    sendErasure(deps),
    followOrders(deps),
    followRedemptions(deps),
  ],
  jobs: (deps) => [
    { name: "expire-holds", everyMs: deps.config.sweepMs, run: () => expireBookings(deps) },
    { name: "expire-orders", everyMs: deps.config.sweepMs, run: () => expireOrders(deps) },
  ],
  parts: ({ attachments }) => [
    { stop: () => attachments.settle(), settle: () => attachments.settle() },
  ],
});
