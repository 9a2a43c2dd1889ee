import {
  audit,
  auth,
  availability,
  bookings,
  catalog,
  customers,
  departures,
  resourcesCapacity,
} from "@slipway/contracts";
import { calendarRoutes } from "./calendar-routes.ts";
import { createBooking } from "./create-booking.ts";
import { changeTenant, createApiKey, getMe, getOption } from "./composed-routes.ts";
import { eventStream } from "./event-stream.ts";
import { periodRoutes } from "./period-routes.ts";
import { photoRoutes } from "./photo-routes.ts";
import { immutableInBookings, quoteBooking, quoteOfChange } from "./quote-booking.ts";
import { type Route, defineRoute } from "../route/route.ts";
import { beginSession, endSession } from "./session-routes.ts";
import { syncRoutes } from "./sync-routes.ts";
import { userRoutes } from "./user-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const tenantRoutes = [
  defineRoute("GET /me", null, getMe, {
    narrowing: "own",
    summary: "The tenant, scopes and user of the credential",
  }),
  defineRoute("PATCH /me", "catalog:write", changeTenant, {
    narrowing: "tenant",
    summary: "Changes the tenant's currency",
    operationId: "updateTenant",
  }),
  defineRoute("POST /sessions", null, beginSession, {
    narrowing: "own",
    summary: "Begins a user session; its token is answered once and set as a cookie",
    open: true,
    answerHeaders: ["Set-Cookie"],
  }),
  defineRoute("DELETE /sessions/current", null, endSession, {
    narrowing: "own",
    summary: "Ends the user session at once",
    answerHeaders: ["Set-Cookie"],
  }),
  defineRoute("GET /api-keys", "api-keys:read", auth.listApiKeys, {
    narrowing: "tenant",
    summary: "API keys, newest first",
  }),
  defineRoute("POST /api-keys", "api-keys:write", createApiKey, {
    narrowing: "own",
    summary: "Issues an API key; its text is answered once",
  }),
  defineRoute("DELETE /api-keys/{id}", "api-keys:write", auth.deleteApiKey, {
    narrowing: "tenant",
    summary: "Revokes an API key at once",
  }),
];

const supplierRoutes = [
  defineRoute("GET /suppliers", "suppliers:read", catalog.listSuppliers, {
    narrowing: "own",
    summary: "Suppliers by name, without archived ones",
    paged: true,
  }),
  defineRoute("POST /suppliers", "suppliers:write", catalog.createSupplier, {
    narrowing: "tenant",
    summary: "Adds a supplier",
  }),
  defineRoute("GET /suppliers/{id}", "suppliers:read", catalog.getSupplier, {
    narrowing: { ids: { id: "supplier" } },
    summary: "One supplier",
  }),
  defineRoute("PATCH /suppliers/{id}", "suppliers:write", catalog.updateSupplier, {
    narrowing: { ids: { id: "supplier" } },
    summary: "Changes a supplier; zone, language and contacts are copied to its products",
  }),
  defineRoute("DELETE /suppliers/{id}", "suppliers:write", catalog.archiveSupplier, {
    narrowing: { ids: { id: "supplier" } },
    summary: "Archives a supplier",
  }),
];

const productRoutes = [
  defineRoute("GET /products", "catalog:read", catalog.listProducts, {
    narrowing: "filter",
    summary: "Products by name, without archived ones",
    paged: true,
  }),
  defineRoute("POST /products", "catalog:write", catalog.createProduct, {
    narrowing: { ids: { supplierId: "supplier" } },
    summary: "Adds a product",
  }),
  defineRoute("GET /products/{id}", "catalog:read", catalog.getProduct, {
    narrowing: { ids: { id: "product" } },
    summary: "One product with its options and photos",
  }),
  defineRoute("PATCH /products/{id}", "catalog:write", catalog.updateProduct, {
    narrowing: { ids: { id: "product" } },
    summary: "Changes a product",
    immutable: ["supplierId"],
  }),
  defineRoute("DELETE /products/{id}", "catalog:write", catalog.archiveProduct, {
    narrowing: { ids: { id: "product" } },
    summary: "Archives a product",
  }),
];

const optionRoutes = [
  defineRoute("GET /products/{id}/options", "catalog:read", catalog.listOptions, {
    narrowing: { ids: { id: "product" } },
    summary: "Options of a product",
    paged: true,
  }),
  defineRoute("POST /products/{id}/options", "catalog:write", catalog.createOption, {
    narrowing: { ids: { id: "product" } },
    summary: "Adds an option to a product",
  }),
  defineRoute("GET /options/{id}", "catalog:read", getOption, {
    narrowing: { ids: { id: "option" } },
    summary: "One option with its units, requirements, active periods and prices",
  }),
  defineRoute("PATCH /options/{id}", "catalog:write", catalog.updateOption, {
    narrowing: { ids: { id: "option" } },
    summary: "Changes an option",
    immutable: ["pricingPer"],
  }),
  defineRoute("DELETE /options/{id}", "catalog:write", catalog.deleteOption, {
    narrowing: { ids: { id: "option" } },
    summary: "Deletes an option",
  }),
  defineRoute("POST /options/{id}/units", "catalog:write", catalog.createUnit, {
    narrowing: { ids: { id: "option" } },
    summary: "Adds a unit to an option",
  }),
  defineRoute("PUT /options/{id}/unit-order", "catalog:write", catalog.setUnitOrder, {
    narrowing: { ids: { id: "option" } },
    summary: "Orders the units of an option",
  }),
  defineRoute("GET /units/{id}", "catalog:read", catalog.getUnit, {
    narrowing: { ids: { id: "unit" } },
    summary: "One unit",
  }),
  defineRoute("PATCH /units/{id}", "catalog:write", catalog.updateUnit, {
    narrowing: { ids: { id: "unit" } },
    summary: "Changes a unit",
  }),
  defineRoute("DELETE /units/{id}", "catalog:write", catalog.archiveUnit, {
    narrowing: { ids: { id: "unit" } },
    summary: "Archives a unit",
  }),
];

const resourceRoutes = [
  defineRoute("GET /resources", "resources:read", resourcesCapacity.listResources, {
    narrowing: "filter",
    summary: "Resources by name",
    paged: true,
  }),
  defineRoute("POST /resources", "resources:write", resourcesCapacity.createResource, {
    narrowing: { ids: { supplierId: "supplier" } },
    summary: "Adds a resource",
  }),
  defineRoute("GET /resources/{id}", "resources:read", resourcesCapacity.getResource, {
    narrowing: { ids: { id: "resource" } },
    summary: "One resource with its requirements",
  }),
  defineRoute("GET /resources/{id}/usage", "availability:read", resourcesCapacity.listUsage, {
    narrowing: { ids: { id: "resource" } },
    summary: "Places of a resource that bookings take, by interval",
    operationId: "listResourceUsage",
    paged: true,
  }),
  defineRoute("PATCH /resources/{id}", "resources:write", resourcesCapacity.updateResource, {
    narrowing: { ids: { id: "resource" } },
    summary: "Changes a resource; changed numbers are the capacity of every departure",
    immutable: ["supplierId"],
  }),
  defineRoute("DELETE /resources/{id}", "resources:write", resourcesCapacity.deleteResource, {
    narrowing: { ids: { id: "resource" } },
    summary: "Deletes a resource that was never used",
  }),
  defineRoute(
    "POST /options/{id}/resource-requirements",
    "resources:write",
    resourcesCapacity.setRequirement,
    {
      narrowing: { ids: { id: "option", resourceId: "resource" } },
      summary: "Links a resource to an option, or replaces the link",
      operationId: "setResourceRequirement",
    },
  ),
  defineRoute(
    "DELETE /options/{optionId}/resource-requirements/{resourceId}",
    "resources:write",
    resourcesCapacity.deleteRequirement,
    {
      narrowing: { ids: { optionId: "option", resourceId: "resource" } },
      summary: "Unlinks a resource from an option",
      operationId: "deleteResourceRequirement",
    },
  ),
];

const narrowedOptions = {
  ids: { optionId: "option", productId: "product", supplierId: "supplier" },
} as const;

const availabilityRoutes = [
  defineRoute("GET /availability", "availability:read", availability.listAvailability, {
    narrowing: narrowedOptions,
    summary: "Departures of options with their vacancies and, if asked for, their prices",
    paged: true,
    // A departure takes more of the processor than other records of its length.
    weight: 2,
  }),
  defineRoute("GET /availability/calendar", "availability:read", availability.listCalendar, {
    narrowing: narrowedOptions,
    summary: "Days on which options depart, with what is free and the lowest price",
    operationId: "listAvailabilityCalendar",
    paged: true,
    // A day takes as much of the processor as its departures, which are several.
    weight: 15,
  }),
  defineRoute("GET /availability-blocks", "availability:read", availability.listBlocks, {
    narrowing: "own",
    summary: "Blocks that overlap a range, by start",
    operationId: "listAvailabilityBlocks",
    paged: true,
  }),
  defineRoute("POST /availability-blocks", "resources:write", availability.createBlock, {
    narrowing: { ids: { productId: "product" } },
    summary: "Stops new bookings of a product for a time",
    operationId: "createAvailabilityBlock",
  }),
  defineRoute("DELETE /availability-blocks/{id}", "resources:write", availability.deleteBlock, {
    narrowing: { ids: { id: "block" } },
    summary: "Removes a block",
    operationId: "deleteAvailabilityBlock",
  }),
  defineRoute("POST /departures/call-off", "resources:write", departures.callOffDeparture, {
    narrowing: { ids: { optionId: "option" } },
    summary: "Calls a departure off and cancels its bookings",
    operationId: "callOffDeparture",
    status: 200,
    costBytes: 64 * 1024,
  }),
  defineRoute("POST /departures/reopen", "resources:write", departures.reopenDeparture, {
    narrowing: { ids: { optionId: "option" } },
    summary: "Sells a departure again that was called off",
    operationId: "reopenDeparture",
    status: 200,
    costBytes: 64 * 1024,
  }),
];

const bookingRoutes = [
  defineRoute("GET /bookings", "bookings:read", bookings.listBookings, {
    narrowing: "filter",
    summary: "Bookings, newest first, or by their last change from an instant on",
    paged: true,
    changes: bookings.listChanges,
    answerHeaders: ["Sync-Watermark"],
  }),
  defineRoute("GET /booking-counts", "bookings:read", bookings.listBookingCounts, {
    narrowing: "filter",
    summary: "How many bookings start on each day, by source",
    costBytes: 512 * 1024,
  }),
  defineRoute("GET /stats", "bookings:read", bookings.listStats, {
    narrowing: "filter",
    summary: "Bookings, guests and retail by day, product and source",
    paged: true,
    costBytes: 64 * 1024,
  }),
  defineRoute("GET /unscheduled-bookings", "bookings:read", bookings.listUnscheduledBookings, {
    narrowing: "filter",
    summary: "Bookings whose departure is not in the timetable any more",
    paged: true,
    costBytes: 64 * 1024,
  }),
  defineRoute("GET /events", "bookings:read", eventStream, {
    narrowing: "filter",
    summary: "Which bookings change, as server-sent events",
  }),
  defineRoute("POST /bookings", "bookings:write", createBooking, {
    narrowing: { ids: { optionId: "option", "resourceItems.resourceId": "resource" } },
    summary: "Books places",
    readsIdempotencyKey: true,
    answerHeaders: ["Idempotent-Replayed"],
  }),
  defineRoute("POST /bookings/quote", "bookings:read", quoteBooking, {
    summary: "Price, places and state of a sale or a change before it is made",
    narrowing: {
      ids: { optionId: "option", bookingId: "booking", "resourceItems.resourceId": "resource" },
    },
    status: 200,
    otherForm: quoteOfChange,
  }),
  defineRoute("GET /bookings/{id}", "bookings:read", bookings.getBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "One booking",
  }),
  defineRoute("PATCH /bookings/{id}", "bookings:write", bookings.updateBooking, {
    narrowing: { ids: { id: "booking", "resourceItems.resourceId": "resource" } },
    summary: "Changes a booking: its start, units, resources, price or participants",
    immutable: immutableInBookings,
  }),
  defineRoute("PUT /bookings/{id}/details", "bookings:write", bookings.updateDetails, {
    narrowing: { ids: { id: "booking" } },
    summary: "Replaces a booking's customer, notes, names and metadata",
    operationId: "updateBookingDetails",
  }),
  defineRoute("POST /bookings/{id}/extend", "bookings:write", bookings.extendBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Extends a hold",
    status: 200,
  }),
  defineRoute("POST /bookings/{id}/confirm", "bookings:write", bookings.confirmBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Confirms a hold, with details that were not known before",
  }),
  defineRoute("POST /bookings/{id}/approve", "bookings:write", bookings.approveBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Approves a pending booking",
  }),
  defineRoute("POST /bookings/{id}/reject", "bookings:write", bookings.rejectBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Rejects a booking and frees its places",
  }),
  defineRoute("POST /bookings/{id}/cancel", "bookings:write", bookings.cancelBooking, {
    narrowing: { ids: { id: "booking" } },
    summary: "Cancels a booking and frees its places",
  }),
  defineRoute("POST /bookings/{id}/cancel/quote", "bookings:read", bookings.quoteCancellation, {
    narrowing: { ids: { id: "booking" } },
    summary: "Whether a booking may be cancelled now, and what would be paid back",
    status: 200,
  }),
];

const customerRoutes = [
  defineRoute("POST /customers/erase", "bookings:write", customers.eraseCustomer, {
    narrowing: "tenant",
    summary: "Removes a customer's personal data from all bookings, or from one; with a session",
    status: 200,
  }),
];

const auditRoutes = [
  defineRoute("GET /audit-logs", "audit:read", audit.listLog, {
    narrowing: "entity",
    summary: "Changes, newest first",
    paged: "array",
    operationId: "listAuditEntries",
  }),
  defineRoute("GET /audit-logs/pages", "audit:read", audit.listPage, {
    narrowing: "entity",
    summary: "The whole log, newest first, page by page",
    operationId: "listAuditPages",
  }),
];

/** Every operation of the HTTP interface. */
export const routes: readonly Route[] = [
  ...tenantRoutes,
  ...userRoutes,
  ...supplierRoutes,
  ...productRoutes,
  ...photoRoutes,
  ...optionRoutes,
  ...periodRoutes,
  ...resourceRoutes,
  ...availabilityRoutes,
  ...bookingRoutes,
  ...customerRoutes,
  ...calendarRoutes,
  ...webhookRoutes,
  ...syncRoutes,
  ...auditRoutes,
];
