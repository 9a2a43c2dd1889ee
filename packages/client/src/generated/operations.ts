// Made by `npm run openapi` of the gateway's routes. Do not edit.

import type { Operation } from "../operation.ts";

/** Version of the API that this client was made for. */
export const apiVersion = "0.1.0";

/** The request of each method. */
export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  me: {
    get: { path: "/me" },
    updateTenant: { method: "PATCH", path: "/me", input: "body" },
    setSecondFactorRule: { method: "PUT", path: "/me/second-factor-rule", input: "body" },
  },
  sessions: {
    create: { method: "POST", path: "/sessions", input: "body" },
    deleteCurrent: { method: "DELETE", path: "/sessions/current" },
  },
  apiKeys: {
    list: { path: "/api-keys" },
    create: { method: "POST", path: "/api-keys", input: "body" },
    delete: { method: "DELETE", path: "/api-keys/{id}" },
  },
  users: {
    list: { path: "/users" },
    invite: { method: "POST", path: "/users", input: "body" },
    setUp: { method: "POST", path: "/users/setup", input: "body" },
    update: { method: "PATCH", path: "/users/{id}", input: "body" },
    setOwnPassword: { method: "PUT", path: "/users/me/password", input: "body" },
    addSecondFactor: { method: "POST", path: "/users/me/second-factor", input: "body" },
    confirmSecondFactor: { method: "POST", path: "/users/me/second-factor/confirm", input: "body" },
    removeSecondFactor: { method: "POST", path: "/users/me/second-factor/remove", input: "body" },
    listOwnSessions: { path: "/users/me/sessions" },
    deleteOwnSession: { method: "DELETE", path: "/users/me/sessions/{id}" },
  },
  suppliers: {
    list: { path: "/suppliers", input: "query", pages: "offset" },
    create: { method: "POST", path: "/suppliers", input: "body" },
    get: { path: "/suppliers/{id}" },
    update: { method: "PATCH", path: "/suppliers/{id}", input: "body" },
    archive: { method: "DELETE", path: "/suppliers/{id}" },
  },
  products: {
    list: { path: "/products", input: "query", pages: "offset" },
    create: { method: "POST", path: "/products", input: "body" },
    get: { path: "/products/{id}" },
    update: { method: "PATCH", path: "/products/{id}", input: "body" },
    archive: { method: "DELETE", path: "/products/{id}" },
    listPhotos: { path: "/products/{id}/photos" },
    createPhoto: {
      method: "POST",
      path: "/products/{id}/photos",
      input: "body",
      deadlineMs: 30000,
    },
    replacePhoto: {
      method: "PUT",
      path: "/products/{id}/photos/{photoId}",
      input: "body",
      deadlineMs: 30000,
    },
    deletePhoto: { method: "DELETE", path: "/products/{id}/photos/{photoId}" },
    setPhotoOrder: { method: "PUT", path: "/products/{id}/photo-order", input: "body" },
    getPhotoContent: { path: "/products/{id}/photos/{photoId}/content", isBytes: true },
    listOptions: { path: "/products/{id}/options" },
    createOption: { method: "POST", path: "/products/{id}/options", input: "body" },
  },
  options: {
    get: { path: "/options/{id}" },
    update: { method: "PATCH", path: "/options/{id}", input: "body" },
    delete: { method: "DELETE", path: "/options/{id}" },
    createUnit: { method: "POST", path: "/options/{id}/units", input: "body" },
    setUnitOrder: { method: "PUT", path: "/options/{id}/unit-order", input: "body" },
    listAvailabilityPeriods: { path: "/options/{id}/availability-periods", input: "query" },
    createAvailabilityPeriod: {
      method: "POST",
      path: "/options/{id}/availability-periods",
      input: "body",
    },
    importAvailabilityPeriods: {
      method: "POST",
      path: "/options/{id}/availability-periods/import",
      input: "body",
    },
    quoteAvailabilityPeriods: {
      method: "POST",
      path: "/options/{id}/availability-periods/quote",
      input: "body",
      repeat: "read",
    },
    updateAvailabilityPeriod: {
      method: "PATCH",
      path: "/options/{id}/availability-periods/{periodId}",
      input: "body",
    },
    deactivateAvailabilityPeriod: {
      method: "DELETE",
      path: "/options/{id}/availability-periods/{periodId}",
    },
    listPricingPeriods: { path: "/options/{id}/pricing-periods" },
    setPricingPeriods: { method: "PUT", path: "/options/{id}/pricing-periods", input: "body" },
    getCharges: { path: "/options/{id}/charges" },
    setCharges: { method: "PUT", path: "/options/{id}/charges", input: "body" },
    quotePricingPeriods: {
      method: "POST",
      path: "/options/{id}/pricing-periods/quote",
      input: "body",
      repeat: "read",
    },
    setResourceRequirement: {
      method: "POST",
      path: "/options/{id}/resource-requirements",
      input: "body",
    },
    deleteResourceRequirement: {
      method: "DELETE",
      path: "/options/{optionId}/resource-requirements/{resourceId}",
    },
  },
  units: {
    get: { path: "/units/{id}" },
    update: { method: "PATCH", path: "/units/{id}", input: "body" },
    archive: { method: "DELETE", path: "/units/{id}" },
  },
  resources: {
    list: { path: "/resources", input: "query", pages: "offset" },
    create: { method: "POST", path: "/resources", input: "body" },
    get: { path: "/resources/{id}" },
    listUsage: { path: "/resources/{id}/usage", input: "query" },
    update: { method: "PATCH", path: "/resources/{id}", input: "body" },
    delete: { method: "DELETE", path: "/resources/{id}" },
  },
  availability: {
    list: { path: "/availability", input: "query" },
    listCalendar: { path: "/availability/calendar", input: "query" },
  },
  availabilityBlocks: {
    list: { path: "/availability-blocks", input: "query" },
    create: { method: "POST", path: "/availability-blocks", input: "body" },
    delete: { method: "DELETE", path: "/availability-blocks/{id}" },
  },
  departures: {
    callOff: { method: "POST", path: "/departures/call-off", input: "body" },
    reopen: { method: "POST", path: "/departures/reopen", input: "body" },
  },
  bookings: {
    list: { path: "/bookings", input: "query", pages: "offset", hasChanges: true },
    create: { method: "POST", path: "/bookings", input: "body", repeat: "by key" },
    quote: { method: "POST", path: "/bookings/quote", input: "body", repeat: "read" },
    get: { path: "/bookings/{id}" },
    update: { method: "PATCH", path: "/bookings/{id}", input: "body" },
    updateDetails: { method: "PUT", path: "/bookings/{id}/details", input: "body" },
    extend: { method: "POST", path: "/bookings/{id}/extend", input: "body" },
    confirm: { method: "POST", path: "/bookings/{id}/confirm", input: "body" },
    approve: { method: "POST", path: "/bookings/{id}/approve" },
    reject: { method: "POST", path: "/bookings/{id}/reject", input: "body" },
    cancel: { method: "POST", path: "/bookings/{id}/cancel", input: "body" },
    quoteCancellation: { method: "POST", path: "/bookings/{id}/cancel/quote", repeat: "read" },
    listTickets: { path: "/bookings/{id}/tickets" },
    redeem: { method: "POST", path: "/bookings/{id}/redeem", input: "body" },
    unredeem: { method: "POST", path: "/bookings/{id}/unredeem", input: "body" },
  },
  bookingCounts: {
    list: { path: "/booking-counts", input: "query" },
  },
  stats: {
    list: { path: "/stats", input: "query" },
  },
  unscheduledBookings: {
    list: { path: "/unscheduled-bookings", input: "query" },
  },
  events: {
    stream: { path: "/events", input: "query", isBytes: true },
  },
  tickets: {
    redeem: { method: "POST", path: "/tickets/redeem", input: "body" },
  },
  customers: {
    erase: { method: "POST", path: "/customers/erase", input: "body" },
  },
  calendarFeeds: {
    list: { path: "/calendar-feeds" },
    create: { method: "POST", path: "/calendar-feeds", input: "body" },
    rotate: { method: "POST", path: "/calendar-feeds/{id}/rotate" },
    delete: { method: "DELETE", path: "/calendar-feeds/{id}" },
  },
  webhooks: {
    listSubscriptions: { path: "/webhooks/subscriptions" },
    createSubscription: { method: "POST", path: "/webhooks/subscriptions", input: "body" },
    getSubscription: { path: "/webhooks/subscriptions/{id}" },
    updateSubscription: { method: "PATCH", path: "/webhooks/subscriptions/{id}", input: "body" },
    deleteSubscription: { method: "DELETE", path: "/webhooks/subscriptions/{id}" },
    getSecret: { path: "/webhooks/subscriptions/{id}/secret" },
    rotateSecret: { method: "POST", path: "/webhooks/subscriptions/{id}/secret/rotate" },
    testSubscription: { method: "POST", path: "/webhooks/subscriptions/{id}/test" },
    listDeliveries: {
      path: "/webhooks/subscriptions/{id}/deliveries",
      input: "query",
      pages: "cursor",
    },
    listBookingDeliveries: { path: "/webhooks/deliveries", input: "query", pages: "cursor" },
    getDelivery: { path: "/webhooks/deliveries/{id}" },
    redeliver: { method: "POST", path: "/webhooks/deliveries/{id}/redeliver" },
  },
  channels: {
    list: { path: "/channels" },
    create: { method: "POST", path: "/channels", input: "body" },
    get: { path: "/channels/{id}" },
    update: { method: "PATCH", path: "/channels/{id}", input: "body" },
    delete: { method: "DELETE", path: "/channels/{id}" },
    getSecret: { path: "/channels/{id}/secret" },
    rotateSecret: { method: "POST", path: "/channels/{id}/secret/rotate" },
    createKey: { method: "POST", path: "/channels/{id}/keys", input: "body" },
    createEvent: { method: "POST", path: "/channels/{id}/events", input: "body", repeat: "by id" },
  },
  channelEvents: {
    list: { path: "/channel-events", input: "query", pages: "cursor" },
    get: { path: "/channel-events/{id}" },
    reprocess: { method: "POST", path: "/channel-events/{id}/reprocess" },
  },
  sync: {
    listJobs: { path: "/sync/jobs", input: "query", pages: "cursor" },
    getJob: { path: "/sync/jobs/{id}" },
    retryJob: { method: "POST", path: "/sync/jobs/{id}/retry" },
  },
  auditLogs: {
    list: { path: "/audit-logs", input: "query" },
    listAuditPages: { path: "/audit-logs/pages", input: "query", pages: "cursor" },
  },
};
