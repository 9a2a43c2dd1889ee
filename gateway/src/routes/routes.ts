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
import { orderRoutes } from "./order-routes.ts";
import { periodRoutes } from "./period-routes.ts";
import { photoRoutes } from "./photo-routes.ts";
import { immutableInBookings, quoteBooking, quoteOfChange } from "./quote-booking.ts";
import { type Route, routesOf } from "../route/route.ts";
import { beginSession, endSession } from "./session-routes.ts";
import { syncRoutes } from "./sync-routes.ts";
import { ticketRoutes } from "./ticket-routes.ts";
import { userRoutes } from "./user-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const tenantRoutes = routesOf([null, null], {
  "GET /me": [getMe, "The tenant, scopes and user of the credential", { narrowing: "own" }],
  "PATCH /me": [
    changeTenant,
    "Changes the tenant's currency",
    { narrowing: "tenant", operationId: "updateTenant", scope: "catalog:write" },
  ],
  "POST /sessions": [
    beginSession,
    "Begins a user session; its token is answered once and set as a cookie",
    { narrowing: "own", open: true, answerHeaders: ["Set-Cookie"] },
  ],
  "DELETE /sessions/current": [
    endSession,
    "Ends the user session at once",
    { narrowing: "own", answerHeaders: ["Set-Cookie"] },
  ],
  "GET /api-keys": [
    auth.listApiKeys,
    "API keys, newest first",
    { narrowing: "tenant", scope: "api-keys:read" },
  ],
  "POST /api-keys": [
    createApiKey,
    "Issues an API key; its text is answered once",
    { narrowing: "own", scope: "api-keys:write" },
  ],
  "DELETE /api-keys/{id}": [
    auth.deleteApiKey,
    "Revokes an API key at once",
    { narrowing: "tenant", scope: "api-keys:write" },
  ],
});

const supplierRoutes = routesOf(["suppliers:read", "suppliers:write"], {
  "GET /suppliers": [
    catalog.listSuppliers,
    "Suppliers by name, without archived ones",
    { narrowing: "own", paged: true },
  ],
  "POST /suppliers": [catalog.createSupplier, "Adds a supplier", { narrowing: "tenant" }],
  "GET /suppliers/{id}": [catalog.getSupplier, "One supplier"],
  "PATCH /suppliers/{id}": [
    catalog.updateSupplier,
    "Changes a supplier; zone, language and contacts are copied to its products",
  ],
  "DELETE /suppliers/{id}": [catalog.archiveSupplier, "Archives a supplier"],
});

const productRoutes = routesOf(["catalog:read", "catalog:write"], {
  "GET /products": [
    catalog.listProducts,
    "Products by name, without archived ones",
    { narrowing: "filter", paged: true },
  ],
  "POST /products": [
    catalog.createProduct,
    "Adds a product",
    { narrowing: { ids: { supplierId: "supplier" } } },
  ],
  "GET /products/{id}": [catalog.getProduct, "One product with its options and photos"],
  "PATCH /products/{id}": [
    catalog.updateProduct,
    "Changes a product",
    { immutable: ["supplierId"] },
  ],
  "DELETE /products/{id}": [catalog.archiveProduct, "Archives a product"],
});

const optionRoutes = routesOf(["catalog:read", "catalog:write"], {
  "GET /products/{id}/options": [catalog.listOptions, "Options of a product", { paged: true }],
  "POST /products/{id}/options": [catalog.createOption, "Adds an option to a product"],
  "GET /options/{id}": [
    getOption,
    "One option with its units, requirements, active periods and prices",
  ],
  "PATCH /options/{id}": [catalog.updateOption, "Changes an option", { immutable: ["pricingPer"] }],
  "DELETE /options/{id}": [catalog.deleteOption, "Deletes an option"],
  "POST /options/{id}/units": [catalog.createUnit, "Adds a unit to an option"],
  "PUT /options/{id}/unit-order": [catalog.setUnitOrder, "Orders the units of an option"],
  "GET /units/{id}": [catalog.getUnit, "One unit"],
  "PATCH /units/{id}": [catalog.updateUnit, "Changes a unit"],
  "DELETE /units/{id}": [catalog.archiveUnit, "Archives a unit"],
});

const resourceRoutes = routesOf(["resources:read", "resources:write"], {
  "GET /resources": [
    resourcesCapacity.listResources,
    "Resources by name",
    { narrowing: "filter", paged: true },
  ],
  "POST /resources": [
    resourcesCapacity.createResource,
    "Adds a resource",
    { narrowing: { ids: { supplierId: "supplier" } } },
  ],
  "GET /resources/{id}": [resourcesCapacity.getResource, "One resource with its requirements"],
  "GET /resources/{id}/usage": [
    resourcesCapacity.listUsage,
    "Places of a resource that bookings take, by interval",
    { operationId: "listResourceUsage", paged: true, scope: "availability:read" },
  ],
  "PATCH /resources/{id}": [
    resourcesCapacity.updateResource,
    "Changes a resource; changed numbers are the capacity of every departure",
    { immutable: ["supplierId"] },
  ],
  "DELETE /resources/{id}": [
    resourcesCapacity.deleteResource,
    "Deletes a resource that was never used",
  ],
  "POST /options/{id}/resource-requirements": [
    resourcesCapacity.setRequirement,
    "Links a resource to an option, or replaces the link",
    {
      narrowing: { ids: { id: "option", resourceId: "resource" } },
      operationId: "setResourceRequirement",
    },
  ],
  "DELETE /options/{optionId}/resource-requirements/{resourceId}": [
    resourcesCapacity.deleteRequirement,
    "Unlinks a resource from an option",
    {
      narrowing: { ids: { optionId: "option", resourceId: "resource" } },
      operationId: "deleteResourceRequirement",
    },
  ],
});

const narrowedOptions = {
  ids: { optionId: "option", productId: "product", supplierId: "supplier" },
} as const;

const availabilityRoutes = routesOf(["availability:read", "resources:write"], {
  "GET /availability": [
    availability.listAvailability,
    "Departures of options with their vacancies and, if asked for, their prices",
    {
      narrowing: narrowedOptions,
      paged: true,
      // A departure takes more of the processor than other records of its length.
      weight: 2,
    },
  ],
  "GET /availability/calendar": [
    availability.listCalendar,
    "Days on which options depart, with what is free and the lowest price",
    {
      narrowing: narrowedOptions,
      operationId: "listAvailabilityCalendar",
      paged: true,
      // A day takes as much of the processor as its departures, which are several.
      weight: 15,
    },
  ],
  "GET /availability-blocks": [
    availability.listBlocks,
    "Blocks that overlap a range, by start",
    { narrowing: "own", operationId: "listAvailabilityBlocks", paged: true },
  ],
  "POST /availability-blocks": [
    availability.createBlock,
    "Stops new bookings of a product for a time",
    { narrowing: { ids: { productId: "product" } }, operationId: "createAvailabilityBlock" },
  ],
  "DELETE /availability-blocks/{id}": [
    availability.deleteBlock,
    "Removes a block",
    { operationId: "deleteAvailabilityBlock" },
  ],
  "POST /departures/call-off": [
    departures.callOffDeparture,
    "Calls a departure off and cancels its bookings",
    {
      narrowing: { ids: { optionId: "option" } },
      operationId: "callOffDeparture",
      status: 200,
      costBytes: 64 * 1024,
    },
  ],
  "POST /departures/reopen": [
    departures.reopenDeparture,
    "Sells a departure again that was called off",
    {
      narrowing: { ids: { optionId: "option" } },
      operationId: "reopenDeparture",
      status: 200,
      costBytes: 64 * 1024,
    },
  ],
});

const bookingRoutes = routesOf(["bookings:read", "bookings:write"], {
  "GET /bookings": [
    bookings.listBookings,
    "Bookings, newest first, or by their last change from an instant on",
    {
      narrowing: "filter",
      paged: true,
      changes: bookings.listChanges,
      answerHeaders: ["Sync-Watermark"],
    },
  ],
  "GET /booking-counts": [
    bookings.listBookingCounts,
    "How many bookings start on each day, by source",
    { narrowing: "filter", costBytes: 512 * 1024 },
  ],
  "GET /stats": [
    bookings.listStats,
    "Bookings, guests and retail by day, product and source",
    { narrowing: "filter", paged: true, costBytes: 64 * 1024 },
  ],
  "GET /unscheduled-bookings": [
    bookings.listUnscheduledBookings,
    "Bookings whose departure is not in the timetable any more",
    { narrowing: "filter", paged: true, costBytes: 64 * 1024 },
  ],
  "GET /events": [
    eventStream,
    "Which bookings change, as server-sent events",
    { narrowing: "filter" },
  ],
  "POST /bookings": [
    createBooking,
    "Books places",
    {
      narrowing: {
        ids: { optionId: "option", orderId: "order", "resourceItems.resourceId": "resource" },
      },
      readsIdempotencyKey: true,
      answerHeaders: ["Idempotent-Replayed"],
    },
  ],
  "POST /bookings/quote": [
    quoteBooking,
    "Price, places and state of a sale or a change before it is made",
    {
      narrowing: {
        ids: {
          optionId: "option",
          bookingId: "booking",
          orderId: "order",
          "resourceItems.resourceId": "resource",
        },
      },
      status: 200,
      otherForm: quoteOfChange,
    },
  ],
  "GET /bookings/{id}": [bookings.getBooking, "One booking"],
  "PATCH /bookings/{id}": [
    bookings.updateBooking,
    "Changes a booking: its start, units, resources, price or participants",
    {
      narrowing: { ids: { id: "booking", "resourceItems.resourceId": "resource" } },
      immutable: immutableInBookings,
    },
  ],
  "PUT /bookings/{id}/details": [
    bookings.updateDetails,
    "Replaces a booking's customer, notes, names and metadata",
    { operationId: "updateBookingDetails" },
  ],
  "POST /bookings/{id}/extend": [bookings.extendBooking, "Extends a hold", { status: 200 }],
  "POST /bookings/{id}/confirm": [
    bookings.confirmBooking,
    "Confirms a hold, with details that were not known before",
  ],
  "POST /bookings/{id}/approve": [bookings.approveBooking, "Approves a pending booking"],
  "POST /bookings/{id}/reject": [bookings.rejectBooking, "Rejects a booking and frees its places"],
  "POST /bookings/{id}/cancel": [bookings.cancelBooking, "Cancels a booking and frees its places"],
  "POST /bookings/{id}/cancel/quote": [
    bookings.quoteCancellation,
    "Whether a booking may be cancelled now, and what would be paid back",
    { status: 200 },
  ],
});

const customerRoutes = routesOf(["bookings:read", "bookings:write"], {
  "POST /customers/erase": [
    customers.eraseCustomer,
    "Removes a customer's personal data from all bookings, or from one; with a session",
    { narrowing: "tenant", status: 200 },
  ],
});

const auditRoutes = routesOf(["audit:read", null], {
  "GET /audit-logs": [
    audit.listLog,
    "Changes, newest first",
    { narrowing: "entity", paged: "array", operationId: "listAuditEntries" },
  ],
  "GET /audit-logs/pages": [
    audit.listPage,
    "The whole log, newest first, page by page",
    { narrowing: "entity", operationId: "listAuditPages" },
  ],
});

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
  ...ticketRoutes,
  ...orderRoutes,
  ...customerRoutes,
  ...calendarRoutes,
  ...webhookRoutes,
  ...syncRoutes,
  ...auditRoutes,
];
