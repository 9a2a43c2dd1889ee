/**
 * Which service calls which actions of others. NATS lets a service call these and no other (docs/deploy.md), so a call
 * that is missing here fails there; `server/test/calls.test.ts` holds the table against the code. What the
 * gateway calls is its table of routes.
 */
import type { Action } from "./action.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as availability from "./availability.ts";
import * as bookingArchive from "./booking-archive.ts";
import * as bookings from "./bookings.ts";
import * as capacityArchive from "./capacity-archive.ts";
import * as catalog from "./catalog.ts";
import * as customers from "./customers.ts";
import * as departures from "./departures.ts";
import { cacheHolders } from "./reference-cache.ts";
import { outboxes } from "./outbox.ts";
import * as resourcesCapacity from "./resources-capacity.ts";
import { type busServices, isRole, type operatorRole, partsOfRole } from "./roles.ts";
import { type EntityType, entitiesOf } from "./stored-event.ts";
import * as sync from "./sync.ts";
import { ofServices } from "./tenant-data.ts";
import * as webhooks from "./webhooks.ts";

type Service = (typeof busServices)[number];

/** Actions that the consumers in `packages/events` call. */
export const relayCalls = {
  audit: [audit.appendEntries],
  erasure: [audit.eraseEntries],
  sync: [sync.listListeners, sync.acceptChanges],
  webhooks: [webhooks.listListeners, webhooks.acceptChanges],
} as const;
/** Actions that `invalidateCaches` of `packages/reference-cache` calls. */
export const invalidateCalls = cacheHolders;

export const callsOf: Readonly<Record<Service | typeof operatorRole, readonly Action[]>> = {
  auth: [...relayCalls.audit, ...invalidateCalls],
  catalog: [
    bookings.hasLiveBookings,
    resourcesCapacity.dropRequirements,
    ...relayCalls.audit,
    ...relayCalls.sync,
    ...invalidateCalls,
  ],
  availability: [
    catalog.getOptionFacts,
    catalog.getProductFacts,
    catalog.listOptionIds,
    catalog.listOptionVersions,
    resourcesCapacity.listRequirements,
    resourcesCapacity.listVacancies,
    ...relayCalls.audit,
    ...relayCalls.sync,
    ...invalidateCalls,
  ],
  resourcesCapacity: [
    availability.hasActivePeriods,
    bookingArchive.listArchivedBookings,
    bookings.listClaimHolders,
    bookings.settleClaims,
    catalog.getOptionFacts,
    catalog.getSupplierFacts,
    departures.followCallOff,
    ...relayCalls.audit,
    ...relayCalls.sync,
    ...relayCalls.webhooks,
  ],
  bookings: [
    audit.eraseEntriesOf,
    audit.listCreated,
    audit.listLastEntries,
    availability.getSellingFacts,
    availability.hasManualDeparture,
    availability.listAvailability,
    availability.listBlocksAt,
    availability.listMissingStarts,
    availability.listSellingVersions,
    availability.recordManualDeparture,
    catalog.getCurrency,
    catalog.getOptionFacts,
    catalog.getProductFacts,
    catalog.getSupplierFacts,
    catalog.listOptionVersions,
    resourcesCapacity.attachClaims,
    resourcesCapacity.checkClaim,
    resourcesCapacity.checkClaims,
    resourcesCapacity.checkDemand,
    resourcesCapacity.claimAnew,
    resourcesCapacity.claimCapacity,
    resourcesCapacity.extendClaims,
    resourcesCapacity.confirmClaims,
    resourcesCapacity.getResource,
    resourcesCapacity.getRuns,
    resourcesCapacity.listVacancies,
    resourcesCapacity.releaseClaims,
    resourcesCapacity.setRuns,
    sync.eraseEvents,
    sync.eraseEventsOf,
    sync.hasBookingUpdates,
    webhooks.eraseDeliveries,
    ...relayCalls.audit,
    ...relayCalls.erasure,
    ...relayCalls.webhooks,
    ...relayCalls.sync,
    ...invalidateCalls,
  ],
  webhooks: [catalog.getSupplierFacts, ...relayCalls.audit],
  sync: [
    availability.listAvailability,
    bookings.cancelBooking,
    bookings.confirmBooking,
    bookings.createChannelBooking,
    bookings.findChannelBooking,
    catalog.getOptionFacts,
    catalog.getProductFacts,
    catalog.getSupplierFacts,
    catalog.listOptions,
    resourcesCapacity.getResource,
    webhooks.acceptUpdate,
    webhooks.listListeners,
    ...relayCalls.audit,
    ...relayCalls.erasure,
    ...invalidateCalls,
  ],
  audit: [],
  operator: [
    auth.createTenant,
    auth.deleteTenant,
    auth.getTenantName,
    auth.createUser,
    auth.disableUser,
    auth.enableUser,
    auth.setUserPassword,
    auth.resetSecondFactor,
    auth.listApiKeys,
    auth.issueApiKey,
    auth.deleteApiKey,
    catalog.initCurrency,
    bookingArchive.archiveBookings,
    bookingArchive.listEndedBookings,
    bookingArchive.archiveOrders,
    bookingArchive.listEndedOrders,
    capacityArchive.archiveClaims,
    capacityArchive.archiveLedgers,
    capacityArchive.listEndedClaims,
    capacityArchive.listEndedLedgers,
    bookings.examineBookings,
    bookings.repairBookings,
    customers.eraseCustomer,
    resourcesCapacity.examineCapacity,
    resourcesCapacity.repairCapacity,
    ...Object.values(outboxes).flatMap(({ listOutbox, retryOutbox }) => [listOutbox, retryOutbox]),
    ...Object.values(ofServices).flatMap(({ exportRecords, deleteRecords }) => [
      exportRecords,
      deleteRecords,
    ]),
  ],
};

/** Whether nodes of this role may send events of such a record. Undefined: the sender is not known. */
export function mayReport(role: string | undefined, entityType: EntityType): boolean {
  if (role === undefined || !isRole(role)) return true;
  const owners = Object.entries<readonly EntityType[]>(entitiesOf).filter(([, types]) =>
    types.includes(entityType),
  );
  return owners.some(([service]) => partsOfRole(role).includes(service));
}
