export * from "./action.ts";
export * from "./answer-of.ts";
export * from "./booking-update.ts";
export { endpointChallenge } from "./endpoint.ts";
export {
  bytesAsJson,
  firstThatFit,
  pageBytesMax,
  pageItemsMax,
  partsOf,
  textBytesMax,
} from "./bus-page.ts";
export * from "./caller.ts";
export * from "./calls.ts";
export * from "./channel-changes.ts";
export * from "./schemas.ts";
export * from "./events.ts";
export * from "./field-errors.ts";
export * from "./key-format.ts";
export * from "./photo-address.ts";
export * from "./refusal-facts.ts";
export * from "./refusals.ts";
export * from "./restrictions.ts";
export * from "./roles.ts";
export * from "./scopes.ts";
export * from "./stored-event.ts";
export * from "./texts.ts";
export * from "./timing.ts";
export * from "./updates.ts";
export * as audit from "./audit.ts";
export * as auth from "./auth.ts";
export * as availability from "./availability.ts";
export * as bookingArchive from "./booking-archive.ts";
export * as bookings from "./bookings.ts";
export * as calendarFeeds from "./calendar-feeds.ts";
export * as capacityArchive from "./capacity-archive.ts";
export * as catalog from "./catalog.ts";
export * as channelBookings from "./channel-bookings.ts";
export * as channelSubscriptions from "./channel-subscriptions.ts";
export * as customers from "./customers.ts";
export * as departures from "./departures.ts";
export * as orders from "./orders.ts";
export * as outbox from "./outbox.ts";
export * as photos from "./photos.ts";
export * as primitives from "./primitives.ts";
export * as referenceCache from "./reference-cache.ts";
export * as resourcesCapacity from "./resources-capacity.ts";
export * as sync from "./sync.ts";
export * as tickets from "./tickets.ts";
export * as tenantData from "./tenant-data.ts";
export * as webhooks from "./webhooks.ts";
