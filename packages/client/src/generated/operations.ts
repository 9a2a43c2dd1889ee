// Made by `npm run openapi` of the gateway's routes. Do not edit.

import type { Operation } from "../operation.ts";

/** Version of the API that this client was made for. */
export const apiVersion = "0.1.0";

/** What is sent for each method. */
export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  me: {
    get: { method: "GET", path: "/me", repeat: "read" },
    updateTenant: { method: "PATCH", path: "/me", input: "body" },
  },
  sessions: {
    create: { method: "POST", path: "/sessions", input: "body" },
    deleteCurrent: { method: "DELETE", path: "/sessions/current" },
  },
  apiKeys: {
    list: { method: "GET", path: "/api-keys", repeat: "read" },
    create: { method: "POST", path: "/api-keys", input: "body" },
    delete: { method: "DELETE", path: "/api-keys/{id}" },
  },
  users: {
    list: { method: "GET", path: "/users", repeat: "read" },
    invite: { method: "POST", path: "/users", input: "body" },
    setUp: { method: "POST", path: "/users/setup", input: "body" },
    update: { method: "PATCH", path: "/users/{id}", input: "body" },
    setOwnPassword: { method: "PUT", path: "/users/me/password", input: "body" },
    listOwnSessions: { method: "GET", path: "/users/me/sessions", repeat: "read" },
    deleteOwnSession: { method: "DELETE", path: "/users/me/sessions/{id}" },
  },
  suppliers: {
    list: { method: "GET", path: "/suppliers", input: "query", repeat: "read", pages: "offset" },
    create: { method: "POST", path: "/suppliers", input: "body" },
    get: { method: "GET", path: "/suppliers/{id}", repeat: "read" },
    update: { method: "PATCH", path: "/suppliers/{id}", input: "body" },
    archive: { method: "DELETE", path: "/suppliers/{id}" },
  },
  products: {
    list: { method: "GET", path: "/products", input: "query", repeat: "read", pages: "offset" },
    create: { method: "POST", path: "/products", input: "body" },
    get: { method: "GET", path: "/products/{id}", repeat: "read" },
    update: { method: "PATCH", path: "/products/{id}", input: "body" },
    archive: { method: "DELETE", path: "/products/{id}" },
    listPhotos: { method: "GET", path: "/products/{id}/photos", repeat: "read" },
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
    getPhotoContent: {
      method: "GET",
      path: "/products/{id}/photos/{photoId}/content",
      repeat: "read",
      isBytes: true,
    },
    listOptions: { method: "GET", path: "/products/{id}/options", repeat: "read" },
    createOption: { method: "POST", path: "/products/{id}/options", input: "body" },
  },
  options: {
    get: { method: "GET", path: "/options/{id}", repeat: "read" },
    update: { method: "PATCH", path: "/options/{id}", input: "body" },
    delete: { method: "DELETE", path: "/options/{id}" },
    createUnit: { method: "POST", path: "/options/{id}/units", input: "body" },
    listAvailabilityPeriods: {
      method: "GET",
      path: "/options/{id}/availability-periods",
      input: "query",
      repeat: "read",
    },
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
    deactivateAvailabilityPeriod: {
      method: "DELETE",
      path: "/options/{id}/availability-periods/{periodId}",
    },
    listPricingPeriods: { method: "GET", path: "/options/{id}/pricing-periods", repeat: "read" },
    setPricingPeriods: { method: "PUT", path: "/options/{id}/pricing-periods", input: "body" },
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
    get: { method: "GET", path: "/units/{id}", repeat: "read" },
    update: { method: "PATCH", path: "/units/{id}", input: "body" },
    archive: { method: "DELETE", path: "/units/{id}" },
  },
  resources: {
    list: { method: "GET", path: "/resources", input: "query", repeat: "read", pages: "offset" },
    create: { method: "POST", path: "/resources", input: "body" },
    get: { method: "GET", path: "/resources/{id}", repeat: "read" },
    listUsage: { method: "GET", path: "/resources/{id}/usage", input: "query", repeat: "read" },
    update: { method: "PATCH", path: "/resources/{id}", input: "body" },
    delete: { method: "DELETE", path: "/resources/{id}" },
  },
  availability: {
    list: { method: "GET", path: "/availability", input: "query", repeat: "read" },
    listCalendar: { method: "GET", path: "/availability/calendar", input: "query", repeat: "read" },
  },
  availabilityBlocks: {
    list: { method: "GET", path: "/availability-blocks", input: "query", repeat: "read" },
    create: { method: "POST", path: "/availability-blocks", input: "body" },
    delete: { method: "DELETE", path: "/availability-blocks/{id}" },
  },
  bookings: {
    list: {
      method: "GET",
      path: "/bookings",
      input: "query",
      repeat: "read",
      pages: "offset",
      hasChanges: true,
    },
    create: { method: "POST", path: "/bookings", input: "body", repeat: "by key" },
    quote: { method: "POST", path: "/bookings/quote", input: "body", repeat: "read" },
    get: { method: "GET", path: "/bookings/{id}", repeat: "read" },
    update: { method: "PATCH", path: "/bookings/{id}", input: "body" },
    updateDetails: { method: "PUT", path: "/bookings/{id}/details", input: "body" },
    extend: { method: "POST", path: "/bookings/{id}/extend", input: "body" },
    confirm: { method: "POST", path: "/bookings/{id}/confirm", input: "body" },
    approve: { method: "POST", path: "/bookings/{id}/approve" },
    reject: { method: "POST", path: "/bookings/{id}/reject", input: "body" },
    cancel: { method: "POST", path: "/bookings/{id}/cancel", input: "body" },
  },
  bookingCounts: {
    list: { method: "GET", path: "/booking-counts", input: "query", repeat: "read" },
  },
  customers: {
    erase: { method: "POST", path: "/customers/erase", input: "body" },
  },
  calendarFeeds: {
    list: { method: "GET", path: "/calendar-feeds", repeat: "read" },
    create: { method: "POST", path: "/calendar-feeds", input: "body" },
    rotate: { method: "POST", path: "/calendar-feeds/{id}/rotate" },
    delete: { method: "DELETE", path: "/calendar-feeds/{id}" },
  },
  webhooks: {
    listSubscriptions: { method: "GET", path: "/webhooks/subscriptions", repeat: "read" },
    createSubscription: { method: "POST", path: "/webhooks/subscriptions", input: "body" },
    getSubscription: { method: "GET", path: "/webhooks/subscriptions/{id}", repeat: "read" },
    updateSubscription: { method: "PATCH", path: "/webhooks/subscriptions/{id}", input: "body" },
    deleteSubscription: { method: "DELETE", path: "/webhooks/subscriptions/{id}" },
    getSecret: { method: "GET", path: "/webhooks/subscriptions/{id}/secret", repeat: "read" },
    rotateSecret: { method: "POST", path: "/webhooks/subscriptions/{id}/secret/rotate" },
    testSubscription: { method: "POST", path: "/webhooks/subscriptions/{id}/test" },
    listDeliveries: {
      method: "GET",
      path: "/webhooks/subscriptions/{id}/deliveries",
      input: "query",
      repeat: "read",
      pages: "cursor",
    },
    listBookingDeliveries: {
      method: "GET",
      path: "/webhooks/deliveries",
      input: "query",
      repeat: "read",
      pages: "cursor",
    },
    getDelivery: { method: "GET", path: "/webhooks/deliveries/{id}", repeat: "read" },
    redeliver: { method: "POST", path: "/webhooks/deliveries/{id}/redeliver" },
  },
  channels: {
    list: { method: "GET", path: "/channels", repeat: "read" },
    create: { method: "POST", path: "/channels", input: "body" },
    get: { method: "GET", path: "/channels/{id}", repeat: "read" },
    update: { method: "PATCH", path: "/channels/{id}", input: "body" },
    delete: { method: "DELETE", path: "/channels/{id}" },
    getSecret: { method: "GET", path: "/channels/{id}/secret", repeat: "read" },
    rotateSecret: { method: "POST", path: "/channels/{id}/secret/rotate" },
    createKey: { method: "POST", path: "/channels/{id}/keys", input: "body" },
    createEvent: { method: "POST", path: "/channels/{id}/events", input: "body", repeat: "by id" },
  },
  channelEvents: {
    list: {
      method: "GET",
      path: "/channel-events",
      input: "query",
      repeat: "read",
      pages: "cursor",
    },
    get: { method: "GET", path: "/channel-events/{id}", repeat: "read" },
    reprocess: { method: "POST", path: "/channel-events/{id}/reprocess" },
  },
  sync: {
    listJobs: {
      method: "GET",
      path: "/sync/jobs",
      input: "query",
      repeat: "read",
      pages: "cursor",
    },
    getJob: { method: "GET", path: "/sync/jobs/{id}", repeat: "read" },
    retryJob: { method: "POST", path: "/sync/jobs/{id}/retry" },
  },
  auditLogs: {
    list: { method: "GET", path: "/audit-logs", input: "query", repeat: "read" },
    listAuditPages: {
      method: "GET",
      path: "/audit-logs/pages",
      input: "query",
      repeat: "read",
      pages: "cursor",
    },
  },
};
