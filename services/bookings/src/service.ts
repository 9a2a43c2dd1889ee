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
import { archiveBookings } from "./archive/archive-bookings.ts";
import { archiveOrders, listEndedOrders } from "./archive/archive-orders.ts";
import { listArchivedBookings } from "./archive/list-archived-bookings.ts";
import { listEndedBookings } from "./archive/list-ended-bookings.ts";
import { buildDeps } from "./build-deps.ts";
import { createCalendarFeed } from "./calendar/create-calendar-feed.ts";
import { deleteCalendarFeed } from "./calendar/delete-calendar-feed.ts";
import { findCalendarFeed } from "./calendar/find-calendar-feed.ts";
import { findFeedSupplier } from "./calendar/find-feed-supplier.ts";
import { getCalendar } from "./calendar/get-calendar.ts";
import { listCalendarFeeds } from "./calendar/list-calendar-feeds.ts";
import { rotateCalendarFeed } from "./calendar/rotate-calendar-feed.ts";
import { quoteUpdate } from "./change/quote-update.ts";
import { updateBooking } from "./change/update-booking.ts";
import { updateDetails } from "./change/update-details.ts";
import { cancelChannelBooking } from "./channel/cancel-channel-booking.ts";
import { updateChannelBooking } from "./channel/update-channel-booking.ts";
import { confirmChannelBooking } from "./channel/confirm-channel-booking.ts";
import { createChannelBooking } from "./channel/create-channel-booking.ts";
import { extendChannelBooking } from "./channel/extend-channel-booking.ts";
import { findChannelBooking } from "./channel/find-channel-booking.ts";
import { getChannelBooking } from "./channel/get-channel-booking.ts";
import { holdChannelBooking } from "./channel/hold-channel-booking.ts";
import { listChannelBookings } from "./channel/list-channel-bookings.ts";
import { configOf } from "./config.ts";
import { callOffDeparture } from "./departure/call-off-departure.ts";
import { followCallOff } from "./departure/follow-call-off.ts";
import { reopenDeparture } from "./departure/reopen-departure.ts";
import { followRedemptions } from "./departure/follow-redemption.ts";
import { eraseCustomer } from "./erase/erase-customer.ts";
import { sendErasure } from "./erase/send-erasure.ts";
import { listChanges } from "./feed/list-changes.ts";
import { approveBooking } from "./lifecycle/approve-booking.ts";
import { cancelBooking } from "./lifecycle/cancel-booking.ts";
import { confirmBooking } from "./lifecycle/confirm-booking.ts";
import { expireBookings } from "./lifecycle/expire-bookings.ts";
import { extendBooking } from "./lifecycle/extend-booking.ts";
import { quoteCancellation } from "./lifecycle/quote-cancellation.ts";
import { rejectBooking } from "./lifecycle/reject-booking.ts";
import { finishEffects } from "./claims/release-claims.ts";
import { getBooking } from "./list/get-booking.ts";
import { hasLiveBookings } from "./list/has-live-bookings.ts";
import { listStats } from "./list/list-statistics.ts";
import { listBookingCounts } from "./list/list-booking-counts.ts";
import { listUnscheduledBookings } from "./list/list-unscheduled-bookings.ts";
import { listBookings } from "./list/list-bookings.ts";
import { examineBookings } from "./recovery/examine-bookings.ts";
import { listClaimHolders } from "./recovery/list-claim-holders.ts";
import { repairBookings } from "./recovery/repair-bookings.ts";
import { cancelOrder } from "./order/cancel-order.ts";
import { confirmOrder } from "./order/confirm-order.ts";
import { createOrder } from "./order/create-order.ts";
import { expireOrders } from "./order/expire-orders.ts";
import { extendOrder } from "./order/extend-order.ts";
import { followOrders } from "./order/follow-orders.ts";
import { getOrder } from "./order/get-order.ts";
import { listOrderChanges, listOrders } from "./order/list-orders.ts";
import { quoteOrder } from "./order/quote-order.ts";
import { updateOrder } from "./order/update-order.ts";
import { settleClaims } from "./claims/settle-claims.ts";
import * as schema from "./schema.ts";
import { createBooking } from "./sell/create-booking.ts";
import { quoteBooking } from "./sell/quote-booking.ts";
import { invalidateCache } from "./offer/invalidate-cache.ts";

import { listTickets } from "./ticket/list-tickets.ts";
import { redeemBooking } from "./ticket/redeem-booking.ts";
import { redeemTicket } from "./ticket/redeem-ticket.ts";
import { unredeemBooking } from "./ticket/unredeem-booking.ts";

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
  actions: {
    ...operatorActions,
    createBooking,
    quoteBooking,
    createChannelBooking,
    findChannelBooking,
    holdChannelBooking,
    getChannelBooking,
    listChannelBookings,
    updateChannelBooking,
    confirmChannelBooking,
    extendChannelBooking,
    cancelChannelBooking,
    getBooking,
    listBookings,
    listBookingCounts,
    listStats,
    listUnscheduledBookings,
    listChanges,
    updateBooking,
    quoteUpdate,
    updateDetails,
    eraseCustomer,
    extendBooking,
    confirmBooking,
    approveBooking,
    rejectBooking,
    cancelBooking,
    quoteCancellation,
    callOffDeparture,
    reopenDeparture,
    followCallOff,
    listTickets,
    redeemTicket,
    redeemBooking,
    unredeemBooking,
    createOrder,
    quoteOrder,
    getOrder,
    listOrders,
    listOrderChanges,
    updateOrder,
    extendOrder,
    confirmOrder,
    cancelOrder,
    hasLiveBookings,
    createCalendarFeed,
    listCalendarFeeds,
    rotateCalendarFeed,
    deleteCalendarFeed,
    findCalendarFeed,
    findFeedSupplier,
    getCalendar,
    settleClaims,
    listClaimHolders,
    examineBookings,
    repairBookings,
    listEndedBookings,
    listArchivedBookings,
    archiveBookings,
    listEndedOrders,
    archiveOrders,
    invalidateCache,
  },
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
