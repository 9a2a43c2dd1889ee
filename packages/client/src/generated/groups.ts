// Made by `npm run openapi` of the gateway's routes. Do not edit.

import type {
  AddSecondFactorRequest,
  ApiKey,
  AuditLog,
  AuditPage,
  AvailabilityBlock,
  AvailabilityEntry,
  AvailabilityInclude,
  AvailabilityPeriod,
  Booking,
  BookingChanges,
  BookingCount,
  BookingPage,
  BookingSort,
  BookingTicket,
  CalendarDay,
  CalendarFeed,
  CallOffDepartureRequest,
  CalledOffDeparture,
  CancelBookingRequest,
  CancelOrderRequest,
  CancellationQuote,
  ChannelConnection,
  ChannelEvent,
  ChannelEventPage,
  ChannelEventStatus,
  ChannelSecret,
  Charges,
  ConfirmBookingRequest,
  ConfirmOrderRequest,
  ConfirmSecondFactorRequest,
  CreateApiKeyRequest,
  CreateAvailabilityBlockRequest,
  CreateAvailabilityPeriodRequest,
  CreateBookingRequest,
  CreateCalendarFeedRequest,
  CreateChannelEventRequest,
  CreateChannelKeyRequest,
  CreateChannelRequest,
  CreateOptionRequest,
  CreateOrderRequest,
  CreatePhotoRequest,
  CreateProductRequest,
  CreateResourceRequest,
  CreateSessionRequest,
  CreateSupplierRequest,
  CreateUnitRequest,
  CreateWebhookSubscriptionRequest,
  CreatedWebhookSubscription,
  Deleted,
  EraseCustomerRequest,
  ErasedCustomer,
  ExtendBookingRequest,
  ExtendOrderRequest,
  ImportAvailabilityPeriodsRequest,
  InviteUserRequest,
  InvitedUser,
  IssuedApiKey,
  IssuedCalendarFeed,
  Me,
  NewSecondFactor,
  NewSession,
  Option,
  OptionWithDetails,
  Order,
  OrderChanges,
  OrderPage,
  OrderQuote,
  PeriodActivity,
  PeriodsQuote,
  Photo,
  PricesQuote,
  PricingPeriod,
  Product,
  ProductInclude,
  ProductPage,
  ProductWithDetails,
  Quote,
  QuoteAvailabilityPeriodsRequest,
  QuoteBookingRequest,
  QuoteOrderRequest,
  QuotePricingPeriodsRequest,
  RecoveryCodes,
  RedeemBookingRequest,
  RedeemTicketRequest,
  RedeemedTicket,
  RejectBookingRequest,
  RemoveSecondFactorRequest,
  ReopenDepartureRequest,
  ReplacePhotoRequest,
  Resource,
  ResourcePage,
  ResourceRequirement,
  ResourceUsage,
  ResourceWithRequirements,
  SecondFactorRule,
  Session,
  SetChargesRequest,
  SetOwnPasswordRequest,
  SetPhotoOrderRequest,
  SetPricingPeriodsRequest,
  SetResourceRequirementRequest,
  SetSecondFactorRuleRequest,
  SetUnitOrderRequest,
  SetUpUserRequest,
  Stat,
  Supplier,
  SupplierPage,
  SyncJob,
  SyncJobPage,
  SyncJobStatus,
  Tenant,
  TenantUser,
  Unit,
  UnredeemBookingRequest,
  UpdateAvailabilityPeriodRequest,
  UpdateBookingDetailsRequest,
  UpdateBookingRequest,
  UpdateChannelRequest,
  UpdateOptionRequest,
  UpdateOrderRequest,
  UpdateProductRequest,
  UpdateResourceRequest,
  UpdateSupplierRequest,
  UpdateTenantRequest,
  UpdateUnitRequest,
  UpdateUserRequest,
  UpdateWebhookSubscriptionRequest,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryStatus,
  WebhookSecret,
  WebhookSubscription,
} from "./types.ts";
import type {
  Call,
  CallOptions,
  ChangeFeed,
  ChangesFrom,
  ChangesSince,
  CreateOptions,
  NoFilters,
  Paging,
} from "../call.ts";

/** The filters of `products.list`. */
export interface ListProductsQuery {
  /** Only the products of this supplier. */
  readonly supplierId?: string | undefined;
  /** `options` adds to each product its options. Left out: no options. */
  readonly include?: ProductInclude | undefined;
}

/** The filters of `options.listAvailabilityPeriods`. */
export interface ListAvailabilityPeriodsQuery {
  /** `true` lists the periods that give departures, `false` the deactivated ones. */
  readonly active?: PeriodActivity | undefined;
}

/** The filters of `resources.list`. */
export interface ListResourcesQuery {
  /** Only the resources of this supplier. */
  readonly supplierId?: string | undefined;
}

/** The filters of `resources.listUsage`. */
export interface ListResourceUsageQuery {
  /** Start of the range: RFC 3339 with an offset. */
  readonly from: string;
  /** End of the range, after `from`: RFC 3339 with an offset. */
  readonly to: string;
}

/** The filters of `availability.list`. */
export interface ListAvailabilityQuery {
  /**
   * Id of the option, or several ids separated by commas, at most 50. Either this or `productId` or
   * `supplierId`.
   */
  readonly optionId?: string | undefined;
  /** All options of this product, at most 50. Not beside `optionId`. */
  readonly productId?: string | undefined;
  /** All options of this supplier, at most 50. Not beside the other two. */
  readonly supplierId?: string | undefined;
  /** Start of the range, inclusive: RFC 3339 with an offset. */
  readonly from: string;
  /** End of the range, inclusive, not before `from`: RFC 3339 with an offset. */
  readonly to: string;
  /** `prices` adds to each departure what it costs. Left out: no prices. */
  readonly include?: AvailabilityInclude | undefined;
}

/** The filters of `availability.listCalendar`. */
export interface ListAvailabilityCalendarQuery {
  /**
   * Id of the option, or several ids separated by commas, at most 50. Either this or `productId` or
   * `supplierId`.
   */
  readonly optionId?: string | undefined;
  /** All options of this product, at most 50. Not beside `optionId`. */
  readonly productId?: string | undefined;
  /** All options of this supplier, at most 50. Not beside the other two. */
  readonly supplierId?: string | undefined;
  /** First day, YYYY-MM-DD, inclusive. */
  readonly from: string;
  /** Last day, YYYY-MM-DD, inclusive, not before `from`. */
  readonly to: string;
}

/** The filters of `availabilityBlocks.list`. */
export interface ListAvailabilityBlocksQuery {
  /** Start of the range, inclusive: RFC 3339 with an offset. */
  readonly from: string;
  /** End of the range, inclusive, not before `from`: RFC 3339 with an offset. */
  readonly to: string;
}

/** The filters of `bookings.list`. */
export interface ListBookingsQuery {
  /**
   * Only bookings in this state, or in one of several that commas separate: ON_HOLD, PENDING,
   * CONFIRMED, CANCELLED, REJECTED, EXPIRED.
   */
  readonly status?: string | undefined;
  /** Only bookings that start then or later: RFC 3339 with an offset. */
  readonly from?: string | undefined;
  /** Only bookings that start then or earlier: RFC 3339 with an offset. */
  readonly to?: string | undefined;
  /** Only bookings of this supplier's tours. */
  readonly supplierId?: string | undefined;
  /** Only bookings of this product. */
  readonly productId?: string | undefined;
  /** Only bookings of this option. */
  readonly optionId?: string | undefined;
  /**
   * Only the booking of this reference, as people type it: in any case, with O for 0 and I or L for
   * 1, hyphens and blanks skipped.
   */
  readonly reference?: string | undefined;
  /** Only bookings of this `externalId`, taken literally. */
  readonly externalId?: string | undefined;
  /** Only bookings of this `resellerReference`, taken literally. */
  readonly resellerReference?: string | undefined;
  /** Only the booking that was made with this key, taken literally. */
  readonly idempotencyKey?: string | undefined;
  /** Only bookings from there: `api/v1` for keys and sessions, else a channel's code. */
  readonly source?: string | undefined;
  /**
   * Only bookings whose customer's name or e-mail address contains this text, and the one whose
   * whole `reference` it is. First and last name are found in either order. Texts are compared in
   * Unicode's NFC and case folded; blanks around are cut. Otherwise it is taken literally. The first
   * 200 characters of a field are looked at, and of the text.
   */
  readonly search?: string | undefined;
  /**
   * Order: `createdAt` is newest first, and the default; `startAt` is the earliest start first. Not
   * with `updatedSince` or `cursor`.
   */
  readonly sort?: BookingSort | undefined;
}

/** The filters of `bookingCounts.list`. */
export interface ListBookingCountsQuery {
  /** Only bookings of this supplier's tours. */
  readonly supplierId?: string | undefined;
  /** Only bookings of this product. */
  readonly productId?: string | undefined;
  /**
   * Only bookings in this state, or in one of several that commas separate: ON_HOLD, PENDING,
   * CONFIRMED, CANCELLED, REJECTED, EXPIRED.
   */
  readonly status?: string | undefined;
  /** First day, YYYY-MM-DD, inclusive. */
  readonly from: string;
  /** Last day, YYYY-MM-DD, inclusive, not before `from`. */
  readonly to: string;
  /** IANA time zone whose days are counted, such as the supplier's. */
  readonly timezone: string;
}

/** The filters of `stats.list`. */
export interface ListStatsQuery {
  /** Only bookings of this supplier's tours. */
  readonly supplierId?: string | undefined;
  /** Only bookings of this product. */
  readonly productId?: string | undefined;
  /**
   * Only bookings in this state, or in one of several that commas separate: ON_HOLD, PENDING,
   * CONFIRMED, CANCELLED, REJECTED, EXPIRED.
   */
  readonly status?: string | undefined;
  /** First day, YYYY-MM-DD, inclusive. */
  readonly from: string;
  /** Last day, YYYY-MM-DD, inclusive, not before `from`. */
  readonly to: string;
  /** IANA time zone whose days are counted, such as the supplier's. */
  readonly timezone: string;
  /** Grouping of the rows: `day`, `product`, `source`, or several that commas separate. */
  readonly by: string;
}

/** The filters of `unscheduledBookings.list`. */
export interface ListUnscheduledBookingsQuery {
  /** Only bookings of this supplier's tours. */
  readonly supplierId?: string | undefined;
  /** Only bookings of this product. */
  readonly productId?: string | undefined;
  /** Only bookings that start then or later: RFC 3339 with an offset. Left out: from now on. */
  readonly from?: string | undefined;
  /** Only bookings that start then or earlier: RFC 3339 with an offset. */
  readonly to?: string | undefined;
}

/** The filters of `events.stream`. */
export interface StreamEventsQuery {
  /** Only bookings of this supplier's tours. */
  readonly supplierId?: string | undefined;
}

/** The filters of `orders.list`. */
export interface ListOrdersQuery {
  /**
   * Only orders in this state, or in one of several that commas separate: OPEN, CONFIRMED,
   * CANCELLED, EXPIRED.
   */
  readonly status?: string | undefined;
  /**
   * Only orders whose customer's name or e-mail address contains this text, as in the search of
   * bookings, and the one whose whole `reference` it is.
   */
  readonly search?: string | undefined;
  /** Only orders of this `resellerReference`, taken literally. */
  readonly resellerReference?: string | undefined;
  /** Only orders of this `externalId`, taken literally. */
  readonly externalId?: string | undefined;
}

/** The filters of `webhooks.listDeliveries`. */
export interface ListWebhookDeliveriesQuery {
  /** Only deliveries in this state. */
  readonly status?: WebhookDeliveryStatus | undefined;
  /** How many records a page has at most: 1 to 100. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before, unchanged. Left out: the first page. */
  readonly cursor?: string | undefined;
}

/** The filters of `webhooks.listBookingDeliveries`. */
export interface ListBookingDeliveriesQuery {
  /** Id of the booking that they are about. */
  readonly bookingId: string;
  /** How many records a page has at most: 1 to 100. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before, unchanged. Left out: the first page. */
  readonly cursor?: string | undefined;
}

/** The filters of `channelEvents.list`. */
export interface ListChannelEventsQuery {
  /** Only events in this state. */
  readonly status?: ChannelEventStatus | undefined;
  /** Only events of this channel connection. */
  readonly channelConnectionId?: string | undefined;
  /** How many records a page has at most: 1 to 100. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before, unchanged. Left out: the first page. */
  readonly cursor?: string | undefined;
}

/** The filters of `sync.listJobs`. */
export interface ListSyncJobsQuery {
  /** Only jobs in this state. */
  readonly status?: SyncJobStatus | undefined;
  /** Only jobs of this channel connection. */
  readonly channelConnectionId?: string | undefined;
  /** Only jobs about this booking, or about this option's vacancies. */
  readonly entityId?: string | undefined;
  /** How many records a page has at most: 1 to 100. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before, unchanged. Left out: the first page. */
  readonly cursor?: string | undefined;
}

/** The filters of `auditLogs.list`. */
export interface ListAuditEntriesQuery {
  /** Only changes of records of this kind. */
  readonly entityType?: string | undefined;
  /** Only changes of the record of this id. */
  readonly entityId?: string | undefined;
  /** Only changes that the user or the key of this id made. */
  readonly actorId?: string | undefined;
  /** Only changes made then or later: RFC 3339 with an offset. */
  readonly from?: string | undefined;
  /** Only changes made then or earlier: RFC 3339 with an offset. */
  readonly to?: string | undefined;
  /** How many entries are answered at most: 1 to 200. */
  readonly limit?: number | undefined;
}

/** The filters of `auditLogs.listAuditPages`. */
export interface ListAuditPagesQuery {
  /** Only changes of records of this kind. */
  readonly entityType?: string | undefined;
  /** Only changes of the record of this id. */
  readonly entityId?: string | undefined;
  /** Only changes that the user or the key of this id made. */
  readonly actorId?: string | undefined;
  /** Only changes made then or later: RFC 3339 with an offset. */
  readonly from?: string | undefined;
  /** Only changes made then or earlier: RFC 3339 with an offset. */
  readonly to?: string | undefined;
  /** How many records a page has at most: 1 to 100. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before, unchanged. Left out: the first page. */
  readonly cursor?: string | undefined;
}

/** The refusals that any operation may answer: they say nothing of the operation itself. */
export type CommonRefusal =
  | "UNAUTHENTICATED"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "OVERLOADED"
  | "SERVICE_UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  | "MALFORMED_JSON"
  | "UNSUPPORTED_CONTENT_TYPE"
  | "JSON_TOO_COMPLEX"
  | "INSUFFICIENT_SCOPE"
  | "LOGIN_INCOMPLETE"
  | "CSRF_REJECTED"
  | "BODY_TOO_LARGE"
  | "OUTCOME_UNKNOWN";

/** Codes with which `me.get` refuses, beside `CommonRefusal`. */
export type MeGetRefusal = "NOT_FOUND";

/** Codes with which `me.updateTenant` refuses, beside `CommonRefusal`. */
export type MeUpdateTenantRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "CURRENCY_IN_USE";

/** Codes with which `sessions.create` refuses, beside `CommonRefusal`. */
export type SessionsCreateRefusal = "VALIDATION_FAILED" | "SECOND_FACTOR_REQUIRED";

/** Codes with which `sessions.deleteCurrent` refuses, beside `CommonRefusal`. */
export type SessionsDeleteCurrentRefusal = "VALIDATION_FAILED" | "SESSION_REQUIRED";

/** Codes with which `apiKeys.create` refuses, beside `CommonRefusal`. */
export type ApiKeysCreateRefusal =
  | "VALIDATION_FAILED"
  | "SCOPE_ESCALATION"
  | "NOT_FOUND"
  | "QUOTA_EXCEEDED";

/** Codes with which `apiKeys.delete` refuses, beside `CommonRefusal`. */
export type ApiKeysDeleteRefusal =
  | "VALIDATION_FAILED"
  | "SCOPE_ESCALATION"
  | "NOT_FOUND"
  | "KEY_IN_USE";

/** Codes with which `users.list` refuses, beside `CommonRefusal`. */
export type UsersListRefusal = "SESSION_REQUIRED";

/** Codes with which `users.invite` refuses, beside `CommonRefusal`. */
export type UsersInviteRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "SCOPE_ESCALATION"
  | "REFERENCE_TAKEN"
  | "QUOTA_EXCEEDED";

/** Codes with which `users.setUp` refuses, beside `CommonRefusal`. */
export type UsersSetUpRefusal = "VALIDATION_FAILED";

/** Codes with which `users.update` refuses, beside `CommonRefusal`. */
export type UsersUpdateRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "SCOPE_ESCALATION"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "INVALID_STATE"
  | "LAST_OWNER";

/** Codes with which `users.setOwnPassword` refuses, beside `CommonRefusal`. */
export type UsersSetOwnPasswordRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "WRONG_PASSWORD"
  | "VERSION_CONFLICT";

/** Codes with which `users.addSecondFactor` refuses, beside `CommonRefusal`. */
export type UsersAddSecondFactorRefusal =
  | "VALIDATION_FAILED"
  | "SECOND_FACTOR_REQUIRED"
  | "SESSION_REQUIRED"
  | "WRONG_PASSWORD"
  | "VERSION_CONFLICT";

/** Codes with which `users.confirmSecondFactor` refuses, beside `CommonRefusal`. */
export type UsersConfirmSecondFactorRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "VERSION_CONFLICT"
  | "INVALID_STATE";

/** Codes with which `users.removeSecondFactor` refuses, beside `CommonRefusal`. */
export type UsersRemoveSecondFactorRefusal =
  | "VALIDATION_FAILED"
  | "SECOND_FACTOR_REQUIRED"
  | "SESSION_REQUIRED"
  | "WRONG_PASSWORD"
  | "VERSION_CONFLICT";

/** Codes with which `me.setSecondFactorRule` refuses, beside `CommonRefusal`. */
export type MeSetSecondFactorRuleRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "VERSION_CONFLICT";

/** Codes with which `users.listOwnSessions` refuses, beside `CommonRefusal`. */
export type UsersListOwnSessionsRefusal = "SESSION_REQUIRED";

/** Codes with which `users.deleteOwnSession` refuses, beside `CommonRefusal`. */
export type UsersDeleteOwnSessionRefusal = "VALIDATION_FAILED" | "SESSION_REQUIRED" | "NOT_FOUND";

/** Codes with which `suppliers.list` refuses, beside `CommonRefusal`. */
export type SuppliersListRefusal = "VALIDATION_FAILED";

/** Codes with which `suppliers.create` refuses, beside `CommonRefusal`. */
export type SuppliersCreateRefusal = "VALIDATION_FAILED" | "REFERENCE_TAKEN" | "QUOTA_EXCEEDED";

/** Codes with which `suppliers.get` refuses, beside `CommonRefusal`. */
export type SuppliersGetRefusal = "NOT_FOUND";

/** Codes with which `suppliers.update` refuses, beside `CommonRefusal`. */
export type SuppliersUpdateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "REFERENCE_TAKEN"
  | "ARCHIVED";

/** Codes with which `suppliers.archive` refuses, beside `CommonRefusal`. */
export type SuppliersArchiveRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `products.list` refuses, beside `CommonRefusal`. */
export type ProductsListRefusal = "VALIDATION_FAILED";

/** Codes with which `products.create` refuses, beside `CommonRefusal`. */
export type ProductsCreateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "REFERENCE_TAKEN"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `products.get` refuses, beside `CommonRefusal`. */
export type ProductsGetRefusal = "NOT_FOUND";

/** Codes with which `products.update` refuses, beside `CommonRefusal`. */
export type ProductsUpdateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "REFERENCE_TAKEN"
  | "ARCHIVED";

/** Codes with which `products.archive` refuses, beside `CommonRefusal`. */
export type ProductsArchiveRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `products.listPhotos` refuses, beside `CommonRefusal`. */
export type ProductsListPhotosRefusal = "NOT_FOUND";

/** Codes with which `products.createPhoto` refuses, beside `CommonRefusal`. */
export type ProductsCreatePhotoRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `products.replacePhoto` refuses, beside `CommonRefusal`. */
export type ProductsReplacePhotoRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "QUOTA_EXCEEDED";

/** Codes with which `products.deletePhoto` refuses, beside `CommonRefusal`. */
export type ProductsDeletePhotoRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `products.setPhotoOrder` refuses, beside `CommonRefusal`. */
export type ProductsSetPhotoOrderRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "VERSION_CONFLICT";

/** Codes with which `products.getPhotoContent` refuses, beside `CommonRefusal`. */
export type ProductsGetPhotoContentRefusal = "NOT_FOUND";

/** Codes with which `products.listOptions` refuses, beside `CommonRefusal`. */
export type ProductsListOptionsRefusal = "NOT_FOUND";

/** Codes with which `products.createOption` refuses, beside `CommonRefusal`. */
export type ProductsCreateOptionRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `options.get` refuses, beside `CommonRefusal`. */
export type OptionsGetRefusal = "NOT_FOUND";

/** Codes with which `options.update` refuses, beside `CommonRefusal`. */
export type OptionsUpdateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "DEFAULT_OPTION_REQUIRED"
  | "ARCHIVED";

/** Codes with which `options.delete` refuses, beside `CommonRefusal`. */
export type OptionsDeleteRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "DEFAULT_OPTION_REQUIRED"
  | "HAS_LIVE_BOOKINGS";

/** Codes with which `options.createUnit` refuses, beside `CommonRefusal`. */
export type OptionsCreateUnitRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "REFERENCE_TAKEN"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `options.setUnitOrder` refuses, beside `CommonRefusal`. */
export type OptionsSetUnitOrderRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "VERSION_CONFLICT";

/** Codes with which `units.get` refuses, beside `CommonRefusal`. */
export type UnitsGetRefusal = "NOT_FOUND";

/** Codes with which `units.update` refuses, beside `CommonRefusal`. */
export type UnitsUpdateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "REFERENCE_TAKEN"
  | "ARCHIVED";

/** Codes with which `units.archive` refuses, beside `CommonRefusal`. */
export type UnitsArchiveRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `options.listAvailabilityPeriods` refuses, beside `CommonRefusal`. */
export type OptionsListAvailabilityPeriodsRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `options.createAvailabilityPeriod` refuses, beside `CommonRefusal`. */
export type OptionsCreateAvailabilityPeriodRefusal =
  | "VALIDATION_FAILED"
  | "NO_LINKED_RESOURCE"
  | "NOT_FOUND"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `options.importAvailabilityPeriods` refuses, beside `CommonRefusal`. */
export type OptionsImportAvailabilityPeriodsRefusal =
  | "VALIDATION_FAILED"
  | "NO_LINKED_RESOURCE"
  | "RULE_NOT_REPRESENTABLE"
  | "NOT_FOUND"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `options.quoteAvailabilityPeriods` refuses, beside `CommonRefusal`. */
export type OptionsQuoteAvailabilityPeriodsRefusal =
  | "VALIDATION_FAILED"
  | "RANGE_TOO_LARGE"
  | "NOT_FOUND";

/** Codes with which `options.updateAvailabilityPeriod` refuses, beside `CommonRefusal`. */
export type OptionsUpdateAvailabilityPeriodRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "INVALID_STATE";

/** Codes with which `options.deactivateAvailabilityPeriod` refuses, beside `CommonRefusal`. */
export type OptionsDeactivateAvailabilityPeriodRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `options.listPricingPeriods` refuses, beside `CommonRefusal`. */
export type OptionsListPricingPeriodsRefusal = "NOT_FOUND";

/** Codes with which `options.setPricingPeriods` refuses, beside `CommonRefusal`. */
export type OptionsSetPricingPeriodsRefusal =
  | "VALIDATION_FAILED"
  | "UNKNOWN_UNIT"
  | "OVERRIDE_FORBIDDEN"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "ARCHIVED";

/** Codes with which `options.getCharges` refuses, beside `CommonRefusal`. */
export type OptionsGetChargesRefusal = "NOT_FOUND";

/** Codes with which `options.setCharges` refuses, beside `CommonRefusal`. */
export type OptionsSetChargesRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "ARCHIVED";

/** Codes with which `options.quotePricingPeriods` refuses, beside `CommonRefusal`. */
export type OptionsQuotePricingPeriodsRefusal =
  | "VALIDATION_FAILED"
  | "UNKNOWN_UNIT"
  | "RANGE_TOO_LARGE"
  | "OVERRIDE_FORBIDDEN"
  | "NOT_FOUND";

/** Codes with which `resources.list` refuses, beside `CommonRefusal`. */
export type ResourcesListRefusal = "VALIDATION_FAILED";

/** Codes with which `resources.create` refuses, beside `CommonRefusal`. */
export type ResourcesCreateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `resources.get` refuses, beside `CommonRefusal`. */
export type ResourcesGetRefusal = "NOT_FOUND";

/** Codes with which `resources.listUsage` refuses, beside `CommonRefusal`. */
export type ResourcesListUsageRefusal = "VALIDATION_FAILED" | "RANGE_TOO_LARGE" | "NOT_FOUND";

/** Codes with which `resources.update` refuses, beside `CommonRefusal`. */
export type ResourcesUpdateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "INVALID_STATE"
  | "CAPACITY_BELOW_RESERVED";

/** Codes with which `resources.delete` refuses, beside `CommonRefusal`. */
export type ResourcesDeleteRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "INVALID_STATE"
  | "RESOURCE_IN_USE";

/** Codes with which `options.setResourceRequirement` refuses, beside `CommonRefusal`. */
export type OptionsSetResourceRequirementRefusal =
  | "VALIDATION_FAILED"
  | "SUPPLIER_MISMATCH"
  | "NOT_FOUND"
  | "INVALID_STATE"
  | "ARCHIVED";

/** Codes with which `options.deleteResourceRequirement` refuses, beside `CommonRefusal`. */
export type OptionsDeleteResourceRequirementRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "INVALID_STATE"
  | "RESOURCE_IN_USE";

/** Codes with which `availability.list` refuses, beside `CommonRefusal`. */
export type AvailabilityListRefusal = "VALIDATION_FAILED" | "RANGE_TOO_LARGE" | "NOT_FOUND";

/** Codes with which `availability.listCalendar` refuses, beside `CommonRefusal`. */
export type AvailabilityListCalendarRefusal = "VALIDATION_FAILED" | "RANGE_TOO_LARGE" | "NOT_FOUND";

/** Codes with which `availabilityBlocks.list` refuses, beside `CommonRefusal`. */
export type AvailabilityBlocksListRefusal = "VALIDATION_FAILED";

/** Codes with which `availabilityBlocks.create` refuses, beside `CommonRefusal`. */
export type AvailabilityBlocksCreateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `availabilityBlocks.delete` refuses, beside `CommonRefusal`. */
export type AvailabilityBlocksDeleteRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `departures.callOff` refuses, beside `CommonRefusal`. */
export type DeparturesCallOffRefusal =
  | "VALIDATION_FAILED"
  | "NOT_A_DEPARTURE"
  | "IN_THE_PAST"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "ARCHIVED";

/** Codes with which `departures.reopen` refuses, beside `CommonRefusal`. */
export type DeparturesReopenRefusal =
  | "VALIDATION_FAILED"
  | "NOT_A_DEPARTURE"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "ARCHIVED";

/** Codes with which `bookings.list` refuses, beside `CommonRefusal`. */
export type BookingsListRefusal = "VALIDATION_FAILED";

/** Codes with which `bookingCounts.list` refuses, beside `CommonRefusal`. */
export type BookingCountsListRefusal = "VALIDATION_FAILED" | "RANGE_TOO_LARGE";

/** Codes with which `stats.list` refuses, beside `CommonRefusal`. */
export type StatsListRefusal = "VALIDATION_FAILED" | "RANGE_TOO_LARGE";

/** Codes with which `unscheduledBookings.list` refuses, beside `CommonRefusal`. */
export type UnscheduledBookingsListRefusal = "VALIDATION_FAILED";

/** Codes with which `events.stream` refuses, beside `CommonRefusal`. */
export type EventsStreamRefusal = "VALIDATION_FAILED";

/** Codes with which `bookings.create` refuses, beside `CommonRefusal`. */
export type BookingsCreateRefusal =
  | "VALIDATION_FAILED"
  | "UNKNOWN_UNIT"
  | "UNIT_RESTRICTION"
  | "OPTION_RESTRICTION"
  | "PRICE_NOT_CONFIGURED"
  | "NOT_A_DEPARTURE"
  | "BOOKING_CUTOFF_PASSED"
  | "IN_THE_PAST"
  | "RESOURCE_NOT_LINKED"
  | "RESOURCE_TOO_SMALL"
  | "NO_LINKED_RESOURCE"
  | "OVERRIDE_FORBIDDEN"
  | "SESSION_REQUIRED"
  | "NOT_FOUND"
  | "CAPACITY_EXHAUSTED"
  | "DEPARTURE_BLOCKED"
  | "DEPARTURE_CALLED_OFF"
  | "INVALID_STATE"
  | "HOLD_EXPIRED"
  | "REFERENCE_TAKEN"
  | "ARCHIVED"
  | "BOOKING_ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `bookings.quote` refuses, beside `CommonRefusal`. */
export type BookingsQuoteRefusal =
  | "VALIDATION_FAILED"
  | "UNKNOWN_UNIT"
  | "UNIT_RESTRICTION"
  | "OPTION_RESTRICTION"
  | "PRICE_NOT_CONFIGURED"
  | "NOT_A_DEPARTURE"
  | "BOOKING_CUTOFF_PASSED"
  | "IN_THE_PAST"
  | "RESOURCE_NOT_LINKED"
  | "RESOURCE_TOO_SMALL"
  | "NO_LINKED_RESOURCE"
  | "OVERRIDE_FORBIDDEN"
  | "SESSION_REQUIRED"
  | "NOT_FOUND"
  | "CAPACITY_EXHAUSTED"
  | "DEPARTURE_BLOCKED"
  | "DEPARTURE_CALLED_OFF"
  | "VERSION_CONFLICT"
  | "INVALID_STATE"
  | "HOLD_EXPIRED"
  | "CHANNEL_NOT_SUBSCRIBED"
  | "ARCHIVED"
  | "QUOTA_EXCEEDED";

/** Codes with which `bookings.get` refuses, beside `CommonRefusal`. */
export type BookingsGetRefusal = "NOT_FOUND";

/** Codes with which `bookings.update` refuses, beside `CommonRefusal`. */
export type BookingsUpdateRefusal =
  | "VALIDATION_FAILED"
  | "UNKNOWN_UNIT"
  | "UNIT_RESTRICTION"
  | "OPTION_RESTRICTION"
  | "PRICE_NOT_CONFIGURED"
  | "NOT_A_DEPARTURE"
  | "IN_THE_PAST"
  | "RESOURCE_NOT_LINKED"
  | "RESOURCE_TOO_SMALL"
  | "NO_LINKED_RESOURCE"
  | "OVERRIDE_FORBIDDEN"
  | "NOT_FOUND"
  | "CAPACITY_EXHAUSTED"
  | "DEPARTURE_BLOCKED"
  | "DEPARTURE_CALLED_OFF"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED"
  | "CHANNEL_NOT_SUBSCRIBED"
  | "ARCHIVED";

/** Codes with which `bookings.updateDetails` refuses, beside `CommonRefusal`. */
export type BookingsUpdateDetailsRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED";

/** Codes with which `bookings.extend` refuses, beside `CommonRefusal`. */
export type BookingsExtendRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED";

/** Codes with which `bookings.confirm` refuses, beside `CommonRefusal`. */
export type BookingsConfirmRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "DEPARTURE_CALLED_OFF"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED"
  | "DETAILS_ALREADY_SET";

/** Codes with which `bookings.approve` refuses, beside `CommonRefusal`. */
export type BookingsApproveRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "DEPARTURE_CALLED_OFF"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED";

/** Codes with which `bookings.reject` refuses, beside `CommonRefusal`. */
export type BookingsRejectRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE";

/** Codes with which `bookings.cancel` refuses, beside `CommonRefusal`. */
export type BookingsCancelRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "CANCELLATION_CUTOFF_PASSED";

/** Codes with which `bookings.quoteCancellation` refuses, beside `CommonRefusal`. */
export type BookingsQuoteCancellationRefusal = "NOT_FOUND";

/** Codes with which `bookings.listTickets` refuses, beside `CommonRefusal`. */
export type BookingsListTicketsRefusal = "NOT_FOUND";

/** Codes with which `bookings.redeem` refuses, beside `CommonRefusal`. */
export type BookingsRedeemRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE";

/** Codes with which `bookings.unredeem` refuses, beside `CommonRefusal`. */
export type BookingsUnredeemRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "NOT_FOUND"
  | "IDEMPOTENCY_KEY_REUSED";

/** Codes with which `tickets.redeem` refuses, beside `CommonRefusal`. */
export type TicketsRedeemRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "WRONG_DEPARTURE"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE";

/** Codes with which `orders.list` refuses, beside `CommonRefusal`. */
export type OrdersListRefusal = "VALIDATION_FAILED";

/** Codes with which `orders.create` refuses, beside `CommonRefusal`. */
export type OrdersCreateRefusal = "VALIDATION_FAILED" | "QUOTA_EXCEEDED";

/** Codes with which `orders.quote` refuses, beside `CommonRefusal`. */
export type OrdersQuoteRefusal = "VALIDATION_FAILED" | "OVERRIDE_FORBIDDEN" | "SESSION_REQUIRED";

/** Codes with which `orders.get` refuses, beside `CommonRefusal`. */
export type OrdersGetRefusal = "NOT_FOUND";

/** Codes with which `orders.update` refuses, beside `CommonRefusal`. */
export type OrdersUpdateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED";

/** Codes with which `orders.extend` refuses, beside `CommonRefusal`. */
export type OrdersExtendRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED";

/** Codes with which `orders.confirm` refuses, beside `CommonRefusal`. */
export type OrdersConfirmRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "DEPARTURE_CALLED_OFF"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED"
  | "DETAILS_ALREADY_SET";

/** Codes with which `orders.cancel` refuses, beside `CommonRefusal`. */
export type OrdersCancelRefusal =
  | "VALIDATION_FAILED"
  | "SESSION_REQUIRED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "CANCELLATION_CUTOFF_PASSED";

/** Codes with which `customers.erase` refuses, beside `CommonRefusal`. */
export type CustomersEraseRefusal = "VALIDATION_FAILED" | "SESSION_REQUIRED" | "NOT_FOUND";

/** Codes with which `calendarFeeds.create` refuses, beside `CommonRefusal`. */
export type CalendarFeedsCreateRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "QUOTA_EXCEEDED";

/** Codes with which `calendarFeeds.rotate` refuses, beside `CommonRefusal`. */
export type CalendarFeedsRotateRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `calendarFeeds.delete` refuses, beside `CommonRefusal`. */
export type CalendarFeedsDeleteRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `webhooks.createSubscription` refuses, beside `CommonRefusal`. */
export type WebhooksCreateSubscriptionRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "QUOTA_EXCEEDED";

/** Codes with which `webhooks.getSubscription` refuses, beside `CommonRefusal`. */
export type WebhooksGetSubscriptionRefusal = "NOT_FOUND";

/** Codes with which `webhooks.updateSubscription` refuses, beside `CommonRefusal`. */
export type WebhooksUpdateSubscriptionRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "VERSION_CONFLICT";

/** Codes with which `webhooks.deleteSubscription` refuses, beside `CommonRefusal`. */
export type WebhooksDeleteSubscriptionRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `webhooks.getSecret` refuses, beside `CommonRefusal`. */
export type WebhooksGetSecretRefusal = "NOT_FOUND";

/** Codes with which `webhooks.rotateSecret` refuses, beside `CommonRefusal`. */
export type WebhooksRotateSecretRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "INVALID_STATE";

/** Codes with which `webhooks.testSubscription` refuses, beside `CommonRefusal`. */
export type WebhooksTestSubscriptionRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `webhooks.listDeliveries` refuses, beside `CommonRefusal`. */
export type WebhooksListDeliveriesRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `webhooks.listBookingDeliveries` refuses, beside `CommonRefusal`. */
export type WebhooksListBookingDeliveriesRefusal = "VALIDATION_FAILED";

/** Codes with which `webhooks.getDelivery` refuses, beside `CommonRefusal`. */
export type WebhooksGetDeliveryRefusal = "NOT_FOUND";

/** Codes with which `webhooks.redeliver` refuses, beside `CommonRefusal`. */
export type WebhooksRedeliverRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "INVALID_STATE";

/** Codes with which `channels.create` refuses, beside `CommonRefusal`. */
export type ChannelsCreateRefusal =
  | "VALIDATION_FAILED"
  | "NOT_FOUND"
  | "REFERENCE_TAKEN"
  | "QUOTA_EXCEEDED";

/** Codes with which `channels.get` refuses, beside `CommonRefusal`. */
export type ChannelsGetRefusal = "NOT_FOUND";

/** Codes with which `channels.update` refuses, beside `CommonRefusal`. */
export type ChannelsUpdateRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "VERSION_CONFLICT";

/** Codes with which `channels.delete` refuses, beside `CommonRefusal`. */
export type ChannelsDeleteRefusal = "VALIDATION_FAILED" | "NOT_FOUND";

/** Codes with which `channels.getSecret` refuses, beside `CommonRefusal`. */
export type ChannelsGetSecretRefusal = "NOT_FOUND";

/** Codes with which `channels.rotateSecret` refuses, beside `CommonRefusal`. */
export type ChannelsRotateSecretRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "INVALID_STATE";

/** Codes with which `channels.createKey` refuses, beside `CommonRefusal`. */
export type ChannelsCreateKeyRefusal =
  | "VALIDATION_FAILED"
  | "SCOPE_ESCALATION"
  | "NOT_FOUND"
  | "QUOTA_EXCEEDED";

/** Codes with which `channels.createEvent` refuses, beside `CommonRefusal`. */
export type ChannelsCreateEventRefusal =
  | "VALIDATION_FAILED"
  | "OVERRIDE_FORBIDDEN"
  | "NOT_FOUND"
  | "INVALID_STATE";

/** Codes with which `channelEvents.list` refuses, beside `CommonRefusal`. */
export type ChannelEventsListRefusal = "VALIDATION_FAILED";

/** Codes with which `channelEvents.get` refuses, beside `CommonRefusal`. */
export type ChannelEventsGetRefusal = "NOT_FOUND";

/** Codes with which `channelEvents.reprocess` refuses, beside `CommonRefusal`. */
export type ChannelEventsReprocessRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "INVALID_STATE";

/** Codes with which `sync.listJobs` refuses, beside `CommonRefusal`. */
export type SyncListJobsRefusal = "VALIDATION_FAILED";

/** Codes with which `sync.getJob` refuses, beside `CommonRefusal`. */
export type SyncGetJobRefusal = "NOT_FOUND";

/** Codes with which `sync.retryJob` refuses, beside `CommonRefusal`. */
export type SyncRetryJobRefusal = "VALIDATION_FAILED" | "NOT_FOUND" | "INVALID_STATE";

/** Codes with which `auditLogs.list` refuses, beside `CommonRefusal`. */
export type AuditLogsListRefusal = "VALIDATION_FAILED";

/** Codes with which `auditLogs.listAuditPages` refuses, beside `CommonRefusal`. */
export type AuditLogsListAuditPagesRefusal = "VALIDATION_FAILED";

/** Operations below `/me`. */
export interface MeGroup {
  /**
   * The tenant, scopes and user of the credential.
   *
   * Answers which tenant and scopes the credential has; `user` is null for an API key. A quick test
   * that a key works.
   *
   * It changes nothing and may be repeated.
   *
   * Needs any credential.
   */
  get(options?: CallOptions): Call<Me>;

  /**
   * Changes the tenant's currency.
   *
   * Sets the currency of all prices. Another one is refused while any pricing period exists.
   *
   * A repeat changes nothing and answers the tenant as it is.
   *
   * Needs the scope `catalog:write`.
   */
  updateTenant(body: UpdateTenantRequest, options?: CallOptions): Call<Tenant>;

  /**
   * Sets whether users of the tenant need a second factor; with a session.
   *
   * Sets whether users of the tenant need a second factor. From then on a session of a user without
   * one may do nothing but add it: `duty` of `GET /me` says so. Keys need none.
   *
   * A repeat changes nothing.
   *
   * Needs the scope `users:write`.
   */
  setSecondFactorRule(
    body: SetSecondFactorRuleRequest,
    options?: CallOptions,
  ): Call<SecondFactorRule>;
}

/** Operations below `/sessions`. */
export interface SessionsGroup {
  /**
   * Begins a user session; its token is answered once and set as a cookie.
   *
   * Begins a session: answers its token once, and sets it as a cookie for a browser. A wrong
   * password, a wrong code, an unknown user and a user who must wait are one answer. A user with a
   * second factor needs `code`: without it a right password is 401 SECOND_FACTOR_REQUIRED. It also
   * sets the device cookie `__Host-slipway-device` (`slipway-device` without TLS): a browser that
   * sends it waits for its own failed log-ins alone.
   *
   * Each call begins another session.
   *
   * Needs no credential.
   */
  create(body: CreateSessionRequest, options?: CallOptions): Call<NewSession>;

  /**
   * Ends the user session at once.
   *
   * Ends the session that the request is sent with. No gateway accepts it from the answer on.
   *
   * A repeat is 401, because the credential is gone.
   *
   * Needs any credential.
   */
  deleteCurrent(options?: CallOptions): Call<Deleted>;
}

/** Operations below `/api-keys`. */
export interface ApiKeysGroup {
  /**
   * API keys, newest first.
   *
   * Keys of the tenant, newest first, without their texts.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `api-keys:read`.
   */
  list(options?: CallOptions): Call<readonly ApiKey[]>;

  /**
   * Issues an API key; its text is answered once.
   *
   * Issues a key and answers its text, this once. A key that is lost cannot be shown again. A
   * restricted key issues only keys that are at least as restricted.
   *
   * Each call issues another key. After an unknown outcome, list the keys and delete the surplus
   * one.
   *
   * Needs the scope `api-keys:write`.
   */
  create(body: CreateApiKeyRequest, options?: CallOptions): Call<IssuedApiKey>;

  /**
   * Revokes an API key at once.
   *
   * Revokes the key: no gateway accepts it from the answer on. It needs what the key may do: nobody
   * revokes a key that they could not issue. To rotate a key, issue the new one first.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `api-keys:write`.
   */
  delete(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/users`. */
export interface UsersGroup {
  /**
   * Users of the tenant, newest first; with a session.
   *
   * Users of the tenant, newest first, disabled ones included: the names behind the ids of the audit
   * log. Only a session may ask.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `users:read`.
   */
  list(options?: CallOptions): Call<readonly TenantUser[]>;

  /**
   * Invites a user; the setup token is answered once; with a session.
   *
   * Makes a user and answers the setup token, this once: give it to the user, who sets a password by
   * `POST /users/setup`. Nobody grants more than their own scopes.
   *
   * Until the user has a password or has logged in by an identity provider, a repeat replaces name,
   * scopes and token, and ends the token before. It needs the scopes that the user had, else it is
   * 403 SCOPE_ESCALATION. Later it is 409 REFERENCE_TAKEN.
   *
   * Needs the scope `users:write`.
   */
  invite(body: InviteUserRequest, options?: CallOptions): Call<InvitedUser>;

  /**
   * Sets a user's first password by the setup token.
   *
   * Sets the first password of a user, by the setup token. Then the user logs in by `POST
   * /sessions`. Failures count as those of log-ins do.
   *
   * A repeat is 401, because the token is used.
   *
   * Needs no credential.
   */
  setUp(body: SetUpUserRequest, options?: CallOptions): Call<TenantUser>;

  /**
   * Changes, disables or enables a user; with a session.
   *
   * Changes a user's name or scopes, or disables or enables the user. Disabling ends all sessions of
   * the user; scopes hold from the next request on. To add scopes, or to enable a user, one needs
   * those scopes. Scopes that are added end a setup token that is not used yet: invite the user
   * again.
   *
   * A repeat changes nothing more.
   *
   * Needs the scope `users:write`.
   */
  update(id: string, body: UpdateUserRequest, options?: CallOptions): Call<TenantUser>;

  /**
   * Changes the password of the session's user, and ends all sessions of the user.
   *
   * Changes the password of the session's user and ends all sessions of the user, this one too: log
   * in again. A wrong `current` counts as a failed log-in of this session.
   *
   * A repeat is 401, because the session has ended.
   *
   * Needs any credential.
   */
  setOwnPassword(body: SetOwnPasswordRequest, options?: CallOptions): Call<TenantUser>;

  /**
   * Makes a secret for an authenticator app of the session's user.
   *
   * Makes a secret for an authenticator app (TOTP, RFC 6238) of the session's user. Nothing changes
   * until `POST /users/me/second-factor/confirm` brings a code of the app. Where there is a second
   * factor, it needs a `code` of it: without one a right password is 401 SECOND_FACTOR_REQUIRED, and
   * a wrong or used code is 403 WRONG_PASSWORD.
   *
   * A repeat makes another secret, and the one before is worthless. It needs another code.
   *
   * Needs any credential.
   */
  addSecondFactor(body: AddSecondFactorRequest, options?: CallOptions): Call<NewSecondFactor>;

  /**
   * Begins to use the second factor; its recovery codes are answered once.
   *
   * Makes the secret that was made last the user's second factor, and answers ten recovery codes,
   * this once. Each is good for one log-in without the app. A secret waits ten minutes, and for five
   * codes: then this is 409 INVALID_STATE, and another secret must be made.
   *
   * A repeat is 409 INVALID_STATE. Make another secret for other recovery codes.
   *
   * Needs any credential.
   */
  confirmSecondFactor(body: ConfirmSecondFactorRequest, options?: CallOptions): Call<RecoveryCodes>;

  /**
   * Removes the second factor of the session's user.
   *
   * Removes the second factor of the session's user, with its recovery codes. It needs a `code`:
   * without one a right password is 401 SECOND_FACTOR_REQUIRED, and a wrong or used code is 403
   * WRONG_PASSWORD. Where the tenant asks for a second factor, the user must add another.
   *
   * A repeat changes nothing.
   *
   * Needs any credential.
   */
  removeSecondFactor(body: RemoveSecondFactorRequest, options?: CallOptions): Call<TenantUser>;

  /**
   * Sessions of the session's user.
   *
   * Sessions of the session's user that have not ended, newest first; 200 at most.
   *
   * It changes nothing and may be repeated.
   *
   * Needs any credential.
   */
  listOwnSessions(options?: CallOptions): Call<readonly Session[]>;

  /**
   * Ends a session of the session's user at once.
   *
   * Ends a session of the session's user, such as one on a lost device. No gateway accepts it from
   * the answer on.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs any credential.
   */
  deleteOwnSession(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/suppliers`. */
export interface SuppliersGroup {
  /** One page of the list, and the length of all of it. */
  list(query: Paging, options?: CallOptions): Call<SupplierPage>;
  /**
   * Suppliers by name, without archived ones.
   *
   * Suppliers by name, archived ones left out.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `suppliers:read`.
   */
  list(query?: NoFilters, options?: CallOptions): Call<readonly Supplier[]>;

  /** The records of `list`, page after page as you read on. */
  all(query?: NoFilters, options?: CallOptions): AsyncIterable<Supplier>;

  /**
   * Adds a supplier.
   *
   * Adds a company that operates tours. Its zone, language and contacts are those of its products,
   * unless a product has its own.
   *
   * Each call adds another supplier; with an explicit `reference` a repeat is 409 REFERENCE_TAKEN.
   *
   * Needs the scope `suppliers:write`.
   */
  create(body: CreateSupplierRequest, options?: CallOptions): Call<Supplier>;

  /**
   * One supplier.
   *
   * Answers archived suppliers, too: their `deletedAt` is set.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `suppliers:read`.
   */
  get(id: string, options?: CallOptions): Call<Supplier>;

  /**
   * Changes a supplier; zone, language and contacts are copied to its products.
   *
   * Changes the members that are sent. A new zone, language or contact is copied to all its
   * products.
   *
   * A repeat changes nothing and answers the supplier as it is.
   *
   * Needs the scope `suppliers:write`.
   */
  update(id: string, body: UpdateSupplierRequest, options?: CallOptions): Call<Supplier>;

  /**
   * Archives a supplier.
   *
   * Takes the supplier out of lists and its options out of sale. Existing bookings stay.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `suppliers:write`.
   */
  archive(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/products`. */
export interface ProductsGroup {
  /** One page of the list, and the length of all of it. */
  list(query: ListProductsQuery & Paging, options?: CallOptions): Call<ProductPage>;
  /**
   * Products by name, without archived ones.
   *
   * Products by name, archived ones left out. With `include=options` one request reads all that a
   * supplier sells.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  list(query?: ListProductsQuery, options?: CallOptions): Call<readonly Product[]>;

  /** The records of `list`, page after page as you read on. */
  all(query?: ListProductsQuery, options?: CallOptions): AsyncIterable<Product>;

  /**
   * Adds a product.
   *
   * Adds a tour or activity of a supplier. Language and contacts that are left out are the
   * supplier's.
   *
   * Each call adds another product; with an explicit `reference` a repeat is 409 REFERENCE_TAKEN.
   *
   * Needs the scope `catalog:write`.
   */
  create(body: CreateProductRequest, options?: CallOptions): Call<Product>;

  /**
   * One product with its options and photos.
   *
   * Answers the product with its options and photos; archived ones, too.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  get(id: string, options?: CallOptions): Call<ProductWithDetails>;

  /**
   * Changes a product.
   *
   * Changes the members that are sent.
   *
   * A repeat changes nothing and answers the product as it is.
   *
   * Needs the scope `catalog:write`.
   */
  update(id: string, body: UpdateProductRequest, options?: CallOptions): Call<Product>;

  /**
   * Archives a product.
   *
   * Takes the product out of lists and its options out of sale. Existing bookings stay.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `catalog:write`.
   */
  archive(id: string, options?: CallOptions): Call<Deleted>;

  /**
   * Photos of a product, in their order.
   *
   * Photos of the product by `sortOrder`.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  listPhotos(id: string, options?: CallOptions): Call<readonly Photo[]>;

  /**
   * Adds a photo behind the others.
   *
   * Adds a photo behind the others. What follows the end of the image is cut off.
   *
   * Each call adds another photo.
   *
   * Needs the scope `catalog:write`.
   */
  createPhoto(id: string, body: CreatePhotoRequest, options?: CallOptions): Call<Photo>;

  /**
   * Replaces the bytes of a photo, which keeps its id and its place.
   *
   * Replaces the bytes of the photo, which keeps its id and its place.
   *
   * A repeat puts the same bytes there again.
   *
   * Needs the scope `catalog:write`.
   */
  replacePhoto(
    id: string,
    photoId: string,
    body: ReplacePhotoRequest,
    options?: CallOptions,
  ): Call<Photo>;

  /**
   * Deletes a photo.
   *
   * Deletes the photo and its bytes.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `catalog:write`.
   */
  deletePhoto(id: string, photoId: string, options?: CallOptions): Call<Deleted>;

  /**
   * Orders the photos of a product.
   *
   * Gives the photos of the product the order of the list, which names each of them once. Where a
   * photo was added or deleted meanwhile, it is 409 VERSION_CONFLICT: read the photos again.
   *
   * A repeat changes nothing.
   *
   * Needs the scope `catalog:write`.
   */
  setPhotoOrder(
    id: string,
    body: SetPhotoOrderRequest,
    options?: CallOptions,
  ): Call<readonly Photo[]>;

  /**
   * The bytes of a photo; a range of them on request.
   *
   * Answers the bytes themselves. `ETag`, `If-None-Match`, `Range` and `If-Range` work as HTTP has
   * them.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  getPhotoContent(id: string, photoId: string, options?: CallOptions): Call<Blob>;

  /**
   * Options of a product.
   *
   * Options of the product by `sortOrder`.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  listOptions(id: string, options?: CallOptions): Call<readonly Option[]>;

  /**
   * Adds an option to a product.
   *
   * Adds a way to sell the product. The first option of a product is its default. It sells once it
   * has a timetable and prices.
   *
   * Each call adds another option.
   *
   * Needs the scope `catalog:write`.
   */
  createOption(id: string, body: CreateOptionRequest, options?: CallOptions): Call<Option>;
}

/** Operations below `/options`. */
export interface OptionsGroup {
  /**
   * One option with its units, requirements, active periods and prices.
   *
   * Answers the option with its units, resource requirements, active availability periods and
   * pricing periods.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  get(id: string, options?: CallOptions): Call<OptionWithDetails>;

  /**
   * Changes an option.
   *
   * Changes the members that are sent; the reference follows the name. `pricingPer` is set with the
   * prices.
   *
   * A repeat changes nothing and answers the option as it is.
   *
   * Needs the scope `catalog:write`.
   */
  update(id: string, body: UpdateOptionRequest, options?: CallOptions): Call<Option>;

  /**
   * Deletes an option.
   *
   * Deletes the option with its units, timetable and prices. It is refused while live bookings of it
   * are not over.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `catalog:write`.
   */
  delete(id: string, options?: CallOptions): Call<Deleted>;

  /**
   * Adds a unit to an option.
   *
   * Adds a kind of ticket to the option. Give it a price before it is sold.
   *
   * Each call adds another unit; with an explicit `reference` a repeat is 409 REFERENCE_TAKEN.
   *
   * Needs the scope `catalog:write`.
   */
  createUnit(id: string, body: CreateUnitRequest, options?: CallOptions): Call<Unit>;

  /**
   * Orders the units of an option.
   *
   * Gives the units of the option the order of the list, which names each of them once, archived
   * ones left out. Where a unit was added or archived meanwhile, it is 409 VERSION_CONFLICT: read
   * the option again.
   *
   * A repeat changes nothing.
   *
   * Needs the scope `catalog:write`.
   */
  setUnitOrder(id: string, body: SetUnitOrderRequest, options?: CallOptions): Call<readonly Unit[]>;

  /**
   * Availability periods of an option, active ones unless asked otherwise.
   *
   * Availability periods of the option: active ones, unless `active` is `false`.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  listAvailabilityPeriods(
    id: string,
    query?: ListAvailabilityPeriodsQuery,
    options?: CallOptions,
  ): Call<readonly AvailabilityPeriod[]>;

  /**
   * Adds an availability period to an option.
   *
   * Adds days and times at which the option departs, every year or in the years of a window. A day
   * counts if month and day, weekday and window all hold. One extra day is a period whose window is
   * that day. The option must have a linked resource. Periods that overlap give one departure.
   *
   * Each call adds another period.
   *
   * Needs the scope `resources:write`.
   */
  createAvailabilityPeriod(
    id: string,
    body: CreateAvailabilityPeriodRequest,
    options?: CallOptions,
  ): Call<AvailabilityPeriod>;

  /**
   * Adds the availability periods that a recurrence rule says.
   *
   * Adds the periods that give the departures of a recurrence rule (RFC 5545), all of them or none.
   * The rule is DAILY or WEEKLY and may have BYDAY, BYHOUR, BYMINUTE, BYMONTH and UNTIL, and lines
   * with EXDATE and RDATE beside it. The days of `dtstart` and UNTIL become `validFrom` and
   * `validUntil`, and EXDATE becomes `exceptDates`. Each day of RDATE is a period of that day. Rule
   * and periods are expanded and compared, two years from the start on and the last year. Times are
   * local: one that a change of the clocks skips moves forward, and one that occurs twice is the
   * first.
   *
   * Each call adds the periods once more. Periods that overlap give one departure.
   *
   * Needs the scope `resources:write`.
   */
  importAvailabilityPeriods(
    id: string,
    body: ImportAvailabilityPeriodsRequest,
    options?: CallOptions,
  ): Call<readonly AvailabilityPeriod[]>;

  /**
   * Quotes a change of an option's availability periods.
   *
   * Says what a change of an option's availability periods would do to its departures. Nothing is
   * changed. Departures that bookings with `customStart` made stay in any case. Bookings of a
   * departure that vanishes stay, too; `GET /bookings` lists them by option and start. There may be
   * at most 20 000 departures, before and after the change together. More are refused, and the
   * `detail` says how many days would do.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  quoteAvailabilityPeriods(
    id: string,
    body?: QuoteAvailabilityPeriodsRequest,
    options?: CallOptions,
  ): Call<PeriodsQuote>;

  /**
   * Changes the name, the window or the excepted days of an availability period.
   *
   * Changes the name, the window or the excepted days of an active period. Bookings of a departure
   * that vanishes stay, and so do their places.
   *
   * A repeat changes nothing and answers the period as it is.
   *
   * Needs the scope `resources:write`.
   */
  updateAvailabilityPeriod(
    id: string,
    periodId: string,
    body: UpdateAvailabilityPeriodRequest,
    options?: CallOptions,
  ): Call<AvailabilityPeriod>;

  /**
   * Deactivates an availability period.
   *
   * Ends the departures that the period gives. Existing bookings and their places stay.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `resources:write`.
   */
  deactivateAvailabilityPeriod(id: string, periodId: string, options?: CallOptions): Call<Deleted>;

  /**
   * Pricing periods of an option.
   *
   * Pricing periods of the option, in the order in which they were set.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  listPricingPeriods(id: string, options?: CallOptions): Call<readonly PricingPeriod[]>;

  /**
   * Replaces all pricing periods of an option.
   *
   * Replaces all prices of the option at once, and what one price buys. Existing bookings keep
   * theirs.
   *
   * A repeat sets the same prices again, under new ids.
   *
   * Needs the scope `resources:write`.
   */
  setPricingPeriods(
    id: string,
    body: SetPricingPeriodsRequest,
    options?: CallOptions,
  ): Call<readonly PricingPeriod[]>;

  /**
   * Taxes and fees of an option.
   *
   * Taxes and fees in the order of the PUT.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  getCharges(id: string, options?: CallOptions): Call<Charges>;

  /**
   * Replaces all taxes and fees of an option.
   *
   * Replaces all taxes and fees of the option. Prices of bookings from then on have `lines`;
   * existing bookings keep theirs until they are priced again.
   *
   * A repeat changes nothing and answers the same.
   *
   * Needs the scope `resources:write`.
   */
  setCharges(id: string, body: SetChargesRequest, options?: CallOptions): Call<Charges>;

  /**
   * Quotes a change of an option's prices.
   *
   * Says what a change of an option's prices would do. Nothing is changed. It answers the local
   * days, from now on, whose lowest price would be another one. There may be at most 20 000
   * departures. More are refused, and the `detail` says how many days would do.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `resources:write`.
   */
  quotePricingPeriods(
    id: string,
    body: QuotePricingPeriodsRequest,
    options?: CallOptions,
  ): Call<PricesQuote>;

  /**
   * Links a resource to an option, or replaces the link.
   *
   * Makes the option need the resource, or replaces how much it needs. Members that are left out get
   * their defaults.
   *
   * A repeat sets the same link again.
   *
   * Needs the scope `resources:write`.
   */
  setResourceRequirement(
    id: string,
    body: SetResourceRequirementRequest,
    options?: CallOptions,
  ): Call<ResourceRequirement>;

  /**
   * Unlinks a resource from an option.
   *
   * Ends the option's need of the resource. The last link of an option with active availability
   * periods stays. While another request ends the same need, it is 409 INVALID_STATE.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `resources:write`.
   */
  deleteResourceRequirement(
    optionId: string,
    resourceId: string,
    options?: CallOptions,
  ): Call<Deleted>;
}

/** Operations below `/units`. */
export interface UnitsGroup {
  /**
   * One unit.
   *
   * Answers archived units, too: their `deletedAt` is set.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `catalog:read`.
   */
  get(id: string, options?: CallOptions): Call<Unit>;

  /**
   * Changes a unit.
   *
   * Changes the members that are sent. Existing bookings keep what they were sold.
   *
   * A repeat changes nothing and answers the unit as it is.
   *
   * Needs the scope `catalog:write`.
   */
  update(id: string, body: UpdateUnitRequest, options?: CallOptions): Call<Unit>;

  /**
   * Archives a unit.
   *
   * Takes the unit out of sale. Existing bookings keep its name.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `catalog:write`.
   */
  archive(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/resources`. */
export interface ResourcesGroup {
  /** One page of the list, and the length of all of it. */
  list(query: ListResourcesQuery & Paging, options?: CallOptions): Call<ResourcePage>;
  /**
   * Resources by name.
   *
   * Resources of all suppliers, by name.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `resources:read`.
   */
  list(query?: ListResourcesQuery, options?: CallOptions): Call<readonly Resource[]>;

  /** The records of `list`, page after page as you read on. */
  all(query?: ListResourcesQuery, options?: CallOptions): AsyncIterable<Resource>;

  /**
   * Adds a resource.
   *
   * Adds a boat, a guide, a room or another thing that limits sales. Link it to options next.
   *
   * Each call adds another resource.
   *
   * Needs the scope `resources:write`.
   */
  create(body: CreateResourceRequest, options?: CallOptions): Call<Resource>;

  /**
   * One resource with its requirements.
   *
   * Answers the resource with the options that need it.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `resources:read`.
   */
  get(id: string, options?: CallOptions): Call<ResourceWithRequirements>;

  /**
   * Places of a resource that bookings take, by interval.
   *
   * Places of the resource that bookings take between two instants, as intervals by start. A new
   * interval begins where a departure, its preparation or its turnaround begins or ends, and once a
   * day at a fixed time of UTC: 04:00 of the supplier's time when it got its first resource, so an
   * hour beside that in the other half of the year. Where nothing is taken there is none. A whole
   * resource counts with all its places. A booking that is being changed may count twice for a
   * moment. A day that the operator has archived answers nothing. The range has at most 31 days.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  listUsage(
    id: string,
    query: ListResourceUsageQuery,
    options?: CallOptions,
  ): Call<readonly ResourceUsage[]>;

  /**
   * Changes a resource; changed numbers are the capacity of every departure.
   *
   * Changes the members that are sent. New numbers hold for every departure and end expansions; they
   * are refused where more is already sold.
   *
   * A repeat changes nothing and answers the resource as it is.
   *
   * Needs the scope `resources:write`.
   */
  update(id: string, body: UpdateResourceRequest, options?: CallOptions): Call<Resource>;

  /**
   * Deletes a resource that was never used.
   *
   * Deletes a resource that no option needs and no booking ever used.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `resources:write`.
   */
  delete(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/availability`. */
export interface AvailabilityGroup {
  /**
   * Departures of options with their vacancies and, if asked for, their prices.
   *
   * Departures between two instants, by start and then by option, with their free places. It
   * reserves nothing and does not look at the booking cutoff. One option may be asked for 400 days.
   * Several, or those of a product or supplier, for 31. An answer has at most 20 000 departures. A
   * longer one is refused, and the `detail` says how many days would do.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  list(query: ListAvailabilityQuery, options?: CallOptions): Call<readonly AvailabilityEntry[]>;

  /**
   * Days on which options depart, with what is free and the lowest price.
   *
   * Days on which options depart, by date and then by option, with what is free and the lowest
   * price. Days without a departure are left out. Dates are local to each product's time zone. The
   * range is at most 400 days, and its days have at most 20 000 departures. A longer one is refused,
   * and the `detail` says how many days would do.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  listCalendar(
    query: ListAvailabilityCalendarQuery,
    options?: CallOptions,
  ): Call<readonly CalendarDay[]>;
}

/** Operations below `/availability-blocks`. */
export interface AvailabilityBlocksGroup {
  /**
   * Blocks that overlap a range, by start.
   *
   * Blocks that overlap the range, by start, of every product.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `availability:read`.
   */
  list(
    query: ListAvailabilityBlocksQuery,
    options?: CallOptions,
  ): Call<readonly AvailabilityBlock[]>;

  /**
   * Stops new bookings of a product for a time.
   *
   * Stops new bookings of the product for departures that start in the range. Existing bookings
   * stay.
   *
   * Each call adds another block; one is enough.
   *
   * Needs the scope `resources:write`.
   */
  create(body: CreateAvailabilityBlockRequest, options?: CallOptions): Call<AvailabilityBlock>;

  /**
   * Removes a block.
   *
   * Lets the product be booked again in that range.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `resources:write`.
   */
  delete(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/departures`. */
export interface DeparturesGroup {
  /**
   * Calls a departure off and cancels its bookings.
   *
   * Calls a departure off, as in a storm. A request that begins after the answer makes or confirms
   * no booking there: 409 DEPARTURE_CALLED_OFF. A booking that was under way may still be confirmed.
   * Every live booking is then cancelled with the reason and a full refund, whatever its cutoff and
   * terms say. Each is told once, as any cancellation is. One with a redeemed ticket stays: its
   * guests have come. A departure that has ended is 400 IN_THE_PAST; where its option was shortened,
   * it ends with the last of its bookings.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat changes nothing and keeps the first reason. It answers
   * how many bookings are then still to be cancelled: 0 once all are.
   *
   * Needs the scope `resources:write`.
   */
  callOff(body: CallOffDepartureRequest, options?: CreateOptions): Call<CalledOffDeparture>;

  /**
   * Sells a departure again that was called off.
   *
   * Sells a departure again that was called off. Cancelled bookings stay cancelled; those with a
   * redeemed ticket stay booked. While some are still being cancelled, it is 409 INVALID_STATE.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat changes nothing and answers the departure as it is.
   *
   * Needs the scope `resources:write`.
   */
  reopen(body: ReopenDepartureRequest, options?: CreateOptions): Call<AvailabilityEntry>;
}

/** Operations below `/bookings`. */
export interface BookingsGroup {
  /** One page of the changes from an instant or a cursor on. */
  list(query: ListBookingsQuery & ChangesFrom, options?: CallOptions): Call<BookingChanges>;
  /** One page of the list, and the length of all of it. */
  list(query: ListBookingsQuery & Paging, options?: CallOptions): Call<BookingPage>;
  /**
   * Bookings, newest first, or by their last change from an instant on.
   *
   * Without `limit` an array of all, newest first or by `sort`. With `limit` a page and the total.
   * With `updatedSince` or `cursor` the change feed: repeat with `cursor` until `nextCursor` is
   * null, then go on from `Sync-Watermark`. Filters combine with each form.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  list(query?: ListBookingsQuery, options?: CallOptions): Call<readonly Booking[]>;

  /** The records of `list`, page after page as you read on. */
  all(query?: ListBookingsQuery, options?: CallOptions): AsyncIterable<Booking>;

  /** The changes since an instant, oldest first. Its `watermark` is where to begin the next time. */
  changes(query: ListBookingsQuery & ChangesSince, options?: CallOptions): ChangeFeed<Booking>;

  /**
   * Books places.
   *
   * Takes places on one departure: all that it needs or none. A departure is never sold beyond its
   * places. ON_HOLD holds them until `expiresAt`; then confirm the booking or let it expire. With
   * `orderId` it is a hold of that order: 409 INVALID_STATE where the order is not OPEN or in
   * another currency, 409 HOLD_EXPIRED where it has expired, 409 QUOTA_EXCEEDED where it has 50 live
   * bookings. Its price is at most 90071992547409 there, else 400.
   *
   * With an `idempotencyKey` a repeat answers the first booking with 201 and `Idempotent-Replayed`,
   * whatever it sends. Without one each call books again. The gateway itself repeats once, within
   * its time, before it answers 504 OUTCOME_UNKNOWN.
   *
   * Needs the scope `bookings:write`.
   */
  create(body: CreateBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Price, places and state of a sale or a change before it is made.
   *
   * Answers what a sale would come to now: the answer or the refusal of `POST /bookings` to the same
   * body. With `bookingId` it answers the same of `PATCH /bookings/{id}`. It holds no places and
   * makes no departure; `idempotencyKey` is ignored.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  quote(body: QuoteBookingRequest, options?: CallOptions): Call<Quote>;

  /**
   * One booking.
   *
   * A hold that has run out is EXPIRED from that instant on.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  get(id: string, options?: CallOptions): Call<Booking>;

  /**
   * Changes a booking: its start, units, resources, price or participants.
   *
   * Moves a live booking or changes its party, resources or prices. It is the operator's, and free
   * of cutoffs: a key may make a party smaller after the cancellation cutoff, too. Price and places
   * are computed anew, but for `participants` alone. A booking of an order keeps the order's
   * currency, else 409 INVALID_STATE, and the bound of its prices. It keeps its old places until it
   * has the new ones; on a refusal nothing has changed.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 VERSION_CONFLICT, because `updatedAt` has moved
   * on.
   *
   * Needs the scope `bookings:write`.
   */
  update(id: string, body: UpdateBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Replaces a booking's customer, notes, names and metadata.
   *
   * Replaces the customer, the notes, the names and the metadata of a booking, in every status: what
   * you name is replaced whole, null clears it, and what you leave out stays. Price and places stay.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 VERSION_CONFLICT, because `updatedAt` has moved
   * on.
   *
   * Needs the scope `bookings:write`.
   */
  updateDetails(
    id: string,
    body: UpdateBookingDetailsRequest,
    options?: CreateOptions,
  ): Call<Booking>;

  /**
   * Extends a hold.
   *
   * Holds the places of a live hold until so many minutes from now. It never shortens a hold. A hold
   * of an order is extended with its order alone: 409 INVALID_STATE.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat counts its minutes from its own arrival.
   *
   * Needs the scope `bookings:write`.
   */
  extend(id: string, body: ExtendBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Confirms a hold, with details that were not known before.
   *
   * Sells what a hold has reserved: the booking becomes CONFIRMED, or PENDING where the option needs
   * approval. A hold of an order is confirmed with its order alone: 409 INVALID_STATE. A body sets
   * what the booking does not have yet. It may repeat what the booking has; another value is 409
   * DETAILS_ALREADY_SET, and nothing is confirmed.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 INVALID_STATE: read the booking to see that it
   * stands.
   *
   * Needs the scope `bookings:write`.
   */
  confirm(id: string, body?: ConfirmBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Approves a pending booking.
   *
   * Accepts a booking that waits for approval: PENDING becomes CONFIRMED.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 INVALID_STATE: read the booking to see that it
   * stands.
   *
   * Needs the scope `bookings:write`.
   */
  approve(id: string, options?: CreateOptions): Call<Booking>;

  /**
   * Rejects a booking and frees its places.
   *
   * Refuses a live booking for the operator's reasons and frees its places. The cancellation cutoff
   * does not apply. One with a redeemed ticket is 409 INVALID_STATE.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 INVALID_STATE: read the booking to see that it
   * stands.
   *
   * Needs the scope `bookings:write`.
   */
  reject(id: string, body?: RejectBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Cancels a booking and frees its places.
   *
   * Cancels a live booking, frees its places and sets `refund` by the `cancellationPolicy` of the
   * booking; a hold is paid back whole. PENDING and CONFIRMED bookings obey the cancellation cutoff,
   * unless a session sends `force`. So does one with a redeemed ticket: 409 INVALID_STATE without
   * it.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 INVALID_STATE: read the booking to see that it
   * stands.
   *
   * Needs the scope `bookings:write`.
   */
  cancel(id: string, body?: CancelBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Whether a booking may be cancelled now, and what would be paid back.
   *
   * Answers whether the booking may be cancelled now, and what would be paid back. After the cutoff
   * the refund is the one that `force` would give. It writes nothing.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  quoteCancellation(id: string, options?: CallOptions): Call<CancellationQuote>;

  /**
   * Tickets of a booking, with their codes.
   *
   * The tickets of a booking, in every state: one for each item of quantity, so three for a line of
   * three. A booking of more than 200 items has one. A ticket keeps its code as long as its line has
   * so many items.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  listTickets(id: string, options?: CallOptions): Call<readonly BookingTicket[]>;

  /**
   * Checks a party in, or a part of it, without codes.
   *
   * Checks a party in without its codes: all of it, or so many of each line as `items` say.
   * `quantity` is how many of the line have come, those of before included; it takes nobody back.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat changes nothing: the first `redeemedAt` of each ticket
   * stays.
   *
   * Needs the scope `tickets:write`.
   */
  redeem(id: string, body?: RedeemBookingRequest, options?: CreateOptions): Call<Booking>;

  /**
   * Takes a check-in back, with a session.
   *
   * Takes a redemption back that was a mistake, of one ticket or of all. Where the departure was
   * called off, the booking is cancelled then. It needs a user session; a key gets 403.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat changes nothing.
   *
   * Needs the scope `tickets:write`.
   */
  unredeem(id: string, body?: UnredeemBookingRequest, options?: CreateOptions): Call<Booking>;
}

/** Operations below `/booking-counts`. */
export interface BookingCountsGroup {
  /**
   * How many bookings start on each day, by source.
   *
   * How many bookings start on each day, by source: by date, then by source. Without `status` it
   * counts those that hold places: ON_HOLD, PENDING and CONFIRMED. Days without a booking are left
   * out. The range has at most 31 days.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  list(query: ListBookingCountsQuery, options?: CallOptions): Call<readonly BookingCount[]>;
}

/** Operations below `/stats`. */
export interface StatsGroup {
  /**
   * Bookings, guests and retail by day, product and source.
   *
   * Bookings, guests and retail, summed by the day of their start, by product and by source, as `by`
   * says, and by currency, in this order. Without `status` it sums those that hold places: ON_HOLD,
   * PENDING and CONFIRMED. A row without a booking is left out. The range has at most 400 days, the
   * answer at most 5000 rows.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  list(query: ListStatsQuery, options?: CallOptions): Call<readonly Stat[]>;
}

/** Operations below `/unscheduled-bookings`. */
export interface UnscheduledBookingsGroup {
  /**
   * Bookings whose departure is not in the timetable any more.
   *
   * Bookings that hold places (ON_HOLD, PENDING and CONFIRMED) and start when `GET /availability`
   * has no departure any more, the earliest start first. They stay valid. A deleted period leaves
   * such bookings, and so do an exception, another time zone, an archived product and new data of a
   * zone's clock changes.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  list(query?: ListUnscheduledBookingsQuery, options?: CallOptions): Call<readonly Booking[]>;
}

/** Operations below `/events`. */
export interface EventsGroup {
  /**
   * Which bookings change, as server-sent events.
   *
   * Sends an event when bookings change: `data` is a list of their ids and `updatedAt`, such as
   * `[{"id":"bkg_…","updatedAt":"…"}]`. Read what you need of them by `GET /bookings/{id}`, or by
   * `GET /bookings?updatedSince=`. A change comes within a few seconds, at least once, and may come
   * again after a reconnection. The `id` of an event is a position in the change feed: a client that
   * sends it as `Last-Event-ID`, as browsers do, misses nothing. A comment comes every 15 s where
   * nothing changes. The stream ends when the credential does, and when its gateway leaves: connect
   * again. Only a request with `Accept: text/event-stream` is kept open. Any other is answered what
   * has changed, and ends.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  stream(query?: StreamEventsQuery, options?: CallOptions): Call<Blob>;
}

/** Operations below `/tickets`. */
export interface TicketsGroup {
  /**
   * Checks one ticket in by its code.
   *
   * Checks one ticket in, by its code. Of two scanners at once exactly one gets `already` false. A
   * booking that is not CONFIRMED is 409 INVALID_STATE, and a ticket for another departure than
   * `startAt` is 409 WRONG_DEPARTURE.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat answers the first `redeemedAt` with `already` true.
   *
   * Needs the scope `tickets:write`.
   */
  redeem(body: RedeemTicketRequest, options?: CreateOptions): Call<RedeemedTicket>;
}

/** Operations below `/orders`. */
export interface OrdersGroup {
  /** One page of the changes from an instant or a cursor on. */
  list(query: ListOrdersQuery & ChangesFrom, options?: CallOptions): Call<OrderChanges>;
  /** One page of the list, and the length of all of it. */
  list(query: ListOrdersQuery & Paging, options?: CallOptions): Call<OrderPage>;
  /**
   * Orders, newest first, or by their last change from an instant on.
   *
   * Without `limit` an array of all, newest first. With `limit` a page and the total. With
   * `updatedSince` or `cursor` the change feed: repeat with `cursor` until `nextCursor` is null,
   * then go on from `Sync-Watermark`. Filters combine with each form. A change of a booking alone is
   * in the feed of bookings.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  list(query?: ListOrdersQuery, options?: CallOptions): Call<readonly Order[]>;

  /** The records of `list`, page after page as you read on. */
  all(query?: ListOrdersQuery, options?: CallOptions): AsyncIterable<Order>;

  /** The changes since an instant, oldest first. Its `watermark` is where to begin the next time. */
  changes(query: ListOrdersQuery & ChangesSince, options?: CallOptions): ChangeFeed<Order>;

  /**
   * Opens an order for several bookings.
   *
   * Opens an order for several bookings with one payment. `POST /bookings` with its id as `orderId`
   * holds places in it. Then `POST /orders/{id}/confirm` sells all of them or none.
   *
   * With an `idempotencyKey` a repeat answers the first order with 201 and `Idempotent-Replayed`,
   * whatever it sends. Without one each call opens another order.
   *
   * Needs the scope `bookings:write`.
   */
  create(body?: CreateOrderRequest, options?: CreateOptions): Call<Order>;

  /**
   * Price and places of several sales before they are made.
   *
   * Answers what several sales would come to now: for each item the answer or the refusal of `POST
   * /bookings/quote` to it. Items are decided one after the other, so that two that share the last
   * place do not both fit. It holds no places. Prices that sum up to 2^53 or more are 400.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  quote(body: QuoteOrderRequest, options?: CallOptions): Call<OrderQuote>;

  /**
   * One order with its bookings.
   *
   * An order that has run out is EXPIRED from that instant on.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  get(id: string, options?: CallOptions): Call<Order>;

  /**
   * Replaces an order's customer, notes, names and metadata.
   *
   * Replaces the customer, the notes, the names and the metadata of an order, in every status: what
   * you name is replaced whole, null clears it, and what you leave out stays. Its bookings stay as
   * they are.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 VERSION_CONFLICT, because `updatedAt` has moved
   * on.
   *
   * Needs the scope `bookings:write`.
   */
  update(id: string, body: UpdateOrderRequest, options?: CreateOptions): Call<Order>;

  /**
   * Extends an order and all its holds, or none.
   *
   * Holds an open order until so many minutes from now: the order and all its holds, or none. It
   * never shortens them.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat counts its minutes from its own arrival.
   *
   * Needs the scope `bookings:write`.
   */
  extend(id: string, body: ExtendOrderRequest, options?: CreateOptions): Call<Order>;

  /**
   * Confirms all bookings of an order, or none.
   *
   * Sells an open order: every live booking of it becomes CONFIRMED, or PENDING where its option
   * needs approval, or none does. Without a live booking it is 409 INVALID_STATE. A booking without
   * a customer of its own gets the order's, unless its own was erased. A body sets what the order
   * does not have yet, and may repeat what it has; another value is 409 DETAILS_ALREADY_SET, and
   * nothing is confirmed.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 INVALID_STATE: read the order to see that it
   * stands.
   *
   * Needs the scope `bookings:write`.
   */
  confirm(id: string, body?: ConfirmOrderRequest, options?: CreateOptions): Call<Order>;

  /**
   * Cancels an order with all its bookings, or none.
   *
   * Cancels an open or confirmed order with all its live bookings, or with none: one that is past
   * its cancellation cutoff refuses the whole, unless a session sends `force`. `errors` names those
   * bookings. Each gets its `refund`.
   *
   * With the same `Idempotency-Key` a repeat within 24 hours changes nothing and answers the record
   * as it is. Without that header: A repeat is 409 INVALID_STATE: read the order to see that it
   * stands.
   *
   * Needs the scope `bookings:write`.
   */
  cancel(id: string, body?: CancelOrderRequest, options?: CreateOptions): Call<Order>;
}

/** Operations below `/customers`. */
export interface CustomersGroup {
  /**
   * Removes a customer's personal data from all bookings, or from one; with a session.
   *
   * Removes the personal data of one customer from all bookings of the tenant. In each booking whose
   * `customer` has this e-mail address anywhere, in any case and any normal form of Unicode,
   * `customer`, `notes`, `participants`, `cancellationReason` and the `contact` of every ticket
   * become null. In a booking of another customer only the members that have the address do. With
   * `bookingId` in place of the address it does so in that booking, whatever addresses it has. Names
   * that clients gave, such as `externalId`, stay unless they have an e-mail address. `erasedAt`
   * says when. Lists, searches and the change feed show it at once. The audit log follows within
   * seconds: its entries from before lose the same members, also where the booking has another
   * customer by now. So do the events by which a channel sent such a booking, or asked for one.
   * Messages to receivers never carry personal data; an address in a name leaves those that are
   * kept. Places, prices and statuses stay. The log keeps who erased and when, without the address.
   * It needs `audit:read`, too, and a user session: a key gets 403.
   *
   * A repeat finds what is left and counts that alone: 0 where nothing is. After 503 or 504, repeat
   * it.
   *
   * Needs the scope `bookings:write`.
   */
  erase(body?: EraseCustomerRequest, options?: CallOptions): Call<ErasedCustomer>;
}

/** Operations below `/calendar-feeds`. */
export interface CalendarFeedsGroup {
  /**
   * Calendar feeds, newest first.
   *
   * Calendar feeds of the tenant, newest first, without their URLs.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  list(options?: CallOptions): Call<readonly CalendarFeed[]>;

  /**
   * Makes a URL by which a calendar reads departures.
   *
   * Makes a URL by which a calendar reads the departures with live bookings, from 30 days back to
   * 180 days ahead, as iCalendar (RFC 5545). The URL needs no other credential. It is shown this
   * once, and works until the feed is deleted or rotated, whatever becomes of the key that has made
   * it.
   *
   * Each call makes another feed.
   *
   * Needs the scope `bookings:read`.
   */
  create(body: CreateCalendarFeedRequest, options?: CallOptions): Call<IssuedCalendarFeed>;

  /**
   * Gives a calendar feed another URL; the old one ends at once.
   *
   * Gives the feed another URL, shown this once. The old one is 404 from the answer on.
   *
   * Each call makes another URL. After an unknown outcome, rotate again.
   *
   * Needs the scope `bookings:write`.
   */
  rotate(id: string, options?: CallOptions): Call<IssuedCalendarFeed>;

  /**
   * Ends a calendar feed at once.
   *
   * Ends the feed. Its URL is 404 from the answer on.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `bookings:write`.
   */
  delete(id: string, options?: CallOptions): Call<Deleted>;
}

/** Operations below `/webhooks`. */
export interface WebhooksGroup {
  /**
   * Webhook subscriptions, newest first.
   *
   * Webhook subscriptions of the tenant, newest first. Their extra headers are not answered.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  listSubscriptions(options?: CallOptions): Call<readonly WebhookSubscription[]>;

  /**
   * Subscribes a receiver to changes.
   *
   * Subscribes a receiver to changes made from now on: of bookings, unless `notificationTypes` says
   * otherwise. Read its secret next, to verify deliveries. A `warning` in the answer says that the
   * address cannot be reached now.
   *
   * Each call adds another subscription, which gets every change once more.
   *
   * Needs the scope `bookings:write`.
   */
  createSubscription(
    body: CreateWebhookSubscriptionRequest,
    options?: CallOptions,
  ): Call<CreatedWebhookSubscription>;

  /**
   * One webhook subscription.
   *
   * Answers its state and how many attempts have failed in a row.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  getSubscription(id: string, options?: CallOptions): Call<WebhookSubscription>;

  /**
   * Changes a subscription; ACTIVE begins anew and resumes what waits.
   *
   * Changes the members that are sent. ACTIVE sets the count of failures to zero and resumes
   * deliveries younger than 72 hours.
   *
   * A repeat leaves the subscription as the first has made it.
   *
   * Needs the scope `bookings:write`.
   */
  updateSubscription(
    id: string,
    body: UpdateWebhookSubscriptionRequest,
    options?: CallOptions,
  ): Call<WebhookSubscription>;

  /**
   * Ends a subscription at once.
   *
   * Ends the subscription. Nothing more is delivered, but for attempts that are under way.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `bookings:write`.
   */
  deleteSubscription(id: string, options?: CallOptions): Call<Deleted>;

  /**
   * The secret that signs its deliveries.
   *
   * The secret that signs its deliveries, by Standard Webhooks 1.0. Keep it out of browsers.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:write`.
   */
  getSecret(id: string, options?: CallOptions): Call<WebhookSecret>;

  /**
   * A new secret; the old one signs beside it for 24 hours.
   *
   * Gives the subscription another secret. Each replaced one signs beside it for 24 hours. While 24
   * of them do, no further one is made.
   *
   * Each call makes another secret.
   *
   * Needs the scope `bookings:write`.
   */
  rotateSecret(id: string, options?: CallOptions): Call<WebhookSecret>;

  /**
   * Makes one attempt with test data and answers how it went.
   *
   * Makes one attempt with test data and answers how it went, or PENDING where that takes long. It
   * counts neither as success nor as failure.
   *
   * Each call makes another attempt.
   *
   * Needs the scope `bookings:write`.
   */
  testSubscription(id: string, options?: CallOptions): Call<WebhookDelivery>;

  /**
   * Deliveries to a subscription, newest first.
   *
   * Deliveries to the subscription with their attempts, newest first. They are kept for 30 days.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  listDeliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Call<WebhookDeliveryPage>;

  /** The records of `listDeliveries`, page after page as you read on. */
  allDeliveries(
    id: string,
    query?: Omit<ListWebhookDeliveriesQuery, "cursor">,
    options?: CallOptions,
  ): AsyncIterable<WebhookDelivery>;

  /**
   * Deliveries of one booking, newest first.
   *
   * The deliveries to every subscription about one booking, with the attempts, newest first.
   * Deliveries are kept for 30 days. A key of one supplier is answered those of its supplier's
   * subscriptions.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  listBookingDeliveries(
    query: ListBookingDeliveriesQuery,
    options?: CallOptions,
  ): Call<WebhookDeliveryPage>;

  /** The records of `listBookingDeliveries`, page after page as you read on. */
  allBookingDeliveries(
    query: Omit<ListBookingDeliveriesQuery, "cursor">,
    options?: CallOptions,
  ): AsyncIterable<WebhookDelivery>;

  /**
   * One delivery with its attempts.
   *
   * Answers each attempt of the delivery and why it failed.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `bookings:read`.
   */
  getDelivery(id: string, options?: CallOptions): Call<WebhookDelivery>;

  /**
   * Attempts a delivery once more, now.
   *
   * Makes one more attempt of a delivery that has ended, with the same id and body. The next attempt
   * of a PENDING delivery is made now, and the schedule goes on from there. The subscription must be
   * ACTIVE.
   *
   * Each call makes another attempt of a delivery that has ended; until that is over it is 409
   * INVALID_STATE. Of a PENDING one it changes nothing more.
   *
   * Needs the scope `bookings:write`.
   */
  redeliver(id: string, options?: CallOptions): Call<WebhookDelivery>;
}

/** Operations below `/channels`. */
export interface ChannelsGroup {
  /**
   * Channel connections, newest first.
   *
   * Channel connections of the tenant, newest first.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:read`.
   */
  list(options?: CallOptions): Call<readonly ChannelConnection[]>;

  /**
   * Connects a channel.
   *
   * Connects a reseller under a code, which is the `source` of its bookings.
   *
   * A repeat is 409 REFERENCE_TAKEN, because the code is taken.
   *
   * Needs the scope `sync:write`.
   */
  create(body: CreateChannelRequest, options?: CallOptions): Call<ChannelConnection>;

  /**
   * One channel connection.
   *
   * Answers whether the channel is active and what it is notified of.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:read`.
   */
  get(id: string, options?: CallOptions): Call<ChannelConnection>;

  /**
   * Changes a channel connection.
   *
   * Changes the members that are sent. The code never changes. After another `supplierId`, keys of
   * that supplier see only later events and jobs, and messages about other suppliers are no longer
   * sent.
   *
   * A repeat changes nothing and answers the connection as it is.
   *
   * Needs the scope `sync:write`.
   */
  update(id: string, body: UpdateChannelRequest, options?: CallOptions): Call<ChannelConnection>;

  /**
   * Disconnects a channel.
   *
   * Disconnects the channel and frees its code. Its bookings, events and jobs stay; what waits to be
   * sent to it fails.
   *
   * A repeat is 404 NOT_FOUND.
   *
   * Needs the scope `sync:write`.
   */
  delete(id: string, options?: CallOptions): Call<Deleted>;

  /**
   * The secret that signs what the channel is sent.
   *
   * The secret that signs what the channel is sent, by Standard Webhooks 1.0.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:write`.
   */
  getSecret(id: string, options?: CallOptions): Call<ChannelSecret>;

  /**
   * A new secret; the old one signs beside it for 24 hours.
   *
   * Gives the channel another secret. Each replaced one signs beside it for 24 hours. While 24 of
   * them do, no further one is made.
   *
   * Each call makes another secret.
   *
   * Needs the scope `sync:write`.
   */
  rotateSecret(id: string, options?: CallOptions): Call<ChannelSecret>;

  /**
   * Issues a key by which the channel sells over OCTO.
   *
   * Issues a key by which a reseller sells one supplier's tours at `/octo`, and answers its text,
   * this once. The key opens nothing else. Who issues it must hold the scopes of what it may do:
   * `suppliers:read`, `catalog:read`, `availability:read`, `bookings:read` and `bookings:write`. It
   * works while the channel is ACTIVE. `GET /api-keys` lists it and `DELETE /api-keys/{id}` revokes
   * it.
   *
   * Each call issues another key. After an unknown outcome, list the keys and delete the surplus
   * one.
   *
   * Needs the scope `api-keys:write`.
   */
  createKey(id: string, body: CreateChannelKeyRequest, options?: CallOptions): Call<IssuedApiKey>;

  /**
   * Takes an event of a channel, to be carried out soon.
   *
   * Takes an event of the channel with 202 and carries it out soon; read the event to see what
   * became of it. Events of one booking are carried out in order.
   *
   * A repeat of `externalEventId` answers the first event with 200 and does nothing more.
   *
   * Needs the scope `sync:write`.
   */
  createEvent(
    id: string,
    body: CreateChannelEventRequest,
    options?: CallOptions,
  ): Call<ChannelEvent>;
}

/** Operations below `/channel-events`. */
export interface ChannelEventsGroup {
  /**
   * Events of channels, newest first.
   *
   * Events that channels have sent, newest first.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:read`.
   */
  list(query?: ListChannelEventsQuery, options?: CallOptions): Call<ChannelEventPage>;

  /** The records of `list`, page after page as you read on. */
  all(
    query?: Omit<ListChannelEventsQuery, "cursor">,
    options?: CallOptions,
  ): AsyncIterable<ChannelEvent>;

  /**
   * One event of a channel.
   *
   * Answers whether the event was carried out, and the error code if it was refused.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:read`.
   */
  get(id: string, options?: CallOptions): Call<ChannelEvent>;

  /**
   * Carries out a failed event again.
   *
   * Carries out an event again that has FAILED, for example once there is room. It is tried for a
   * day, as a new one.
   *
   * While the event is not FAILED it is 409 INVALID_STATE.
   *
   * Needs the scope `sync:write`.
   */
  reprocess(id: string, options?: CallOptions): Call<ChannelEvent>;
}

/** Operations below `/sync`. */
export interface SyncGroup {
  /**
   * Outbound jobs, newest first.
   *
   * Changes that channels are notified of, newest first.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:read`.
   */
  listJobs(query?: ListSyncJobsQuery, options?: CallOptions): Call<SyncJobPage>;

  /** The records of `listJobs`, page after page as you read on. */
  allJobs(query?: Omit<ListSyncJobsQuery, "cursor">, options?: CallOptions): AsyncIterable<SyncJob>;

  /**
   * One outbound job.
   *
   * Answers how often the change was sent, and why it failed last.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `sync:read`.
   */
  getJob(id: string, options?: CallOptions): Call<SyncJob>;

  /**
   * Sends a failed job again.
   *
   * Sends a FAILED change again, now and by the whole schedule.
   *
   * While the job is not FAILED it is 409 INVALID_STATE.
   *
   * Needs the scope `sync:write`.
   */
  retryJob(id: string, options?: CallOptions): Call<SyncJob>;
}

/** Operations below `/audit-logs`. */
export interface AuditLogsGroup {
  /**
   * Changes, newest first.
   *
   * Committed changes of all records, newest first. A change appears within a second. It is no feed:
   * read changes of bookings with `updatedSince`.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `audit:read`.
   */
  list(query?: ListAuditEntriesQuery, options?: CallOptions): Call<readonly AuditLog[]>;

  /**
   * The whole log, newest first, page by page.
   *
   * Committed changes of all records, newest first, page by page: send `nextCursor` as `cursor`
   * until it is null. A page of large records may be shorter than `limit`. Filters combine, and you
   * send them again with each page. A change appears within a second.
   *
   * It changes nothing and may be repeated.
   *
   * Needs the scope `audit:read`.
   */
  listAuditPages(query?: ListAuditPagesQuery, options?: CallOptions): Call<AuditPage>;

  /** The records of `listAuditPages`, page after page as you read on. */
  allAuditPages(
    query?: Omit<ListAuditPagesQuery, "cursor">,
    options?: CallOptions,
  ): AsyncIterable<AuditLog>;
}

/** Every operation of the API, by the first word of its path. */
export interface Operations {
  readonly me: MeGroup;
  readonly sessions: SessionsGroup;
  readonly apiKeys: ApiKeysGroup;
  readonly users: UsersGroup;
  readonly suppliers: SuppliersGroup;
  readonly products: ProductsGroup;
  readonly options: OptionsGroup;
  readonly units: UnitsGroup;
  readonly resources: ResourcesGroup;
  readonly availability: AvailabilityGroup;
  readonly availabilityBlocks: AvailabilityBlocksGroup;
  readonly departures: DeparturesGroup;
  readonly bookings: BookingsGroup;
  readonly bookingCounts: BookingCountsGroup;
  readonly stats: StatsGroup;
  readonly unscheduledBookings: UnscheduledBookingsGroup;
  readonly events: EventsGroup;
  readonly tickets: TicketsGroup;
  readonly orders: OrdersGroup;
  readonly customers: CustomersGroup;
  readonly calendarFeeds: CalendarFeedsGroup;
  readonly webhooks: WebhooksGroup;
  readonly channels: ChannelsGroup;
  readonly channelEvents: ChannelEventsGroup;
  readonly sync: SyncGroup;
  readonly auditLogs: AuditLogsGroup;
}
