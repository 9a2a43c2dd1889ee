import {
  audit,
  auth,
  availability,
  bookings,
  catalog,
  resourcesCapacity,
} from "@slipway/contracts";
import { createBooking } from "./create-booking.ts";
import { changeTenant, getMe, getOption } from "./joins.ts";
import { photoRows } from "./photo-routes.ts";
import { type Row, route } from "./route.ts";
import { beginSession, endSession } from "./session-joins.ts";
import { syncRows } from "./sync-routes.ts";
import { webhookRows } from "./webhook-routes.ts";

const tenantRows = [
  route("GET /me", null, getMe, { summary: "The tenant, scopes and user of the credential" }),
  route("PATCH /me", "catalog:write", changeTenant, { summary: "Changes the tenant's currency" }),
  route("POST /sessions", null, beginSession, {
    summary: "Begins a user session; its token is answered once and set as a cookie",
    note:
      "Sets the device cookie `__Host-slipway-device`, too (`slipway-device` without TLS). A browser " +
      "that sends it waits for its own failed log-ins alone, not for those of strangers.",
    open: true,
  }),
  route("DELETE /sessions/current", null, endSession, { summary: "Ends the user session at once" }),
  route("GET /api-keys", "api-keys:read", auth.listApiKeys, { summary: "API keys, newest first" }),
  route("POST /api-keys", "api-keys:write", auth.createApiKey, {
    summary: "Issues an API key; its text is answered once",
  }),
  route("DELETE /api-keys/{id}", "api-keys:write", auth.deleteApiKey, {
    summary: "Revokes an API key at once",
  }),
];

const supplierRows = [
  route("GET /suppliers", "suppliers:read", catalog.listSuppliers, {
    summary: "Suppliers by name, without archived ones",
    paged: true,
  }),
  route("POST /suppliers", "suppliers:write", catalog.createSupplier, {
    summary: "Adds a supplier",
  }),
  route("GET /suppliers/{id}", "suppliers:read", catalog.getSupplier, { summary: "One supplier" }),
  route("PATCH /suppliers/{id}", "suppliers:write", catalog.updateSupplier, {
    summary: "Changes a supplier; zone, language and contacts are copied to its products",
  }),
  route("DELETE /suppliers/{id}", "suppliers:write", catalog.archiveSupplier, {
    summary: "Archives a supplier",
  }),
];

const productRows = [
  route("GET /products", "catalog:read", catalog.listProducts, {
    summary: "Products by name, without archived ones",
    paged: true,
  }),
  route("POST /products", "catalog:write", catalog.createProduct, { summary: "Adds a product" }),
  route("GET /products/{id}", "catalog:read", catalog.getProduct, {
    summary: "One product with its options and photos",
  }),
  route("PATCH /products/{id}", "catalog:write", catalog.updateProduct, {
    summary: "Changes a product",
    immutable: ["supplierId"],
  }),
  route("DELETE /products/{id}", "catalog:write", catalog.archiveProduct, {
    summary: "Archives a product",
  }),
];

const optionRows = [
  route("GET /products/{id}/options", "catalog:read", catalog.listOptions, {
    summary: "Options of a product",
    paged: true,
  }),
  route("POST /products/{id}/options", "catalog:write", catalog.createOption, {
    summary: "Adds an option to a product",
  }),
  route("GET /options/{id}", "catalog:read", getOption, {
    summary: "One option with its units, requirements, active periods and prices",
  }),
  route("PATCH /options/{id}", "catalog:write", catalog.updateOption, {
    summary: "Changes an option",
    immutable: ["pricingPer"],
  }),
  route("DELETE /options/{id}", "catalog:write", catalog.deleteOption, {
    summary: "Deletes an option",
  }),
  route("POST /options/{id}/units", "catalog:write", catalog.createUnit, {
    summary: "Adds a unit to an option",
  }),
  route("GET /units/{id}", "catalog:read", catalog.getUnit, { summary: "One unit" }),
  route("PATCH /units/{id}", "catalog:write", catalog.updateUnit, { summary: "Changes a unit" }),
  route("DELETE /units/{id}", "catalog:write", catalog.archiveUnit, { summary: "Archives a unit" }),
];

const periodRows = [
  route("GET /options/{id}/availability-periods", "availability:read", availability.listPeriods, {
    summary: "Availability periods of an option, active ones unless asked otherwise",
    paged: true,
  }),
  route("POST /options/{id}/availability-periods", "resources:write", availability.createPeriod, {
    summary: "Adds an availability period to an option",
  }),
  route(
    "DELETE /options/{id}/availability-periods/{periodId}",
    "resources:write",
    availability.deactivatePeriod,
    { summary: "Deactivates an availability period" },
  ),
  route("GET /options/{id}/pricing-periods", "availability:read", catalog.listPricingPeriods, {
    summary: "Pricing periods of an option",
  }),
  route("PUT /options/{id}/pricing-periods", "resources:write", catalog.setPricingPeriods, {
    summary: "Replaces all pricing periods of an option",
  }),
];

const resourceRows = [
  route("GET /resources", "resources:read", resourcesCapacity.listResources, {
    summary: "Resources by name",
    paged: true,
  }),
  route("POST /resources", "resources:write", resourcesCapacity.createResource, {
    summary: "Adds a resource",
  }),
  route("GET /resources/{id}", "resources:read", resourcesCapacity.getResource, {
    summary: "One resource with its requirements",
  }),
  route("PATCH /resources/{id}", "resources:write", resourcesCapacity.updateResource, {
    summary: "Changes a resource; changed numbers are the capacity of every departure",
    immutable: ["supplierId"],
  }),
  route("DELETE /resources/{id}", "resources:write", resourcesCapacity.deleteResource, {
    summary: "Deletes a resource that was never used",
  }),
  route(
    "POST /options/{id}/resource-requirements",
    "resources:write",
    resourcesCapacity.setRequirement,
    { summary: "Links a resource to an option, or replaces the link" },
  ),
  route(
    "DELETE /options/{optionId}/resource-requirements/{resourceId}",
    "resources:write",
    resourcesCapacity.deleteRequirement,
    { summary: "Unlinks a resource from an option" },
  ),
];

const availabilityRows = [
  route("GET /availability", "availability:read", availability.listAvailability, {
    summary: "Departures of an option with their vacancies",
    note:
      "The range is at most 400 days and has at most 20 000 departures. A longer one is refused, and the " +
      "`detail` says how many days would do.",
    paged: true,
    // A departure takes more of the processor than other records of its length.
    weight: 2,
  }),
  route("GET /availability-blocks", "availability:read", availability.listBlocks, {
    summary: "Blocks that overlap a range, by start",
    paged: true,
  }),
  route("POST /availability-blocks", "resources:write", availability.createBlock, {
    summary: "Stops new bookings of a product for a time",
  }),
  route("DELETE /availability-blocks/{id}", "resources:write", availability.deleteBlock, {
    summary: "Removes a block",
  }),
];

const bookingRows = [
  route("GET /bookings", "bookings:read", bookings.listBookings, {
    summary: "Bookings, newest first, or by their last change from an instant on",
    paged: true,
    changes: bookings.listChanges,
    answerHeaders: ["Sync-Watermark"],
  }),
  route("POST /bookings", "bookings:write", createBooking, {
    summary: "Books places",
    note:
      "A request with an `idempotencyKey` may be repeated: it answers the booking of the first one. " +
      "The gateway itself repeats it once, within its time, before it answers 504 OUTCOME_UNKNOWN.",
    answerHeaders: ["Idempotent-Replayed"],
  }),
  route("GET /bookings/{id}", "bookings:read", bookings.getBooking, { summary: "One booking" }),
  route("PATCH /bookings/{id}", "bookings:write", bookings.updateBooking, {
    summary: "Changes a booking: its start, units, resources, price or participants",
    immutable: ["optionId", "customer", "notes"],
  }),
  route("POST /bookings/{id}/extend", "bookings:write", bookings.extendBooking, {
    summary: "Extends a hold",
    status: 200,
  }),
  route("POST /bookings/{id}/confirm", "bookings:write", bookings.confirmBooking, {
    summary: "Confirms a hold",
  }),
  route("POST /bookings/{id}/approve", "bookings:write", bookings.approveBooking, {
    summary: "Approves a pending booking",
  }),
  route("POST /bookings/{id}/reject", "bookings:write", bookings.rejectBooking, {
    summary: "Rejects a booking and frees its places",
  }),
  route("POST /bookings/{id}/cancel", "bookings:write", bookings.cancelBooking, {
    summary: "Cancels a booking and frees its places",
  }),
];

const auditRows = [
  route("GET /audit-logs", "audit:read", audit.listLog, {
    summary: "Changes, newest first",
    paged: "array",
    operationId: "listEntries",
  }),
];

/** Every operation of the HTTP interface. */
export const rows: readonly Row[] = [
  ...tenantRows,
  ...supplierRows,
  ...productRows,
  ...photoRows,
  ...optionRows,
  ...periodRows,
  ...resourceRows,
  ...availabilityRows,
  ...bookingRows,
  ...webhookRows,
  ...syncRows,
  ...auditRows,
];
