import {
  audit,
  auth,
  availability,
  bookings,
  catalog,
  resourcesCapacity,
} from "@slipway/contracts";
import { createBooking } from "./create-booking.ts";
import { changeTenant, getMe, getOption } from "./composed-routes.ts";
import { photoRoutes } from "./photo-routes.ts";
import { immutableInBookings, quoteBooking, quoteOfChange } from "./quote-booking.ts";
import { type Route, defineRoute } from "./route.ts";
import { beginSession, endSession } from "./session-routes.ts";
import { syncRoutes } from "./sync-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const tenantRoutes = [
  defineRoute("GET /me", null, getMe, { summary: "The tenant, scopes and user of the credential" }),
  defineRoute("PATCH /me", "catalog:write", changeTenant, {
    summary: "Changes the tenant's currency",
    operationId: "updateTenant",
  }),
  defineRoute("POST /sessions", null, beginSession, {
    summary: "Begins a user session; its token is answered once and set as a cookie",
    open: true,
  }),
  defineRoute("DELETE /sessions/current", null, endSession, {
    summary: "Ends the user session at once",
  }),
  defineRoute("GET /api-keys", "api-keys:read", auth.listApiKeys, {
    summary: "API keys, newest first",
  }),
  defineRoute("POST /api-keys", "api-keys:write", auth.createApiKey, {
    summary: "Issues an API key; its text is answered once",
  }),
  defineRoute("DELETE /api-keys/{id}", "api-keys:write", auth.deleteApiKey, {
    summary: "Revokes an API key at once",
  }),
];

const supplierRoutes = [
  defineRoute("GET /suppliers", "suppliers:read", catalog.listSuppliers, {
    summary: "Suppliers by name, without archived ones",
    paged: true,
  }),
  defineRoute("POST /suppliers", "suppliers:write", catalog.createSupplier, {
    summary: "Adds a supplier",
  }),
  defineRoute("GET /suppliers/{id}", "suppliers:read", catalog.getSupplier, {
    summary: "One supplier",
  }),
  defineRoute("PATCH /suppliers/{id}", "suppliers:write", catalog.updateSupplier, {
    summary: "Changes a supplier; zone, language and contacts are copied to its products",
  }),
  defineRoute("DELETE /suppliers/{id}", "suppliers:write", catalog.archiveSupplier, {
    summary: "Archives a supplier",
  }),
];

const productRoutes = [
  defineRoute("GET /products", "catalog:read", catalog.listProducts, {
    summary: "Products by name, without archived ones",
    paged: true,
  }),
  defineRoute("POST /products", "catalog:write", catalog.createProduct, {
    summary: "Adds a product",
  }),
  defineRoute("GET /products/{id}", "catalog:read", catalog.getProduct, {
    summary: "One product with its options and photos",
  }),
  defineRoute("PATCH /products/{id}", "catalog:write", catalog.updateProduct, {
    summary: "Changes a product",
    immutable: ["supplierId"],
  }),
  defineRoute("DELETE /products/{id}", "catalog:write", catalog.archiveProduct, {
    summary: "Archives a product",
  }),
];

const optionRoutes = [
  defineRoute("GET /products/{id}/options", "catalog:read", catalog.listOptions, {
    summary: "Options of a product",
    paged: true,
  }),
  defineRoute("POST /products/{id}/options", "catalog:write", catalog.createOption, {
    summary: "Adds an option to a product",
  }),
  defineRoute("GET /options/{id}", "catalog:read", getOption, {
    summary: "One option with its units, requirements, active periods and prices",
  }),
  defineRoute("PATCH /options/{id}", "catalog:write", catalog.updateOption, {
    summary: "Changes an option",
    immutable: ["pricingPer"],
  }),
  defineRoute("DELETE /options/{id}", "catalog:write", catalog.deleteOption, {
    summary: "Deletes an option",
  }),
  defineRoute("POST /options/{id}/units", "catalog:write", catalog.createUnit, {
    summary: "Adds a unit to an option",
  }),
  defineRoute("GET /units/{id}", "catalog:read", catalog.getUnit, { summary: "One unit" }),
  defineRoute("PATCH /units/{id}", "catalog:write", catalog.updateUnit, {
    summary: "Changes a unit",
  }),
  defineRoute("DELETE /units/{id}", "catalog:write", catalog.archiveUnit, {
    summary: "Archives a unit",
  }),
];

const periodRoutes = [
  defineRoute(
    "GET /options/{id}/availability-periods",
    "availability:read",
    availability.listPeriods,
    {
      summary: "Availability periods of an option, active ones unless asked otherwise",
      operationId: "listAvailabilityPeriods",
      paged: true,
    },
  ),
  defineRoute(
    "POST /options/{id}/availability-periods",
    "resources:write",
    availability.createPeriod,
    {
      summary: "Adds an availability period to an option",
      operationId: "createAvailabilityPeriod",
    },
  ),
  defineRoute(
    "POST /options/{id}/availability-periods/import",
    "resources:write",
    availability.importPeriods,
    {
      summary: "Adds the availability periods that a recurrence rule says",
      operationId: "importAvailabilityPeriods",
    },
  ),
  defineRoute(
    "DELETE /options/{id}/availability-periods/{periodId}",
    "resources:write",
    availability.deactivatePeriod,
    { summary: "Deactivates an availability period", operationId: "deactivateAvailabilityPeriod" },
  ),
  defineRoute(
    "GET /options/{id}/pricing-periods",
    "availability:read",
    catalog.listPricingPeriods,
    {
      summary: "Pricing periods of an option",
    },
  ),
  defineRoute("PUT /options/{id}/pricing-periods", "resources:write", catalog.setPricingPeriods, {
    summary: "Replaces all pricing periods of an option",
  }),
];

const resourceRoutes = [
  defineRoute("GET /resources", "resources:read", resourcesCapacity.listResources, {
    summary: "Resources by name",
    paged: true,
  }),
  defineRoute("POST /resources", "resources:write", resourcesCapacity.createResource, {
    summary: "Adds a resource",
  }),
  defineRoute("GET /resources/{id}", "resources:read", resourcesCapacity.getResource, {
    summary: "One resource with its requirements",
  }),
  defineRoute("PATCH /resources/{id}", "resources:write", resourcesCapacity.updateResource, {
    summary: "Changes a resource; changed numbers are the capacity of every departure",
    immutable: ["supplierId"],
  }),
  defineRoute("DELETE /resources/{id}", "resources:write", resourcesCapacity.deleteResource, {
    summary: "Deletes a resource that was never used",
  }),
  defineRoute(
    "POST /options/{id}/resource-requirements",
    "resources:write",
    resourcesCapacity.setRequirement,
    {
      summary: "Links a resource to an option, or replaces the link",
      operationId: "setResourceRequirement",
    },
  ),
  defineRoute(
    "DELETE /options/{optionId}/resource-requirements/{resourceId}",
    "resources:write",
    resourcesCapacity.deleteRequirement,
    { summary: "Unlinks a resource from an option", operationId: "deleteResourceRequirement" },
  ),
];

const availabilityRoutes = [
  defineRoute("GET /availability", "availability:read", availability.listAvailability, {
    summary: "Departures of an option with their vacancies",
    paged: true,
    // A departure takes more of the processor than other records of its length.
    weight: 2,
  }),
  defineRoute("GET /availability-blocks", "availability:read", availability.listBlocks, {
    summary: "Blocks that overlap a range, by start",
    operationId: "listAvailabilityBlocks",
    paged: true,
  }),
  defineRoute("POST /availability-blocks", "resources:write", availability.createBlock, {
    summary: "Stops new bookings of a product for a time",
    operationId: "createAvailabilityBlock",
  }),
  defineRoute("DELETE /availability-blocks/{id}", "resources:write", availability.deleteBlock, {
    summary: "Removes a block",
    operationId: "deleteAvailabilityBlock",
  }),
];

const bookingRoutes = [
  defineRoute("GET /bookings", "bookings:read", bookings.listBookings, {
    summary: "Bookings, newest first, or by their last change from an instant on",
    paged: true,
    changes: bookings.listChanges,
    answerHeaders: ["Sync-Watermark"],
  }),
  defineRoute("POST /bookings", "bookings:write", createBooking, {
    summary: "Books places",
    readsIdempotencyKey: true,
    answerHeaders: ["Idempotent-Replayed"],
  }),
  defineRoute("POST /bookings/quote", "bookings:read", quoteBooking, {
    summary: "Price, places and state of a sale or a change before it is made",
    status: 200,
    otherForm: quoteOfChange,
  }),
  defineRoute("GET /bookings/{id}", "bookings:read", bookings.getBooking, {
    summary: "One booking",
  }),
  defineRoute("PATCH /bookings/{id}", "bookings:write", bookings.updateBooking, {
    summary: "Changes a booking: its start, units, resources, price or participants",
    immutable: immutableInBookings,
  }),
  defineRoute("PUT /bookings/{id}/details", "bookings:write", bookings.updateDetails, {
    summary: "Replaces a booking's customer, notes, names and metadata",
    operationId: "updateBookingDetails",
  }),
  defineRoute("POST /bookings/{id}/extend", "bookings:write", bookings.extendBooking, {
    summary: "Extends a hold",
    status: 200,
  }),
  defineRoute("POST /bookings/{id}/confirm", "bookings:write", bookings.confirmBooking, {
    summary: "Confirms a hold, with details that were not known before",
  }),
  defineRoute("POST /bookings/{id}/approve", "bookings:write", bookings.approveBooking, {
    summary: "Approves a pending booking",
  }),
  defineRoute("POST /bookings/{id}/reject", "bookings:write", bookings.rejectBooking, {
    summary: "Rejects a booking and frees its places",
  }),
  defineRoute("POST /bookings/{id}/cancel", "bookings:write", bookings.cancelBooking, {
    summary: "Cancels a booking and frees its places",
  }),
];

const auditRoutes = [
  defineRoute("GET /audit-logs", "audit:read", audit.listLog, {
    summary: "Changes, newest first",
    paged: "array",
    operationId: "listAuditEntries",
  }),
];

/** Every operation of the HTTP interface. */
export const routes: readonly Route[] = [
  ...tenantRoutes,
  ...supplierRoutes,
  ...productRoutes,
  ...photoRoutes,
  ...optionRoutes,
  ...periodRoutes,
  ...resourceRoutes,
  ...availabilityRoutes,
  ...bookingRoutes,
  ...webhookRoutes,
  ...syncRoutes,
  ...auditRoutes,
];
