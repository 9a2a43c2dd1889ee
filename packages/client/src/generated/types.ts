// Made by `npm run openapi` of the gateway's routes. Do not edit.

/** The body of `PATCH /me`. */
export interface UpdateTenantRequest {
  /** The currency of all prices from now on: an active ISO 4217 code, three upper-case letters. */
  readonly defaultCurrency: string;
}

/** The body of `POST /sessions`. */
export interface CreateSessionRequest {
  /** E-mail address of the user, 1 to 320 characters. */
  readonly email: string;
  /** Password of the user, 1 to 1000 characters. */
  readonly password: string;
  /**
   * The six digits that the authenticator app of a user with a second factor shows now, or a
   * recovery code.
   */
  readonly code?: string | undefined;
}

/** The body of `POST /api-keys`. */
export interface CreateApiKeyRequest {
  /** What the key is called, 1 to 1000 characters. */
  readonly name: string;
  /**
   * What the credential may do: `*`, `<area>:*` or `<area>:<verb>`; 1 to 100 of them. Nobody grants
   * more than their own.
   */
  readonly scopes?: readonly string[] | undefined;
  /** What the key is held to beside its scopes. Left out: nothing. */
  readonly restrictions?: NewKeyRestrictions | undefined;
}

/** What a new key is held to beside its scopes. They never change. */
export interface NewKeyRestrictions {
  /** Id of the only supplier whose records the key reaches; null: all of the tenant. */
  readonly supplierId?: string | null | undefined;
  /**
   * False refuses `retailPrices`, `pricingReferenceStartAt`, `expandCapacity` and `customStart` with
   * 403 OVERRIDE_FORBIDDEN.
   */
  readonly overrides?: boolean | undefined;
}

/** The body of `POST /users`. */
export interface InviteUserRequest {
  /** E-mail address that the user logs in with, unique in the installation whatever its case. */
  readonly email: string;
  /** What people call the user, 1 to 1000 characters. */
  readonly name: string;
  /**
   * What the credential may do: `*`, `<area>:*` or `<area>:<verb>`; 1 to 100 of them. Nobody grants
   * more than their own.
   */
  readonly scopes: readonly string[];
}

/** The body of `POST /users/setup`. */
export interface SetUpUserRequest {
  /** The setup token, as `POST /users` answered it. */
  readonly setupToken: string;
  /**
   * The password that the user will log in with, 12 to 128 characters; none of the 10 000 most
   * common ones, nor two of them in a row.
   */
  readonly password: string;
}

/** The body of `PATCH /users/{id}`. */
export interface UpdateUserRequest {
  /** What people call the user, 1 to 1000 characters. */
  readonly name?: string | undefined;
  /**
   * What the credential may do: `*`, `<area>:*` or `<area>:<verb>`; 1 to 100 of them. Nobody grants
   * more than their own.
   */
  readonly scopes?: readonly string[] | undefined;
  /** True ends the user's sessions and refuses log-ins; false lets the user log in. */
  readonly disabled?: boolean | undefined;
  /**
   * False removes another user's second factor and ends the user's sessions, such as after a lost
   * phone. One needs all scopes of the user.
   */
  readonly secondFactor?: boolean | undefined;
}

/** The body of `PUT /users/me/password`. */
export interface SetOwnPasswordRequest {
  /** The user's password until now, 1 to 1000 characters. */
  readonly current: string;
  /**
   * The password from now on, 12 to 128 characters; none of the 10 000 most common ones, nor two of
   * them in a row, nor the current one.
   */
  readonly password: string;
}

/** The body of `POST /users/me/second-factor`. */
export interface AddSecondFactorRequest {
  /** The user's password, 1 to 1000 characters. */
  readonly current: string;
  /**
   * Where the user has a second factor: the six digits that its app shows now, or a recovery code.
   * Each is good once.
   */
  readonly code?: string | undefined;
}

/** The body of `POST /users/me/second-factor/confirm`. */
export interface ConfirmSecondFactorRequest {
  /** The six digits that the app shows now. */
  readonly code: string;
}

/** The body of `POST /users/me/second-factor/remove`. */
export interface RemoveSecondFactorRequest {
  /** The user's password, 1 to 1000 characters. */
  readonly current: string;
  /**
   * Where the user has a second factor: the six digits that its app shows now, or a recovery code.
   * Each is good once.
   */
  readonly code?: string | undefined;
}

/** The body of `PUT /me/second-factor-rule`. */
export interface SetSecondFactorRuleRequest {
  /** True: each user of the tenant needs a second factor. */
  readonly required: boolean;
}

/** The body of `POST /suppliers`. */
export interface CreateSupplierRequest {
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name: string;
  /**
   * IANA time zone in which its products depart, unless a product has its own. Any spelling is
   * taken, and the name answered: `europe/rome` as `Europe/Rome`.
   */
  readonly timezone: string;
  /**
   * A short name for URLs and exports, unique among the siblings of the record. Left out, it is
   * derived from the name; a taken derived one gets `-2`, `-3` and so on.
   */
  readonly reference?: string | undefined;
  /**
   * Language for the customer, as a BCP 47 tag; at least 2 characters. It is answered in its usual
   * form: `it_IT` as `it-IT`.
   */
  readonly locale?: string | undefined;
  /** Web address for customers, http or https; null for none. */
  readonly website?: string | null | undefined;
  /** E-mail address for customers; null for none. */
  readonly email?: string | null | undefined;
  /** Telephone number for customers, in any form; null for none. */
  readonly telephone?: string | null | undefined;
  /** Postal address for customers, in any form; null for none. */
  readonly address?: string | null | undefined;
  /** A JSON object of your own, at most 64 KiB serialised. A change replaces it whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `PATCH /suppliers/{id}`. */
export interface UpdateSupplierRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name?: string | undefined;
  /**
   * IANA time zone in which its products depart, unless a product has its own. Any spelling is
   * taken, and the name answered: `europe/rome` as `Europe/Rome`.
   */
  readonly timezone?: string | undefined;
  /**
   * A short name for URLs and exports, unique among the siblings of the record. It changes only when
   * it is given.
   */
  readonly reference?: string | undefined;
  /**
   * Language for the customer, as a BCP 47 tag; at least 2 characters. It is answered in its usual
   * form: `it_IT` as `it-IT`.
   */
  readonly locale?: string | undefined;
  /** Web address for customers, http or https; null for none. */
  readonly website?: string | null | undefined;
  /** E-mail address for customers; null for none. */
  readonly email?: string | null | undefined;
  /** Telephone number for customers, in any form; null for none. */
  readonly telephone?: string | null | undefined;
  /** Postal address for customers, in any form; null for none. */
  readonly address?: string | null | undefined;
  /** A JSON object of your own, at most 64 KiB serialised. A change replaces it whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** What each product is answered with. */
export type ProductInclude = "options";

/** The body of `POST /products`. */
export interface CreateProductRequest {
  /** Id of the supplier that operates the product. */
  readonly supplierId: string;
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name: string;
  /**
   * A short name for URLs and exports, unique among the siblings of the record. Left out, it is
   * derived from the name; a taken derived one gets `-2`, `-3` and so on.
   */
  readonly reference?: string | undefined;
  /** Text for customers, at most 1000 characters; null for none. */
  readonly description?: string | null | undefined;
  /**
   * IANA time zone in which it departs; null: that of the supplier. Any spelling is taken, and the
   * name answered.
   */
  readonly timezone?: string | null | undefined;
  /**
   * Language for the customer, as a BCP 47 tag; at least 2 characters. It is answered in its usual
   * form: `it_IT` as `it-IT`.
   */
  readonly locale?: string | undefined;
  /** Web address for customers, http or https; null for none. */
  readonly website?: string | null | undefined;
  /** E-mail address for customers; null for none. */
  readonly email?: string | null | undefined;
  /** Telephone number for customers, in any form; null for none. */
  readonly telephone?: string | null | undefined;
  /** Postal address for customers, in any form; null for none. */
  readonly address?: string | null | undefined;
  /**
   * Free JSON. One member has a meaning: `directBooking` (false: bookings wait for approval, unless
   * the option says otherwise). At most 64 KiB; a change replaces it whole.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `PATCH /products/{id}`. */
export interface UpdateProductRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name?: string | undefined;
  /**
   * A short name for URLs and exports, unique among the siblings of the record. It changes only when
   * it is given.
   */
  readonly reference?: string | undefined;
  /** Text for customers, at most 1000 characters; null for none. */
  readonly description?: string | null | undefined;
  /**
   * IANA time zone in which it departs; null: that of the supplier. Any spelling is taken, and the
   * name answered.
   */
  readonly timezone?: string | null | undefined;
  /**
   * Language for the customer, as a BCP 47 tag; at least 2 characters. It is answered in its usual
   * form: `it_IT` as `it-IT`.
   */
  readonly locale?: string | undefined;
  /** Web address for customers, http or https; null for none. */
  readonly website?: string | null | undefined;
  /** E-mail address for customers; null for none. */
  readonly email?: string | null | undefined;
  /** Telephone number for customers, in any form; null for none. */
  readonly telephone?: string | null | undefined;
  /** Postal address for customers, in any form; null for none. */
  readonly address?: string | null | undefined;
  /**
   * Free JSON. One member has a meaning: `directBooking` (false: bookings wait for approval, unless
   * the option says otherwise). At most 64 KiB; a change replaces it whole.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `POST /products/{id}/photos`. */
export interface CreatePhotoRequest {
  readonly contentType: PhotoType;
  /**
   * A whole image of the content type, at most 12000 pixels wide and high, and 100000000 in all.
   * What follows the end of the image is cut off.
   */
  readonly data: string;
}

/** What the bytes are. They must be an image of this type. */
export type PhotoType = "image/jpeg" | "image/png" | "image/webp";

/** The body of `PUT /products/{id}/photos/{photoId}`. */
export interface ReplacePhotoRequest {
  readonly contentType: PhotoType;
  /**
   * A whole image of the content type, at most 12000 pixels wide and high, and 100000000 in all.
   * What follows the end of the image is cut off.
   */
  readonly data: string;
}

/** The body of `PUT /products/{id}/photo-order`. */
export interface SetPhotoOrderRequest {
  /** Ids of all photos of the product. */
  readonly photoIds: readonly string[];
}

/** The body of `POST /products/{id}/options`. */
export interface CreateOptionRequest {
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name: string;
  /** How long a departure takes its resources, in minutes: 0 to 1440. */
  readonly durationMinutes: number;
  /** Whether it becomes the product's default. The first option always does. */
  readonly isDefault?: boolean | undefined;
  /** Place among the options of the product, ascending. Left out: behind all others. */
  readonly sortOrder?: number | undefined;
  /**
   * How long before the start a booking can last be cancelled, in units of `cancellationCutoffUnit`;
   * 0: until the start.
   */
  readonly cancellationCutoffAmount?: number | undefined;
  readonly cancellationCutoffUnit?: CutoffUnit | undefined;
  /**
   * Refund of a cancellation, in steps by time before the start, each with the percentage until
   * then; after the last nothing. Null: always all. 1 to 10 steps; both numbers strictly descend.
   * Bookings keep the steps of their last price.
   */
  readonly cancellationPolicy?: readonly NewRefundStep[] | null | undefined;
  /** How many minutes before the start sales of a departure end: 0 to 4320. */
  readonly bookingCutoffMinutes?: number | undefined;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields?: readonly ContactField[] | undefined;
  /** Limits of the total number of units in one booking. */
  readonly restrictions?: NewOptionRestrictions | undefined;
  /**
   * Free JSON. Two members have a meaning: `directBooking` (false: bookings wait for approval; else
   * the product's decides, then true) and `holdMinutes` (1 to 1440, default 30: how long a hold
   * lasts). At most 64 KiB; a change replaces it whole.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Unit of the cancellation cutoff. Minutes and hours are elapsed time; days are local calendar
 * days at the same time of day.
 */
export type CutoffUnit = "minute" | "hour" | "day";

/** Until when before the start how much is paid back, as it is set. */
export interface NewRefundStep {
  /** The step holds until so many minutes before the start, inclusive. */
  readonly untilMinutes: number;
  /** Percentage of the price that is paid back: 0 to 100. */
  readonly refundPercent: number;
}

/** A detail of the customer, as OCTO names it. */
export type ContactField =
  | "firstName"
  | "lastName"
  | "emailAddress"
  | "phoneNumber"
  | "country"
  | "notes"
  | "locales"
  | "postalCode";

/** Limits of the total number of units in one booking, as they are set. */
export interface NewOptionRestrictions {
  /** Least number of units in one booking; null: no limit. */
  readonly minUnits?: number | null | undefined;
  /** Greatest number of units in one booking; null: no limit. */
  readonly maxUnits?: number | null | undefined;
}

/** The body of `PATCH /options/{id}`. */
export interface UpdateOptionRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name?: string | undefined;
  /**
   * True makes this the product's default and takes the mark from the other. The default itself
   * cannot give it up.
   */
  readonly isDefault?: boolean | undefined;
  /** How long a departure takes its resources, in minutes: 0 to 1440. */
  readonly durationMinutes?: number | undefined;
  /** Place among the options of the product, ascending; 0 or more. */
  readonly sortOrder?: number | undefined;
  /**
   * How long before the start a booking can last be cancelled, in units of `cancellationCutoffUnit`;
   * 0: until the start.
   */
  readonly cancellationCutoffAmount?: number | undefined;
  readonly cancellationCutoffUnit?: CutoffUnit | undefined;
  /**
   * Refund of a cancellation, in steps by time before the start, each with the percentage until
   * then; after the last nothing. Null: always all. 1 to 10 steps; both numbers strictly descend.
   * Bookings keep the steps of their last price.
   */
  readonly cancellationPolicy?: readonly NewRefundStep[] | null | undefined;
  /** How many minutes before the start sales of a departure end: 0 to 4320. */
  readonly bookingCutoffMinutes?: number | undefined;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields?: readonly ContactField[] | undefined;
  /** Limits of the total number of units in one booking. */
  readonly restrictions?: NewOptionRestrictions | undefined;
  /**
   * Free JSON. Two members have a meaning: `directBooking` (false: bookings wait for approval; else
   * the product's decides, then true) and `holdMinutes` (1 to 1440, default 30: how long a hold
   * lasts). At most 64 KiB; a change replaces it whole.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `POST /options/{id}/units`. */
export interface CreateUnitRequest {
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name: string;
  readonly type: UnitType;
  /**
   * A short name for URLs and exports, unique among the siblings of the record. Left out, it is
   * derived from the name; a taken derived one gets `-2`, `-3` and so on.
   */
  readonly reference?: string | undefined;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields?: readonly ContactField[] | undefined;
  /**
   * Free JSON. Three members have a meaning: `paxCount` (0 to 1000, default 1: travellers and places
   * of one unit), `minQuantity` and `maxQuantity` (units in one booking; null or absent: no limit).
   */
  readonly restrictions?: Readonly<Record<string, unknown>> | undefined;
  /** A JSON object of your own, at most 64 KiB serialised. A change replaces it whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Kind of traveller the unit is for. It groups units for resellers and decides nothing. */
export type UnitType =
  | "ADULT"
  | "YOUTH"
  | "CHILD"
  | "INFANT"
  | "FAMILY"
  | "SENIOR"
  | "STUDENT"
  | "MILITARY"
  | "OTHER";

/** The body of `PUT /options/{id}/unit-order`. */
export interface SetUnitOrderRequest {
  /** Ids of all units of the option. */
  readonly unitIds: readonly string[];
}

/** The body of `PATCH /units/{id}`. */
export interface UpdateUnitRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** The name that people call the record by; 1 to 1000 characters, at least one of them visible. */
  readonly name?: string | undefined;
  readonly type?: UnitType | undefined;
  /**
   * A short name for URLs and exports, unique among the siblings of the record. It changes only when
   * it is given.
   */
  readonly reference?: string | undefined;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields?: readonly ContactField[] | undefined;
  /**
   * Free JSON. Three members have a meaning: `paxCount` (0 to 1000, default 1: travellers and places
   * of one unit), `minQuantity` and `maxQuantity` (units in one booking; null or absent: no limit).
   */
  readonly restrictions?: Readonly<Record<string, unknown>> | undefined;
  /** A JSON object of your own, at most 64 KiB serialised. A change replaces it whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Whether a period gives departures. */
export type PeriodActivity = "true" | "false";

/** The body of `POST /options/{id}/availability-periods`. */
export interface CreateAvailabilityPeriodRequest {
  /**
   * First day of the period in every year, MM-DD, inclusive. A start after the end spans the turn of
   * the year. 02-29 means 03-01 in years without it.
   */
  readonly startMonthDay: string;
  /** Last day of the period in every year, MM-DD, inclusive. 02-29 means 02-28 in years without it. */
  readonly endMonthDay: string;
  /**
   * Days of the week on which it applies: 0 is Sunday, 6 is Saturday. 1 to 7 different days;
   * duplicates are merged.
   */
  readonly weekdays: readonly number[];
  /**
   * Local start times, HH:mm, in the product's time zone, else the supplier's. 1 to 288; duplicates
   * are merged.
   */
  readonly startTimes: readonly string[];
  /**
   * First local day of all, YYYY-MM-DD, inclusive: the period has no day before it. Null: no such
   * bound. Without `validUntil` either, it recurs every year.
   */
  readonly validFrom?: string | null | undefined;
  /** Last local day of all, YYYY-MM-DD, inclusive, not before `validFrom`. Null: no such bound. */
  readonly validUntil?: string | null | undefined;
  /**
   * Local days, YYYY-MM-DD, on which this period gives no departure; another one may. At most 366;
   * duplicates are merged.
   */
  readonly exceptDates?: readonly string[] | undefined;
  /** Name that the operator gives the period; null for none. */
  readonly label?: string | null | undefined;
}

/** The body of `POST /options/{id}/availability-periods/import`. */
export interface ImportAvailabilityPeriodsRequest {
  /**
   * The rule, with or without `RRULE:` before it, and lines with EXDATE and RDATE, which are local
   * or in UTC: 1 to 8000 characters. One that no period can say is 400 RULE_NOT_REPRESENTABLE, and
   * `detail` names the part.
   */
  readonly rrule: string;
  /**
   * Start of the rule, a local date-time without an offset: YYYY-MM-DDTHH:mm, in the product's zone,
   * else the supplier's. It gives the time, and for a week the day, that the rule leaves out.
   */
  readonly dtstart: string;
  /** Name that the operator gives the period; null for none. */
  readonly label?: string | null | undefined;
}

/** The body of `POST /options/{id}/availability-periods/quote`. */
export interface QuoteAvailabilityPeriodsRequest {
  /** Periods that the option would get, at most 100 with 5000 start times together. Left out: none. */
  readonly add?: readonly QuotedPeriod[] | undefined;
  /** Ids of active periods of the option that would be deactivated, at most 1000. Left out: none. */
  readonly remove?: readonly string[] | undefined;
  /** From when departures are looked at: RFC 3339 with an offset. Left out: from now on. */
  readonly from?: string | undefined;
  /** How many days from then on are looked at: 1 to 400, else 366. */
  readonly days?: number | undefined;
}

/** Local days and times at which an option would depart, every year or in the years of its window. */
export interface QuotedPeriod {
  /**
   * First day of the period in every year, MM-DD, inclusive. A start after the end spans the turn of
   * the year. 02-29 means 03-01 in years without it.
   */
  readonly startMonthDay: string;
  /** Last day of the period in every year, MM-DD, inclusive. 02-29 means 02-28 in years without it. */
  readonly endMonthDay: string;
  /**
   * Days of the week on which it applies: 0 is Sunday, 6 is Saturday. 1 to 7 different days;
   * duplicates are merged.
   */
  readonly weekdays: readonly number[];
  /**
   * Local start times, HH:mm, in the product's time zone, else the supplier's. 1 to 288; duplicates
   * are merged.
   */
  readonly startTimes: readonly string[];
  /**
   * First local day of all, YYYY-MM-DD, inclusive: the period has no day before it. Null: no such
   * bound. Without `validUntil` either, it recurs every year.
   */
  readonly validFrom?: string | null | undefined;
  /** Last local day of all, YYYY-MM-DD, inclusive, not before `validFrom`. Null: no such bound. */
  readonly validUntil?: string | null | undefined;
  /**
   * Local days, YYYY-MM-DD, on which this period gives no departure; another one may. At most 366;
   * duplicates are merged.
   */
  readonly exceptDates?: readonly string[] | undefined;
}

/** The body of `PATCH /options/{id}/availability-periods/{periodId}`. */
export interface UpdateAvailabilityPeriodRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** Name that the operator gives the period; null for none. */
  readonly label?: string | null | undefined;
  /**
   * First local day of all, YYYY-MM-DD, inclusive: the period has no day before it. Null: no such
   * bound. Without `validUntil` either, it recurs every year.
   */
  readonly validFrom?: string | null | undefined;
  /** Last local day of all, YYYY-MM-DD, inclusive, not before `validFrom`. Null: no such bound. */
  readonly validUntil?: string | null | undefined;
  /**
   * Local days, YYYY-MM-DD, on which this period gives no departure; another one may. At most 366;
   * duplicates are merged.
   */
  readonly exceptDates?: readonly string[] | undefined;
}

/** The body of `PUT /options/{id}/pricing-periods`. */
export interface SetPricingPeriodsRequest {
  readonly pricingPer: PricingPer;
  /** All pricing periods that the option has from now on, at most 500. An empty list clears them. */
  readonly periods: readonly NewPricingPeriod[];
}

/**
 * What one price buys. UNIT: one unit. RESOURCE: one whole resource, such as a boat. BOOKING: the
 * whole booking.
 */
export type PricingPer = "UNIT" | "RESOURCE" | "BOOKING";

/** Prices on certain days and times, every year or in the years of their window, as they are set. */
export interface NewPricingPeriod {
  /**
   * First day of the period in every year, MM-DD, inclusive. A start after the end spans the turn of
   * the year. 02-29 means 03-01 in years without it.
   */
  readonly startMonthDay: string;
  /** Last day of the period in every year, MM-DD, inclusive. 02-29 means 02-28 in years without it. */
  readonly endMonthDay: string;
  /**
   * Days of the week on which it applies: 0 is Sunday, 6 is Saturday. 1 to 7 different days;
   * duplicates are merged.
   */
  readonly weekdays: readonly number[];
  /**
   * Local start times, HH:mm, in the product's time zone, else the supplier's. 1 to 288; duplicates
   * are merged.
   */
  readonly startTimes: readonly string[];
  /**
   * First local day of all, YYYY-MM-DD, inclusive: the period has no day before it. Null: no such
   * bound. Without `validUntil` either, it recurs every year.
   */
  readonly validFrom?: string | null | undefined;
  /** Last local day of all, YYYY-MM-DD, inclusive, not before `validFrom`. Null: no such bound. */
  readonly validUntil?: string | null | undefined;
  /** Name that the operator gives the period; null for none. */
  readonly label?: string | null | undefined;
  /** Colour of the period in a calendar, in any notation; null for none. */
  readonly color?: string | null | undefined;
  /**
   * Prices by unit id, in minor units of the currency. RESOURCE and BOOKING take the highest of the
   * booked units.
   */
  readonly retailPrices: Readonly<Record<string, number>>;
  /**
   * Prices by quantity, which go before `retailPrices`: ascending, without overlap, at most 100;
   * null for none. The quantity is that of all units (UNIT, BOOKING) or of travellers (RESOURCE).
   */
  readonly retailPriceTiers?: readonly NewRetailPriceTier[] | null | undefined;
}

/** A price for a range of quantities, as it is set. */
export interface NewRetailPriceTier {
  /** Least quantity of the tier, inclusive. */
  readonly minQuantity: number;
  /** Greatest quantity of the tier, inclusive. */
  readonly maxQuantity: number;
  /** Price in minor units of the currency: 1250 is 12.50 in a currency of two decimals. */
  readonly retail: number;
}

/** The body of `PUT /options/{id}/charges`. */
export interface SetChargesRequest {
  /** All taxes and fees that the option has from now on, at most 20. */
  readonly charges: readonly NewCharge[];
}

/** A tax or a fee, as it is set. */
export interface NewCharge {
  /** Name of the tax or fee, as receipts show it. 1 to 100 characters. */
  readonly name: string;
  /** TAX or FEE. */
  readonly kind: ChargeKind;
  /** PERCENT of the units' prices, UNIT for each item of the party, or BOOKING once. */
  readonly basis: ChargeBasis;
  /**
   * PERCENT: hundredths of a percent (2200 is 22 %), 0 to 10000. UNIT and BOOKING: minor units of
   * the currency.
   */
  readonly amount: number;
  /** True: it is a part of the units' prices and is only shown. False: it is added to them. */
  readonly included: boolean;
}

/** Whether a charge is a tax or a fee. */
export type ChargeKind = "TAX" | "FEE";

/** Basis of a charge: the price, each unit or the booking. */
export type ChargeBasis = "PERCENT" | "UNIT" | "BOOKING";

/** The body of `POST /options/{id}/pricing-periods/quote`. */
export interface QuotePricingPeriodsRequest {
  readonly pricingPer: PricingPer;
  /** All pricing periods that the option has from now on, at most 500. An empty list clears them. */
  readonly periods: readonly NewPricingPeriod[];
  /** How many days from now on are looked at: 1 to 400. Left out: 400. */
  readonly days?: number | undefined;
}

/** The body of `POST /resources`. */
export interface CreateResourceRequest {
  /** Id of the supplier that owns the resource. */
  readonly supplierId: string;
  /** What people call the resource; 1 to 1000 characters. */
  readonly name: string;
  /** How many of it there are: 0 to 10000000. */
  readonly quantity: number;
  /** Places that each of them has: 1 to 10000000. */
  readonly capacityPerResource: number;
  /** A JSON object of your own, at most 64 KiB serialised. A change replaces it whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `PATCH /resources/{id}`. */
export interface UpdateResourceRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** What people call the resource; 1 to 1000 characters. */
  readonly name?: string | undefined;
  /** How many of it there are: 0 to 10000000. */
  readonly quantity?: number | undefined;
  /** Places that each of them has: 1 to 10000000. */
  readonly capacityPerResource?: number | undefined;
  /** A JSON object of your own, at most 64 KiB serialised. A change replaces it whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `POST /options/{id}/resource-requirements`. */
export interface SetResourceRequirementRequest {
  /** Id of a resource of the same supplier. */
  readonly resourceId: string;
  /**
   * Places of the resource that one traveller takes (UNIT, BOOKING), or the least number of whole
   * resources of one booking (RESOURCE). At least 1.
   */
  readonly quantity?: number | undefined;
  /**
   * Most whole resources of the pool that the option may use per departure; null: the whole pool. At
   * least 1.
   */
  readonly maxQuantity?: number | null | undefined;
  /** Minutes before a departure in which it occupies the resource already. At most 1440. */
  readonly prepareMinutes?: number | undefined;
  /**
   * Minutes after a departure in which it still occupies the resource, such as for cleaning. At most
   * 1440. Bookings keep the times that they were made with.
   */
  readonly turnaroundMinutes?: number | undefined;
}

/** What each departure is answered with. */
export type AvailabilityInclude = "prices";

/** The body of `POST /availability-blocks`. */
export interface CreateAvailabilityBlockRequest {
  /** Id of the product that is not sold meanwhile. */
  readonly productId: string;
  /** First instant that is blocked: RFC 3339 with an offset. */
  readonly startAt: string;
  /** First instant not blocked any more, after `startAt`. */
  readonly endAt: string;
  /** Why it is blocked, for your own staff, 1 to 1000 characters; null for none. */
  readonly note?: string | null | undefined;
}

/** The body of `POST /departures/call-off`. */
export interface CallOffDepartureRequest {
  /** Id of the option that departs. */
  readonly optionId: string;
  /** When the departure starts: RFC 3339 with an offset. */
  readonly startAt: string;
  /** Why, for the guests: the cancellation reason of each booking, 1 to 500 characters. */
  readonly reason: string;
}

/** The body of `POST /departures/reopen`. */
export interface ReopenDepartureRequest {
  /** Id of the option that departs. */
  readonly optionId: string;
  /** When the departure starts: RFC 3339 with an offset. */
  readonly startAt: string;
}

/** Order of a list: `createdAt` is newest first, `startAt` the earliest start first. */
export type BookingSort = "createdAt" | "startAt";

/** The body of `POST /bookings`. */
export interface CreateBookingRequest {
  /** Id of the option to book. */
  readonly optionId: string;
  /** Start of the departure, an RFC 3339 date-time with an offset. Either this or `customStart`. */
  readonly startAt?: string | undefined;
  readonly customStart?: LocalStart | undefined;
  /**
   * Prices by unit id that replace those of the option, in minor units of the currency. Other units
   * keep their price. They are not remembered for later changes.
   */
  readonly retailPrices?: Readonly<Record<string, number>> | undefined;
  /** End of the departure for display, after the start. It changes no capacity. */
  readonly endAt?: string | undefined;
  /** The lines that are booked: 1 to 100. Lines of one unit are summed. */
  readonly unitItems: readonly UnitLine[];
  /**
   * Whole resources to take, such as two boats, in place of the places that the party needs; at most
   * 100 lines.
   */
  readonly resourceItems?: readonly ResourceLine[] | undefined;
  /** The travellers, free JSON of at most 64 KiB. It is kept as it is and decides nothing. */
  readonly participants?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The customer, free JSON of at most 64 KiB. The search of bookings looks at its `name`,
   * `firstName`, `lastName`, `fullName`, `email` and `emailAddress`.
   */
  readonly customer?: Readonly<Record<string, unknown>> | undefined;
  /** Notes for the operator: 1 to 10000 characters. */
  readonly notes?: string | undefined;
  /**
   * A name of the booking in a system of yours, 1 to 200 characters. Slipway does not require it to
   * be unique; `idempotencyKey` guards against repeats.
   */
  readonly externalId?: string | undefined;
  /** The reseller's own name of the booking: 1 to 200 characters. */
  readonly resellerReference?: string | undefined;
  /** A JSON object of your own, at most 16 KiB serialised. It decides nothing. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /**
   * A text of your own that names this sale, unique in the tenant, 1 to 200 characters. A repeat
   * with it answers the first booking, whatever else it sends. The header `Idempotency-Key` means
   * the same.
   */
  readonly idempotencyKey?: string | undefined;
  readonly status?: NewBookingStatus | undefined;
  /** True adds the places that are missing to this departure alone, instead of a refusal. */
  readonly expandCapacity?: boolean | undefined;
  /** True allows a start in the past. It needs a user session; a key gets 403. */
  readonly backdated?: boolean | undefined;
  /**
   * Id of an open order. The booking is a hold of it, which is confirmed with the order and ends
   * when the order does.
   */
  readonly orderId?: string | undefined;
}

/**
 * A local start off the timetable, in place of `startAt`. It makes a manual departure and is free
 * of the booking cutoff. It lies in the years 1 to 9998 of UTC, as every departure does.
 */
export interface LocalStart {
  /** Date of the start, YYYY-MM-DD, in the product's zone, else the supplier's. */
  readonly localDate: string;
  /** Time of the start, HH:mm, in the product's zone, else the supplier's. */
  readonly localTime: string;
}

/** One unit to book and how many of it. */
export interface UnitLine {
  /** Id of a unit of the option. */
  readonly unitId: string;
  /** How many of the unit are booked: 1 to 100000. */
  readonly quantity: number;
}

/** One resource to take and how many of it. */
export interface ResourceLine {
  /** Id of a resource linked to the option. */
  readonly resourceId: string;
  /** How many whole resources are taken: 1 to 100000. */
  readonly quantity: number;
}

/**
 * ON_HOLD holds the places for a while; CONFIRMED sells them. Left out: CONFIRMED, or PENDING
 * where the option needs approval.
 */
export type NewBookingStatus = "ON_HOLD" | "CONFIRMED";

/** The body of `POST /bookings/quote`. */
export interface QuoteBookingRequest {
  /** Id of the option to book. */
  readonly optionId?: string | undefined;
  /** Start of the departure, an RFC 3339 date-time with an offset. Either this or `customStart`. */
  readonly startAt?: string | undefined;
  readonly customStart?: LocalStart | undefined;
  /**
   * Prices by unit id that replace those of the option, in minor units of the currency. Other units
   * keep their price. They are not remembered for later changes.
   */
  readonly retailPrices?: Readonly<Record<string, number>> | undefined;
  /** End of the departure for display, after the start. It changes no capacity. */
  readonly endAt?: string | undefined;
  /** The lines that are booked: 1 to 100. Lines of one unit are summed. */
  readonly unitItems?: readonly UnitLine[] | undefined;
  /**
   * Whole resources to take, such as two boats, in place of the places that the party needs; at most
   * 100 lines.
   */
  readonly resourceItems?: readonly ResourceLine[] | undefined;
  /** The travellers, free JSON of at most 64 KiB. It is kept as it is and decides nothing. */
  readonly participants?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The customer, free JSON of at most 64 KiB. The search of bookings looks at its `name`,
   * `firstName`, `lastName`, `fullName`, `email` and `emailAddress`.
   */
  readonly customer?: Readonly<Record<string, unknown>> | undefined;
  /** Notes for the operator: 1 to 10000 characters. */
  readonly notes?: string | undefined;
  /**
   * A name of the booking in a system of yours, 1 to 200 characters. Slipway does not require it to
   * be unique; `idempotencyKey` guards against repeats.
   */
  readonly externalId?: string | undefined;
  /** The reseller's own name of the booking: 1 to 200 characters. */
  readonly resellerReference?: string | undefined;
  /** A JSON object of your own, at most 16 KiB serialised. It decides nothing. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly status?: NewBookingStatus | undefined;
  /** True adds the places that are missing to this departure alone, instead of a refusal. */
  readonly expandCapacity?: boolean | undefined;
  /** True allows a start in the past. It needs a user session; a key gets 403. */
  readonly backdated?: boolean | undefined;
  /**
   * Id of an open order. The booking is a hold of it, which is confirmed with the order and ends
   * when the order does.
   */
  readonly orderId?: string | undefined;
  /** Id of a booking to change. With it the body is that of `PATCH /bookings/{id}`. */
  readonly bookingId?: string | undefined;
  /**
   * `updatedAt` of the booking as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** Start whose prices apply: RFC 3339 with an offset. Left out: the booking's start. */
  readonly pricingReferenceStartAt?: string | undefined;
}

/** The body of `PATCH /bookings/{id}`. */
export interface UpdateBookingRequest {
  /**
   * `updatedAt` of the booking as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /**
   * Start of the departure, an RFC 3339 date-time with an offset. Moves the booking; one with a
   * redeemed ticket is 409 INVALID_STATE. Not beside `customStart`.
   */
  readonly startAt?: string | undefined;
  readonly customStart?: LocalStart | undefined;
  /** Start whose prices apply: RFC 3339 with an offset. Left out: the booking's start. */
  readonly pricingReferenceStartAt?: string | undefined;
  /**
   * Prices by unit id that replace those of the option, in minor units of the currency. Other units
   * keep their price. They are not remembered for later changes.
   */
  readonly retailPrices?: Readonly<Record<string, number>> | undefined;
  /**
   * What is booked from now on, whole: 1 to 100 lines. Left out: it stays. Tickets that were
   * redeemed stay, and others go; a line with fewer than were redeemed is 409 INVALID_STATE.
   */
  readonly unitItems?: readonly UnitLine[] | undefined;
  /**
   * Whole resources to take from now on. Left out, they stay, but for a change of `unitItems`, which
   * drops them.
   */
  readonly resourceItems?: readonly ResourceLine[] | undefined;
  /** The travellers, free JSON of at most 64 KiB. It is kept as it is and decides nothing. */
  readonly participants?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `PUT /bookings/{id}/details`. */
export interface UpdateBookingDetailsRequest {
  /**
   * `updatedAt` of the booking as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** The customer from now on, free JSON of at most 64 KiB; null for none. */
  readonly customer?: Readonly<Record<string, unknown>> | null | undefined;
  /** Notes for the operator from now on: 1 to 10000 characters; null for none. */
  readonly notes?: string | null | undefined;
  /** The reseller's own name of the booking from now on: 1 to 200 characters; null for none. */
  readonly resellerReference?: string | null | undefined;
  /**
   * Its name in a system of yours from now on: 1 to 200 characters; null for none. A channel's
   * booking keeps its own: 400 IMMUTABLE_FIELD.
   */
  readonly externalId?: string | null | undefined;
  /** A JSON object of your own from now on, at most 16 KiB serialised; null for `{}`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The body of `POST /bookings/{id}/extend`. */
export interface ExtendBookingRequest {
  /** The hold lasts at least so many minutes from now: 1 to 1440. It is never shortened. */
  readonly expirationMinutes: number;
}

/** The body of `POST /bookings/{id}/confirm`. */
export interface ConfirmBookingRequest {
  /**
   * The customer, free JSON of at most 64 KiB. The search of bookings looks at its `name`,
   * `firstName`, `lastName`, `fullName`, `email` and `emailAddress`.
   */
  readonly customer?: Readonly<Record<string, unknown>> | undefined;
  /** Notes for the operator: 1 to 10000 characters. */
  readonly notes?: string | undefined;
  /** The reseller's own name of the booking: 1 to 200 characters. */
  readonly resellerReference?: string | undefined;
}

/** The body of `POST /bookings/{id}/reject`. */
export interface RejectBookingRequest {
  /** Why, for the operator's records: 1 to 1000 characters. */
  readonly reason?: string | undefined;
}

/** The body of `POST /bookings/{id}/cancel`. */
export interface CancelBookingRequest {
  /** Why, for the operator's records: 1 to 1000 characters. */
  readonly reason?: string | undefined;
  /**
   * True cancels after the cancellation cutoff and with redeemed tickets, too. It needs a user
   * session; a key gets 403.
   */
  readonly force?: boolean | undefined;
  /** Percentage of the price to pay back in place of the terms', 0 to 100; only with `force`. */
  readonly refundPercent?: number | undefined;
}

/** The body of `POST /bookings/{id}/redeem`. */
export interface RedeemBookingRequest {
  /** The lines of which not all have come; left out: everybody has. At most 100. */
  readonly items?: readonly RedeemedLine[] | undefined;
  /**
   * When a scanner that was offline has scanned it, by its own clock: RFC 3339 with an offset, at
   * most 7 days back. Left out: now.
   */
  readonly at?: string | undefined;
  /** A name of the scanner, shown as `redeemedBy`: 1 to 100 characters. */
  readonly device?: string | undefined;
}

/** How many of a line have come. */
export interface RedeemedLine {
  /** Id of a line in `unitItems`. */
  readonly unitItemId: string;
  /** How many of the line have come by now: 1 up to its quantity. */
  readonly quantity: number;
}

/** The body of `POST /bookings/{id}/unredeem`. */
export interface UnredeemBookingRequest {
  /** Code of the one ticket that is taken back; left out: all of the booking's. */
  readonly code?: string | undefined;
}

/** The body of `POST /tickets/redeem`. */
export interface RedeemTicketRequest {
  /**
   * The ticket's code, as people type it: in any case, with O for 0 and I or L for 1, hyphens and
   * blanks skipped.
   */
  readonly code: string;
  /**
   * Start of the departure that is checked in: RFC 3339 with an offset. Left out: any departure will
   * do.
   */
  readonly startAt?: string | undefined;
  /**
   * When a scanner that was offline has scanned it, by its own clock: RFC 3339 with an offset, at
   * most 7 days back. Left out: now.
   */
  readonly at?: string | undefined;
  /** A name of the scanner, shown as `redeemedBy`: 1 to 100 characters. */
  readonly device?: string | undefined;
}

/** The body of `POST /orders`. */
export interface CreateOrderRequest {
  /**
   * Who orders, free JSON of at most 64 KiB. A booking without a customer gets it when the order is
   * confirmed, unless its own was erased.
   */
  readonly customer?: Readonly<Record<string, unknown>> | undefined;
  /** Notes for the operator: 1 to 10000 characters. */
  readonly notes?: string | undefined;
  /** The reseller's own name of the order: 1 to 200 characters. */
  readonly resellerReference?: string | undefined;
  /** A name of the order in a system of yours, 1 to 200 characters. */
  readonly externalId?: string | undefined;
  /** A JSON object of your own, at most 16 KiB serialised. It decides nothing. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /**
   * A text of your own that names this order, unique among the orders of the tenant, 1 to 200
   * characters. A repeat with it answers the first order, whatever else it sends. The header
   * `Idempotency-Key` means the same.
   */
  readonly idempotencyKey?: string | undefined;
  /** Minutes for which the order and its holds last: 1 to 1440. */
  readonly expirationMinutes?: number | undefined;
}

/** The body of `POST /orders/quote`. */
export interface QuoteOrderRequest {
  /** 1 to 50 bodies of `POST /bookings/quote`, of sales. */
  readonly items: readonly QuotedSale[];
}

/** A sale to quote: a body of `POST /bookings/quote`. */
export interface QuotedSale {
  /** Id of the option to book. */
  readonly optionId: string;
  /** Start of the departure, an RFC 3339 date-time with an offset. Either this or `customStart`. */
  readonly startAt?: string | undefined;
  readonly customStart?: LocalStart | undefined;
  /**
   * Prices by unit id that replace those of the option, in minor units of the currency. Other units
   * keep their price. They are not remembered for later changes.
   */
  readonly retailPrices?: Readonly<Record<string, number>> | undefined;
  /** End of the departure for display, after the start. It changes no capacity. */
  readonly endAt?: string | undefined;
  /** The lines that are booked: 1 to 100. Lines of one unit are summed. */
  readonly unitItems: readonly UnitLine[];
  /**
   * Whole resources to take, such as two boats, in place of the places that the party needs; at most
   * 100 lines.
   */
  readonly resourceItems?: readonly ResourceLine[] | undefined;
  /** The travellers, free JSON of at most 64 KiB. It is kept as it is and decides nothing. */
  readonly participants?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The customer, free JSON of at most 64 KiB. The search of bookings looks at its `name`,
   * `firstName`, `lastName`, `fullName`, `email` and `emailAddress`.
   */
  readonly customer?: Readonly<Record<string, unknown>> | undefined;
  /** Notes for the operator: 1 to 10000 characters. */
  readonly notes?: string | undefined;
  /**
   * A name of the booking in a system of yours, 1 to 200 characters. Slipway does not require it to
   * be unique; `idempotencyKey` guards against repeats.
   */
  readonly externalId?: string | undefined;
  /** The reseller's own name of the booking: 1 to 200 characters. */
  readonly resellerReference?: string | undefined;
  /** A JSON object of your own, at most 16 KiB serialised. It decides nothing. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly status?: NewBookingStatus | undefined;
  /** True adds the places that are missing to this departure alone, instead of a refusal. */
  readonly expandCapacity?: boolean | undefined;
  /** True allows a start in the past. It needs a user session; a key gets 403. */
  readonly backdated?: boolean | undefined;
  /**
   * Id of an open order. The booking is a hold of it, which is confirmed with the order and ends
   * when the order does.
   */
  readonly orderId?: string | undefined;
}

/** The body of `PATCH /orders/{id}`. */
export interface UpdateOrderRequest {
  /**
   * `updatedAt` of the order as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** Who orders from now on, free JSON of at most 64 KiB; null for nobody. Bookings keep theirs. */
  readonly customer?: Readonly<Record<string, unknown>> | null | undefined;
  /** Notes for the operator from now on: 1 to 10000 characters; null for none. */
  readonly notes?: string | null | undefined;
  /** The reseller's own name of the order from now on: 1 to 200 characters; null for none. */
  readonly resellerReference?: string | null | undefined;
  /** Its name in a system of yours from now on: 1 to 200 characters; null for none. */
  readonly externalId?: string | null | undefined;
  /** A JSON object of your own from now on, at most 16 KiB serialised; null for `{}`. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The body of `POST /orders/{id}/extend`. */
export interface ExtendOrderRequest {
  /** The order and its holds last at least so many minutes from now: 1 to 1440. */
  readonly expirationMinutes: number;
}

/** The body of `POST /orders/{id}/confirm`. */
export interface ConfirmOrderRequest {
  /**
   * Who orders, free JSON of at most 64 KiB. A booking without a customer gets it when the order is
   * confirmed, unless its own was erased.
   */
  readonly customer?: Readonly<Record<string, unknown>> | undefined;
  /** Notes for the operator: 1 to 10000 characters. */
  readonly notes?: string | undefined;
  /** The reseller's own name of the order: 1 to 200 characters. */
  readonly resellerReference?: string | undefined;
  /** A JSON object of your own, at most 16 KiB serialised. It decides nothing. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of `POST /orders/{id}/cancel`. */
export interface CancelOrderRequest {
  /** Why, for the operator's records: 1 to 1000 characters. */
  readonly reason?: string | undefined;
  /** True cancels after the cancellation cutoffs, too. It needs a user session; a key gets 403. */
  readonly force?: boolean | undefined;
}

/** The body of `POST /customers/erase`. */
export interface EraseCustomerRequest {
  /**
   * E-mail address of the customer, in any case: 3 to 320 characters with an `@`, as the booking has
   * it. Required without `bookingId`.
   */
  readonly emailAddress?: string | undefined;
  /** Id of the only booking to erase, in place of `emailAddress`. */
  readonly bookingId?: string | undefined;
}

/** The body of `POST /calendar-feeds`. */
export interface CreateCalendarFeedRequest {
  /** Name of the feed, which calendars show, 1 to 1000 characters. */
  readonly name: string;
  /** Only departures of this supplier. At most one of the four. */
  readonly supplierId?: string | undefined;
  /** Only departures of this product. At most one of the four. */
  readonly productId?: string | undefined;
  /** Only departures of this option. At most one of the four. */
  readonly optionId?: string | undefined;
  /** Only departures with bookings that take this resource, such as a guide. At most one of the four. */
  readonly resourceId?: string | undefined;
  /** Whether the feed shows names of customers and notes. Required; true needs `bookings:write`, too. */
  readonly withNames: boolean;
}

/** The body of `POST /webhooks/subscriptions`. */
export interface CreateWebhookSubscriptionRequest {
  /**
   * Address that deliveries are posted to: absolute, http or https, no user, no fragment, at most
   * 2048 characters.
   */
  readonly url: string;
  /**
   * Kinds of messages it gets, at least one of BOOKING_UPDATE, ORDER_UPDATE, AVAILABILITY_UPDATE,
   * PRODUCT_UPDATE, DEPARTURE_UPDATE.
   */
  readonly notificationTypes?: readonly NotificationType[] | undefined;
  /**
   * Only changes of this supplier's bookings and departures are delivered, and none of orders, which
   * may be of several suppliers. Left out: all of the tenant.
   */
  readonly supplierId?: string | undefined;
  /**
   * Extra headers of every delivery, such as a credential of the receiver: at most 20. They are
   * never answered.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A kind of message: what it tells of has changed. */
export type NotificationType =
  | "BOOKING_UPDATE"
  | "ORDER_UPDATE"
  | "AVAILABILITY_UPDATE"
  | "PRODUCT_UPDATE"
  | "DEPARTURE_UPDATE";

/** The body of `PATCH /webhooks/subscriptions/{id}`. */
export interface UpdateWebhookSubscriptionRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /**
   * Address that deliveries are posted to: absolute, http or https, no user, no fragment, at most
   * 2048 characters.
   */
  readonly url?: string | undefined;
  /**
   * Kinds of messages it gets from now on, at least one of BOOKING_UPDATE, ORDER_UPDATE,
   * AVAILABILITY_UPDATE, PRODUCT_UPDATE, DEPARTURE_UPDATE.
   */
  readonly notificationTypes?: readonly NotificationType[] | undefined;
  /**
   * Replace the current ones. Left out, the current ones stay; but they are dropped when `url`
   * changes to another origin (scheme, host or port).
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly status?: WebhookSubscriptionStatus | undefined;
}

/**
 * ACTIVE: changes are delivered. DISABLED: nothing is, and changes made meanwhile are not
 * delivered later.
 */
export type WebhookSubscriptionStatus = "ACTIVE" | "DISABLED";

/** PENDING: attempts go on. SUCCEEDED: the receiver answered 2xx. FAILED: no attempt follows. */
export type WebhookDeliveryStatus = "PENDING" | "SUCCEEDED" | "FAILED";

/** The body of `POST /channels`. */
export interface CreateChannelRequest {
  /** Short name of the channel, unique in the tenant: 2 to 32 of a-z, 0-9 and `-`. It never changes. */
  readonly code: string;
  /** What people call the channel; 1 to 1000 characters. */
  readonly name: string;
  /** Id of the only supplier whose options it books; null: all of the tenant. */
  readonly supplierId?: string | null | undefined;
  /**
   * Kinds of messages about its own bookings: BOOKING_UPDATE, or none. Without it its bookings
   * cannot be changed by PATCH.
   */
  readonly notificationTypes?: readonly "BOOKING_UPDATE"[] | undefined;
  /**
   * Address that changes are posted to: absolute, http or https, at most 2048 characters; null: none
   * are.
   */
  readonly endpointUrl?: string | null | undefined;
  readonly status?: ChannelStatus | undefined;
}

/** ACTIVE: the channel may send events and is notified of changes. DISABLED: neither. */
export type ChannelStatus = "ACTIVE" | "DISABLED";

/** The body of `PATCH /channels/{id}`. */
export interface UpdateChannelRequest {
  /**
   * `updatedAt` of the record as you read it. Where it has changed since, the answer is 409
   * VERSION_CONFLICT. The header `If-Match` takes the `ETag` in its place. Left out, the change is
   * made in any case.
   */
  readonly expectedUpdatedAt?: string | undefined;
  /** What people call the channel; 1 to 1000 characters. */
  readonly name?: string | undefined;
  /** Id of the only supplier whose options it books; null: all of the tenant. */
  readonly supplierId?: string | null | undefined;
  /**
   * Kinds of messages about its own bookings: BOOKING_UPDATE, or none. Without it its bookings
   * cannot be changed by PATCH.
   */
  readonly notificationTypes?: readonly "BOOKING_UPDATE"[] | undefined;
  /**
   * Address that changes are posted to: absolute, http or https, at most 2048 characters; null: none
   * are.
   */
  readonly endpointUrl?: string | null | undefined;
  readonly status?: ChannelStatus | undefined;
}

/** The body of `POST /channels/{id}/keys`. */
export interface CreateChannelKeyRequest {
  /** What the key is called, 1 to 1000 characters. */
  readonly name: string;
  /**
   * Id of the supplier whose tours the key sells. Required where the channel has none; else the
   * channel's.
   */
  readonly supplierId?: string | undefined;
}

/** The body of `POST /channels/{id}/events`. */
export interface CreateChannelEventRequest {
  /**
   * Name of the event at the channel, unique there, 1 to 200 characters. A repeat answers the first
   * event.
   */
  readonly externalEventId: string;
  readonly type: ChannelEventType;
  /**
   * At most 256 KiB. BOOKING_CREATE: the body of `POST /bookings` and `externalId`. Else:
   * `externalId` and, if you like, `reason`. `retailPrices`, `expandCapacity` and `customStart` need
   * the scope `bookings:write`, too.
   */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the channel asks for: a new booking, or that one of its bookings is confirmed or cancelled. */
export type ChannelEventType = "BOOKING_CREATE" | "BOOKING_CONFIRM" | "BOOKING_CANCEL";

/** RECEIVED: not carried out yet. PROCESSED: done. FAILED: refused, see `error`. */
export type ChannelEventStatus = "RECEIVED" | "PROCESSED" | "FAILED";

/**
 * PENDING: waits for its next attempt. RUNNING: is being sent. SUCCEEDED: the channel answered
 * 2xx. FAILED: no attempt follows.
 */
export type SyncJobStatus = "PENDING" | "RUNNING" | "SUCCEEDED" | "FAILED";

/** Asks whether the address wants deliveries, before the first one to its origin. */
export interface EndpointChallenge {
  /** Kind of the message. */
  readonly type: "ENDPOINT_CHALLENGE";
  /** When the challenge was made, in UTC. */
  readonly timestamp: string;
  readonly data: EndpointChallengeData;
}

/** Token that the answer must have. */
export interface EndpointChallengeData {
  /** A random text, to be answered. */
  readonly challenge: string;
}

/** What a receiver gets when a booking changes. */
export interface BookingUpdate {
  /** Kind of the message: always BOOKING_UPDATE. */
  readonly type: "BOOKING_UPDATE";
  /** When the change was made, in UTC. */
  readonly timestamp: string;
  /** The change, without any customer data. */
  readonly data: BookingUpdateData;
}

/**
 * What was done to the booking. Extending a hold is UPDATED, and so are a change of its details
 * and a redemption that is taken back.
 */
export type BookingAction =
  | "CREATED"
  | "CONFIRMED"
  | "UPDATED"
  | "APPROVED"
  | "REJECTED"
  | "CANCELLED"
  | "EXPIRED"
  | "REDEEMED";

/**
 * State of a booking. ON_HOLD holds its places until `expiresAt`; PENDING waits for approval;
 * CONFIRMED is sold. CANCELLED, REJECTED and EXPIRED are final and hold no places.
 */
export type BookingStatus =
  | "ON_HOLD"
  | "PENDING"
  | "CONFIRMED"
  | "CANCELLED"
  | "REJECTED"
  | "EXPIRED";

/** The change that a message delivers, without any customer data. */
export interface BookingUpdateData {
  /** Id of the booking that has changed. */
  readonly bookingId: string;
  /** Id of the tenant that the booking belongs to. */
  readonly tenantId: string;
  /** Id of the supplier that operates the tour. */
  readonly supplierId: string;
  /** Id of the product that was booked. */
  readonly productId: string;
  /** Id of the option that was booked. */
  readonly optionId: string;
  readonly action: BookingAction;
  /** State of the booking after the change. */
  readonly status: BookingStatus;
  /** State of the booking before the change; null when it was created. */
  readonly previousStatus: BookingStatus | null;
  /**
   * `updatedAt` of the booking after the change. Drop a message whose value is not greater than the
   * last.
   */
  readonly updatedAt: string;
  /** Where the booking came from: `api/v1`, or the code of a channel. */
  readonly source: string;
  /** Name of the booking in the system that sent it; null for none. */
  readonly externalId: string | null;
  /** The booking's `reference`; null only of a change that an earlier release has made. */
  readonly reference: string | null;
  /** The reseller's own name of the booking; null for none. */
  readonly resellerReference: string | null;
  /** True only for a test delivery, which is of no real booking. */
  readonly test: boolean;
}

/** The message about an order that has changed. */
export interface OrderUpdate {
  /** Kind of the message: always ORDER_UPDATE. */
  readonly type: "ORDER_UPDATE";
  /** When the change was made, in UTC. */
  readonly timestamp: string;
  readonly data: OrderUpdateData;
}

/** The change, without any customer data. */
export interface OrderUpdateData {
  /** Id of the order that has changed. */
  readonly orderId: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  readonly action: OrderAction;
  /** State of the order after the change. */
  readonly status: OrderStatus;
  /**
   * `updatedAt` of the order after the change. Drop a message whose value is not greater than the
   * last.
   */
  readonly updatedAt: string;
  /**
   * Ids of its bookings, in the order in which they were added; ended ones too. One may be of a
   * booking that was refused in the end.
   */
  readonly bookingIds: readonly string[];
}

/**
 * The change of the order. CHANGED: it was extended, or got other details. Its bookings tell of
 * themselves.
 */
export type OrderAction = "CREATED" | "CHANGED" | "CONFIRMED" | "CANCELLED" | "EXPIRED";

/**
 * State of an order. OPEN takes bookings and holds their places until `expiresAt`; CONFIRMED is
 * sold, all of it. CANCELLED and EXPIRED are final, and so are their bookings.
 */
export type OrderStatus = "OPEN" | "CONFIRMED" | "CANCELLED" | "EXPIRED";

/** The message about a departure that was called off or is sold again. */
export interface DepartureUpdate {
  /** Kind of the message: always DEPARTURE_UPDATE. */
  readonly type: "DEPARTURE_UPDATE";
  /** When the change was made, in UTC. */
  readonly timestamp: string;
  readonly data: DepartureUpdateData;
}

/** The departure, and what was decided. */
export interface DepartureUpdateData {
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the supplier that operates the departure. */
  readonly supplierId: string;
  /** Id of the product that departs. */
  readonly productId: string;
  /** Id of the option that departs. */
  readonly optionId: string;
  /** When the departure starts, in UTC. */
  readonly startAt: string;
  readonly action: DepartureAction;
}

/** CALLED_OFF: it takes no bookings any more, and its own are cancelled. REOPENED: it sells again. */
export type DepartureAction = "CALLED_OFF" | "REOPENED";

/**
 * The message about a product that has changed: its photos, options, units, times, prices, taxes
 * or fees.
 */
export interface ProductUpdate {
  /** Kind of the message: always PRODUCT_UPDATE. */
  readonly type: "PRODUCT_UPDATE";
  /** When the message was made, in UTC: after the last of the changes. */
  readonly timestamp: string;
  readonly data: ProductUpdateData;
}

/** The product that has changed. */
export interface ProductUpdateData {
  /** Id of the product. Read it to see what changed. */
  readonly productId: string;
}

/**
 * The message to a channel or a webhook subscription when vacancies or availability of an option
 * change.
 */
export interface AvailabilityUpdate {
  /** Kind of the message: always AVAILABILITY_UPDATE. */
  readonly type: "AVAILABILITY_UPDATE";
  /** When the figures were read, in UTC. */
  readonly timestamp: string;
  readonly data: AvailabilityUpdateData;
}

/** The departures and their figures. */
export interface AvailabilityUpdateData {
  /** Id of the option whose vacancies have changed. */
  readonly optionId: string;
  /** Departures that have changed, by start; at most 1000. */
  readonly departures: readonly DepartureVacancies[];
}

/** Free places of one departure. */
export interface DepartureVacancies {
  /** When the departure starts, in UTC. */
  readonly startAt: string;
  /** Travellers of the largest party that fits; null: no limit. */
  readonly vacancies: number | null;
  /**
   * Whether the smallest party could book now. False of a departure that is blocked or called off,
   * however many places are free.
   */
  readonly available: boolean;
}

/** Which credential a request has, and what it reaches. */
export interface Me {
  /** The tenant whose records the credential reaches. */
  readonly tenant: Tenant;
  /** What the credential may do. */
  readonly scopes: readonly string[];
  /** The credential that this request was sent with. */
  readonly credential: Credential;
  /** The user of the session; null for an API key. */
  readonly user: User | null;
  /** What the user must do first; null: nothing. Until then `scopes` is empty. */
  readonly duty: Duty | null;
}

/** An operator's account. Every record and credential belongs to one tenant. */
export interface Tenant {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Name of the operator; the command line sets it. */
  readonly name: string;
  /** ISO 4217 code of the currency of all prices. */
  readonly defaultCurrency: string;
  /** Decimals of the currency: 2 for EUR, 0 for JPY. */
  readonly currencyPrecision: number;
  /** Whether each user needs a second factor. */
  readonly secondFactorRequired: boolean;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
}

/** Kind of the credential of this request. */
export type CredentialType = "API_KEY" | "SESSION";

/** What a key is held to beside its scopes. */
export interface KeyRestrictions {
  /** Id of the only supplier whose records the key reaches; null: all of the tenant. */
  readonly supplierId: string | null;
  /**
   * Whether the key may send `retailPrices`, `pricingReferenceStartAt`, `expandCapacity` and
   * `customStart`.
   */
  readonly overrides: boolean;
}

/** The credential that a request was sent with. */
export interface Credential {
  readonly type: CredentialType;
  /** Id of the key or of the session. */
  readonly id: string | null;
  /** What the credential is held to beside its scopes. */
  readonly restrictions: KeyRestrictions;
}

/** A person of the tenant who can log in. */
export interface User {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** E-mail address that the user logs in with. */
  readonly email: string;
  /** What people call the user; the e-mail address where none was given. */
  readonly name: string;
  /** What the user's sessions may do. */
  readonly scopes: readonly string[];
}

/** What a user must do before anything else. */
export type Duty = "CHANGE_PASSWORD" | "ADD_SECOND_FACTOR";

/** Why a request was refused. */
export interface Problem {
  /**
   * The code for readers of RFC 9457: a URN. With `Accept: application/problem+json` the answer has
   * that type, and this is the URL of a page on the code below `/docs/errors`.
   */
  readonly type: string;
  /** What the code means, in a few words that stay the same. */
  readonly title: string;
  /** HTTP status of the answer, 400 to 599. */
  readonly status: number;
  readonly code: ErrorCode;
  /** What happened this time, for people. Absent where the title says it all. Its wording may change. */
  readonly detail?: string | undefined;
  /** Id of the request, as in the header `X-Request-Id`. Send it when you ask for help. */
  readonly requestId: string;
  /**
   * Only of `CAPACITY_EXHAUSTED`: travellers of the largest party that the departure still takes, as
   * in `GET /availability`. Absent where the departure spans two days and is not sold out on the
   * first.
   */
  readonly vacancies?: number | undefined;
  /**
   * Only of `INVALID_STATE`: state of the booking, which does not allow this. Absent where the
   * record is no booking.
   */
  readonly bookingStatus?: BookingStatus | undefined;
  /**
   * Only of `VERSION_CONFLICT`: when the record last changed, in UTC. Absent where other changes
   * came first again and again.
   */
  readonly updatedAt?: string | undefined;
  /**
   * Only of `NOT_A_DEPARTURE`: at most 3 departures of the timetable within 14 days of the start, in
   * UTC, the nearest first. Past, blocked and closed ones are left out; sold-out ones are not.
   */
  readonly nearest?: readonly string[] | undefined;
  /** Only of `WRONG_DEPARTURE`: start of the departure that the ticket is for, in UTC. */
  readonly startAt?: string | undefined;
  /**
   * Only of `RANGE_TOO_LARGE`: days that the range may have from its start. Absent where it has too
   * many options.
   */
  readonly maxDays?: number | undefined;
  /** The fields at fault, at most 50; absent where none is. */
  readonly errors?: readonly FieldError[] | undefined;
}

/** Why the request was refused. Programs may rely on it; new codes may be added. */
export type ErrorCode =
  | "MALFORMED_JSON"
  | "UNSUPPORTED_CONTENT_TYPE"
  | "VALIDATION_FAILED"
  | "JSON_TOO_COMPLEX"
  | "UNKNOWN_UNIT"
  | "UNIT_RESTRICTION"
  | "OPTION_RESTRICTION"
  | "PRICE_NOT_CONFIGURED"
  | "NOT_A_DEPARTURE"
  | "BOOKING_CUTOFF_PASSED"
  | "IN_THE_PAST"
  | "RESOURCE_NOT_LINKED"
  | "RESOURCE_TOO_SMALL"
  | "SUPPLIER_MISMATCH"
  | "NO_LINKED_RESOURCE"
  | "RANGE_TOO_LARGE"
  | "RULE_NOT_REPRESENTABLE"
  | "UNAUTHENTICATED"
  | "SECOND_FACTOR_REQUIRED"
  | "INSUFFICIENT_SCOPE"
  | "LOGIN_INCOMPLETE"
  | "OVERRIDE_FORBIDDEN"
  | "SESSION_REQUIRED"
  | "SCOPE_ESCALATION"
  | "WRONG_PASSWORD"
  | "CSRF_REJECTED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CAPACITY_EXHAUSTED"
  | "DEPARTURE_BLOCKED"
  | "DEPARTURE_CALLED_OFF"
  | "WRONG_DEPARTURE"
  | "VERSION_CONFLICT"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INVALID_STATE"
  | "HOLD_EXPIRED"
  | "CANCELLATION_CUTOFF_PASSED"
  | "DETAILS_ALREADY_SET"
  | "REFERENCE_TAKEN"
  | "CURRENCY_IN_USE"
  | "CAPACITY_BELOW_RESERVED"
  | "RESOURCE_IN_USE"
  | "DEFAULT_OPTION_REQUIRED"
  | "HAS_LIVE_BOOKINGS"
  | "CHANNEL_NOT_SUBSCRIBED"
  | "KEY_IN_USE"
  | "LAST_OWNER"
  | "ARCHIVED"
  | "BOOKING_ARCHIVED"
  | "QUOTA_EXCEEDED"
  | "BODY_TOO_LARGE"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "OVERLOADED"
  | "SERVICE_UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  | "OUTCOME_UNKNOWN";

/** What is wrong with one field of a request. */
export interface FieldError {
  readonly in: RequestPart;
  /**
   * The field: an RFC 6901 pointer into the body as a URI fragment, or the name of a query
   * parameter.
   */
  readonly pointer: string;
  readonly code: FieldErrorCode;
  /** What the field must be, for people. It never repeats the value that was sent. */
  readonly detail: string;
  /** The values of which the field must be one; absent where it is no such list. */
  readonly allowed?: readonly string[] | undefined;
  /** One value of the right form; only where the form was wrong. */
  readonly example?: string | undefined;
}

/** Which part of the request is at fault. */
export type RequestPart = "body" | "query" | "path";

/** What is wrong with the field. Programs may rely on it. */
export type FieldErrorCode =
  | "REQUIRED"
  | "INVALID_TYPE"
  | "INVALID_FORMAT"
  | "TOO_SMALL"
  | "TOO_BIG"
  | "INVALID_VALUE"
  | "MUTUALLY_EXCLUSIVE"
  | "IMMUTABLE_FIELD";

/** A session that has just begun, with its token. */
export interface NewSession {
  /** The session's token, shown this once. Send it as `Authorization: Bearer <token>`. */
  readonly token: string;
  /** When the session ends at the latest, in UTC. It ends sooner after 30 minutes without a request. */
  readonly expiresAt: string;
  /** The user who has logged in. */
  readonly user: User;
  /**
   * What the user must do first; null: nothing. Until then the session may do nothing that needs a
   * scope.
   */
  readonly duty: Duty | null;
}

/** Answer of every deletion. */
export interface Deleted {
  /** Always true: the record is deleted, archived or ended. */
  readonly deleted: boolean;
}

/** A credential for programs, without its text. */
export interface ApiKey {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** What the key is called, for readers of the list of keys. */
  readonly name: string;
  /** First characters of the key's text, by which you find it in your configuration. */
  readonly prefix: string;
  /** What the key may do. */
  readonly scopes: readonly string[];
  /** What the key is held to beside its scopes. */
  readonly restrictions: KeyRestrictions;
  /** Id of the channel that a channel key sells for; null: it is no channel key. */
  readonly channelConnectionId: string | null;
  /** Id of the supplier whose tours a channel key sells; null: it is no channel key. */
  readonly supplierId: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** Which credential issued the key. */
  readonly createdBy: KeyIssuer;
  /** When a request last used the key, up to 60 s behind, in UTC; null: never. */
  readonly lastUsedAt: string | null;
}

/** The credential that issued a key. */
export interface KeyIssuer {
  /** Kind of credential that issued it: USER, API_KEY or SYSTEM. */
  readonly type: string;
  /** Id of that user or key; null for the command line. */
  readonly id: string | null;
}

/** A new key together with its text. */
export interface IssuedApiKey {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** What the key is called, for readers of the list of keys. */
  readonly name: string;
  /** First characters of the key's text, by which you find it in your configuration. */
  readonly prefix: string;
  /** What the key may do. */
  readonly scopes: readonly string[];
  /** What the key is held to beside its scopes. */
  readonly restrictions: KeyRestrictions;
  /** Id of the channel that a channel key sells for; null: it is no channel key. */
  readonly channelConnectionId: string | null;
  /** Id of the supplier whose tours a channel key sells; null: it is no channel key. */
  readonly supplierId: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** Which credential issued the key. */
  readonly createdBy: KeyIssuer;
  /** When a request last used the key, up to 60 s behind, in UTC; null: never. */
  readonly lastUsedAt: string | null;
  /** The whole key, shown this once. Send it as `Authorization: Bearer <key>`. */
  readonly key: string;
}

/** A user of the tenant, with what an owner must know. */
export interface TenantUser {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** E-mail address that the user logs in with. */
  readonly email: string;
  /** What people call the user; the e-mail address where none was given. */
  readonly name: string;
  /** What the user's sessions may do. */
  readonly scopes: readonly string[];
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the user last set a password, in UTC; null: none yet, so no log-in. */
  readonly passwordChangedAt: string | null;
  /** Until when the user's setup token is good, in UTC; null: there is none. */
  readonly setupExpiresAt: string | null;
  /** Since when the user may not log in, in UTC; null: the user may. */
  readonly disabledAt: string | null;
  /** When the user's second factor was confirmed, in UTC; null: there is none. */
  readonly secondFactorAt: string | null;
}

/** A new user together with the setup token. */
export interface InvitedUser {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** E-mail address that the user logs in with. */
  readonly email: string;
  /** What people call the user; the e-mail address where none was given. */
  readonly name: string;
  /** What the user's sessions may do. */
  readonly scopes: readonly string[];
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the user last set a password, in UTC; null: none yet, so no log-in. */
  readonly passwordChangedAt: string | null;
  /** Until when the user's setup token is good, in UTC; null: there is none. */
  readonly setupExpiresAt: string | null;
  /** Since when the user may not log in, in UTC; null: the user may. */
  readonly disabledAt: string | null;
  /** When the user's second factor was confirmed, in UTC; null: there is none. */
  readonly secondFactorAt: string | null;
  /** By which the user sets the first password, shown this once: good for 24 hours and for one use. */
  readonly setupToken: string;
}

/** A secret for an authenticator app. */
export interface NewSecondFactor {
  /** The secret, in base32, to be typed into the app. It is shown this once. */
  readonly appSecret: string;
  /** The same as the `otpauth:` address that apps take. */
  readonly uri: string;
  /** The address as a picture to scan: a `data:` URL of an SVG. */
  readonly qrCode: string;
}

/** By which a user logs in who has lost the app. */
export interface RecoveryCodes {
  /** Ten codes to be kept in a safe place, each good for one log-in. */
  readonly recoveryCodes: readonly string[];
}

/** Whether users need a second factor. */
export interface SecondFactorRule {
  /** Whether each user needs a second factor. */
  readonly required: boolean;
}

/** A log-in of the user that has not ended, without its token. */
export interface Session {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** When the user logged in, in UTC. */
  readonly createdAt: string;
  /** When the session ends at the latest, in UTC. */
  readonly expiresAt: string;
  /** When a request last used the session, up to 60 s behind, in UTC. */
  readonly lastUsedAt: string;
  /** Whether this request was sent with it. */
  readonly current: boolean;
}

/** A company that operates tours. It owns products and resources. */
export interface Supplier {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** The name that people call the record by; 1 to 1000 characters. */
  readonly name: string;
  /** A short name for URLs and exports, unique among the siblings of the record. */
  readonly reference: string;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** IANA time zone in which its products depart, such as Europe/Rome. */
  readonly timezone: string;
  /** Language for the customer, as a BCP 47 tag. */
  readonly locale: string;
  /** Web address for customers; null for none. */
  readonly website: string | null;
  /** E-mail address for customers; null for none. */
  readonly email: string | null;
  /** Telephone number for customers; null for none. */
  readonly telephone: string | null;
  /** Postal address for customers; null for none. */
  readonly address: string | null;
  /** The JSON object of your own, as it was last sent; `{}` where none was. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the record was archived, in UTC; null while it is in use. */
  readonly deletedAt: string | null;
}

/** A page of the list and the length of all of it. */
export interface SupplierPage {
  /** The records of this page, in the order of the list. */
  readonly items: readonly Supplier[];
  /** How many records the whole list has, 0 or more. */
  readonly total: number;
}

/** A tour or activity. It is sold through its options. */
export interface Product {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the supplier that operates the product. */
  readonly supplierId: string;
  /** The name that people call the record by; 1 to 1000 characters. */
  readonly name: string;
  /** A short name for URLs and exports, unique among the siblings of the record. */
  readonly reference: string;
  /** Text for customers; null for none. */
  readonly description: string | null;
  /**
   * IANA time zone in which it departs; null: that of the supplier. Any spelling is taken, and the
   * name answered.
   */
  readonly timezone: string | null;
  /** Language for the customer, as a BCP 47 tag. */
  readonly locale: string;
  /** Web address for customers; null for none. */
  readonly website: string | null;
  /** E-mail address for customers; null for none. */
  readonly email: string | null;
  /** Telephone number for customers; null for none. */
  readonly telephone: string | null;
  /** Postal address for customers; null for none. */
  readonly address: string | null;
  /**
   * Free JSON. One member has a meaning: `directBooking` (false: bookings wait for approval, unless
   * the option says otherwise).
   */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** When the record was archived, in UTC; null while it is in use. */
  readonly deletedAt: string | null;
  /** Its options, by `sortOrder`; there only in a list with `include=options`. */
  readonly options?: readonly Option[] | undefined;
}

/** A way in which a product is sold: its duration, timetable, units, resources and prices. */
export interface Option {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the product that the option belongs to. */
  readonly productId: string;
  /** The name that people call the record by; 1 to 1000 characters. */
  readonly name: string;
  /** A short name for URLs and exports, unique among the siblings of the record. It follows the name. */
  readonly reference: string;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** Whether a shop should offer this option first; one per product. */
  readonly isDefault: boolean;
  /** How long a departure takes its resources, in minutes. */
  readonly durationMinutes: number;
  /** Place among the options of the product, ascending. */
  readonly sortOrder: number;
  /** What one price buys, see the pricing periods; null before the first prices. */
  readonly pricingPer: PricingPer | null;
  /** How long before the start a booking can last be cancelled, in units of `cancellationCutoffUnit`. */
  readonly cancellationCutoffAmount: number;
  readonly cancellationCutoffUnit: CutoffUnit;
  /**
   * Refund of a cancellation, in steps by time before the start, each with the percentage until
   * then; after the last nothing. Null: always all.
   */
  readonly cancellationPolicy: readonly RefundStep[] | null;
  /** How many minutes before the start sales of a departure end. */
  readonly bookingCutoffMinutes: number;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields: readonly string[];
  readonly restrictions: OptionRestrictions;
  /**
   * Free JSON. Two members have a meaning: `directBooking` (false: bookings wait for approval; else
   * the product's decides, then true) and `holdMinutes` (1 to 1440, default 30: how long a hold
   * lasts).
   */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Until when before the start how much of the price is paid back. */
export interface RefundStep {
  /** The step holds until so many minutes before the start, inclusive. */
  readonly untilMinutes: number;
  /** Percentage of the price that is paid back: 0 to 100. */
  readonly refundPercent: number;
}

/** Limits of the total number of units in one booking. */
export interface OptionRestrictions {
  /** Least number of units in one booking; null: no limit. */
  readonly minUnits: number | null;
  /** Greatest number of units in one booking; null: no limit. */
  readonly maxUnits: number | null;
}

/** A page of the list and the length of all of it. */
export interface ProductPage {
  /** The records of this page, in the order of the list. */
  readonly items: readonly Product[];
  /** How many records the whole list has, 0 or more. */
  readonly total: number;
}

/** A product with its options and photos. */
export interface ProductWithDetails {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the supplier that operates the product. */
  readonly supplierId: string;
  /** The name that people call the record by; 1 to 1000 characters. */
  readonly name: string;
  /** A short name for URLs and exports, unique among the siblings of the record. */
  readonly reference: string;
  /** Text for customers; null for none. */
  readonly description: string | null;
  /**
   * IANA time zone in which it departs; null: that of the supplier. Any spelling is taken, and the
   * name answered.
   */
  readonly timezone: string | null;
  /** Language for the customer, as a BCP 47 tag. */
  readonly locale: string;
  /** Web address for customers; null for none. */
  readonly website: string | null;
  /** E-mail address for customers; null for none. */
  readonly email: string | null;
  /** Telephone number for customers; null for none. */
  readonly telephone: string | null;
  /** Postal address for customers; null for none. */
  readonly address: string | null;
  /**
   * Free JSON. One member has a meaning: `directBooking` (false: bookings wait for approval, unless
   * the option says otherwise).
   */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** When the record was archived, in UTC; null while it is in use. */
  readonly deletedAt: string | null;
  /** Options of the product, by `sortOrder`. */
  readonly options: readonly Option[];
  /** Photos of the product, by `sortOrder`. */
  readonly photos: readonly Photo[];
}

/** A photo of a product, without its bytes. */
export interface Photo {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Place among the photos of the product, ascending from 0. */
  readonly sortOrder: number;
  /** What the bytes are: image/jpeg, image/png or image/webp. */
  readonly contentType: string;
  /** When its bytes last changed, in UTC. */
  readonly updatedAt: string;
}

/** An option with all that hangs below it. */
export interface OptionWithDetails {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the product that the option belongs to. */
  readonly productId: string;
  /** The name that people call the record by; 1 to 1000 characters. */
  readonly name: string;
  /** A short name for URLs and exports, unique among the siblings of the record. It follows the name. */
  readonly reference: string;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** Whether a shop should offer this option first; one per product. */
  readonly isDefault: boolean;
  /** How long a departure takes its resources, in minutes. */
  readonly durationMinutes: number;
  /** Place among the options of the product, ascending. */
  readonly sortOrder: number;
  /** What one price buys, see the pricing periods; null before the first prices. */
  readonly pricingPer: PricingPer | null;
  /** How long before the start a booking can last be cancelled, in units of `cancellationCutoffUnit`. */
  readonly cancellationCutoffAmount: number;
  readonly cancellationCutoffUnit: CutoffUnit;
  /**
   * Refund of a cancellation, in steps by time before the start, each with the percentage until
   * then; after the last nothing. Null: always all.
   */
  readonly cancellationPolicy: readonly RefundStep[] | null;
  /** How many minutes before the start sales of a departure end. */
  readonly bookingCutoffMinutes: number;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields: readonly string[];
  readonly restrictions: OptionRestrictions;
  /**
   * Free JSON. Two members have a meaning: `directBooking` (false: bookings wait for approval; else
   * the product's decides, then true) and `holdMinutes` (1 to 1440, default 30: how long a hold
   * lasts).
   */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Units that the option sells, archived ones left out. */
  readonly units: readonly Unit[];
  /** Resources that it needs, first-made first. */
  readonly resourceRequirements: readonly ResourceRequirement[];
  /** Its active availability periods. */
  readonly availabilityPeriods: readonly AvailabilityPeriod[];
  /** Its pricing periods, in the order in which they were set. */
  readonly pricingPeriods: readonly PricingPeriod[];
}

/** A kind of ticket that an option sells, such as Adult or Child. */
export interface Unit {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** The name that people call the record by; 1 to 1000 characters. */
  readonly name: string;
  /** A short name for URLs and exports, unique among the siblings of the record. */
  readonly reference: string;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** Id of the option that sells the unit. */
  readonly optionId: string;
  readonly type: UnitType;
  /**
   * What a checkout should ask the customer for. It is advice: a booking is not refused without
   * them.
   */
  readonly requiredContactFields: readonly string[];
  /**
   * Free JSON. Three members have a meaning: `paxCount` (0 to 1000, default 1: travellers and places
   * of one unit), `minQuantity` and `maxQuantity` (units in one booking; null or absent: no limit).
   */
  readonly restrictions: Readonly<Record<string, unknown>>;
  /** The JSON object of your own, as it was last sent; `{}` where none was. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the record was archived, in UTC; null while it is in use. */
  readonly deletedAt: string | null;
}

/** The link of an option to a resource that it needs, with the amount. */
export interface ResourceRequirement {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the option that needs the resource. */
  readonly optionId: string;
  /** Id of the resource that is needed. */
  readonly resourceId: string;
  /**
   * Places of the resource that one traveller takes (UNIT, BOOKING), or the least number of whole
   * resources of one booking (RESOURCE).
   */
  readonly quantity: number;
  /** Most whole resources of the pool that the option may use per departure; null: the whole pool. */
  readonly maxQuantity: number | null;
  /** Minutes before a departure in which it occupies the resource already. */
  readonly prepareMinutes: number;
  /** Minutes after a departure in which it still occupies the resource, such as for cleaning. */
  readonly turnaroundMinutes: number;
}

/** Local days and times at which an option departs, every year or in the years of its window. */
export interface AvailabilityPeriod {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the option that departs then. */
  readonly optionId: string;
  /** First day of the period in every year, MM-DD, inclusive. */
  readonly startMonthDay: string;
  /** Last day of the period in every year, MM-DD, inclusive. */
  readonly endMonthDay: string;
  /** Days of the week, ascending: 0 is Sunday, 6 is Saturday. */
  readonly weekdays: readonly number[];
  /** Local start times, HH:mm, ascending, in the product's zone, else the supplier's. */
  readonly startTimes: readonly string[];
  /**
   * First local day of all, YYYY-MM-DD, inclusive. Null: no such bound, so every year unless
   * `validUntil` ends it.
   */
  readonly validFrom: string | null;
  /** Last local day of all, YYYY-MM-DD, inclusive. Null: no such bound. */
  readonly validUntil: string | null;
  /** Local days on which this period gives no departure, YYYY-MM-DD, ascending. Another period may. */
  readonly exceptDates: readonly string[];
  /** Name that the operator gives the period; null for none. */
  readonly label: string | null;
  /** False once the period was deactivated: it gives no more departures. */
  readonly active: boolean;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** Legacy: `pricingPer` of the option. Read prices from its pricing periods. */
  readonly pricingBasis: string | null;
  /** Legacy: currency of the tenant. Read prices from the pricing periods. */
  readonly currency: string;
  /** Legacy: always empty. Read prices from the pricing periods. */
  readonly prices: readonly unknown[];
}

/**
 * Prices of an option on certain days and times, every year or in the years of their window. Of
 * several that match a departure the narrowest range of month and day wins, then the fewest
 * weekdays, then one with a window, then the later in the list.
 */
export interface PricingPeriod {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the option that the prices belong to. */
  readonly optionId: string;
  /** First day of the period in every year, MM-DD, inclusive. */
  readonly startMonthDay: string;
  /** Last day of the period in every year, MM-DD, inclusive. */
  readonly endMonthDay: string;
  /** Days of the week, ascending: 0 is Sunday, 6 is Saturday. */
  readonly weekdays: readonly number[];
  /** Local start times, HH:mm, ascending, in the product's zone, else the supplier's. */
  readonly startTimes: readonly string[];
  /**
   * First local day of all, YYYY-MM-DD, inclusive. Null: no such bound, so every year unless
   * `validUntil` ends it.
   */
  readonly validFrom: string | null;
  /** Last local day of all, YYYY-MM-DD, inclusive. Null: no such bound. */
  readonly validUntil: string | null;
  /** Name that the operator gives the period; null for none. */
  readonly label: string | null;
  /** Colour of the period in a calendar, in any notation; null for none. */
  readonly color: string | null;
  /**
   * Prices by unit id, in minor units of the currency. RESOURCE and BOOKING take the highest of the
   * booked units.
   */
  readonly retailPrices: Readonly<Record<string, number>>;
  /**
   * Prices by quantity, which go before `retailPrices`: ascending, without overlap, at most 100;
   * null for none. The quantity is that of all units (UNIT, BOOKING) or of travellers (RESOURCE).
   */
  readonly retailPriceTiers: readonly RetailPriceTier[] | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
}

/** A price for a range of quantities. */
export interface RetailPriceTier {
  /** Least quantity of the tier, inclusive. */
  readonly minQuantity: number;
  /** Greatest quantity of the tier, inclusive. */
  readonly maxQuantity: number;
  /** Price in minor units of the currency: 1250 is 12.50 in a currency of two decimals. */
  readonly retail: number;
}

/** What a change of availability periods would do to departures. */
export interface PeriodsQuote {
  /** From when departures are looked at, in UTC. */
  readonly from: string;
  /** Until when, in UTC, inclusive. */
  readonly to: string;
  /** Departures that there would be in addition. */
  readonly appearCount: number;
  /** Departures that there would be no more. */
  readonly vanishCount: number;
  /** Departures that there are and would be. */
  readonly stayCount: number;
  /** When the additional departures would start, ascending, in UTC. */
  readonly appear: readonly string[];
  /** When those that would vanish start, ascending, in UTC. */
  readonly vanish: readonly string[];
}

/** The taxes and fees of an option. */
export interface Charges {
  /** Taxes and fees, in the order of the PUT. */
  readonly charges: readonly Charge[];
}

/** A tax or a fee of an option. */
export interface Charge {
  /** Name of the tax or fee, as receipts show it. */
  readonly name: string;
  /** TAX or FEE. */
  readonly kind: ChargeKind;
  /** PERCENT of the units' prices, UNIT for each item of the party, or BOOKING once. */
  readonly basis: ChargeBasis;
  /**
   * PERCENT: hundredths of a percent (2200 is 22 %), 0 to 10000. UNIT and BOOKING: minor units of
   * the currency.
   */
  readonly amount: number;
  /** True: it is a part of the units' prices and is only shown. False: it is added to them. */
  readonly included: boolean;
}

/** Effect of changed prices, day by day. */
export interface PricesQuote {
  /** Only days that would differ, ascending. */
  readonly days: readonly PriceChange[];
}

/** A day whose lowest price would change. */
export interface PriceChange {
  /** A day on which the option departs, YYYY-MM-DD, in its time zone. */
  readonly date: string;
  /**
   * The lowest price of its departures now; null where none has a price. It is in minor units: 1250
   * is 12.50 in a currency of two decimals.
   */
  readonly before: number | null;
  /** The lowest price after the change; null for none. */
  readonly after: number | null;
}

/**
 * Boats, guides or rooms: what limits how much can be sold. Its places are `quantity` times
 * `capacityPerResource`.
 */
export interface Resource {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the supplier that owns the resource. */
  readonly supplierId: string;
  /** What people call the resource; 1 to 1000 characters. */
  readonly name: string;
  /** How many of it there are, such as two boats. */
  readonly quantity: number;
  /** Places that each of them has, such as 60 seats. */
  readonly capacityPerResource: number;
  /** The JSON object of your own, as it was last sent; `{}` where none was. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
}

/** A page of the list and the length of all of it. */
export interface ResourcePage {
  /** The records of this page, in the order of the list. */
  readonly items: readonly Resource[];
  /** How many records the whole list has, 0 or more. */
  readonly total: number;
}

/** A resource with the options that need it. */
export interface ResourceWithRequirements {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the supplier that owns the resource. */
  readonly supplierId: string;
  /** What people call the resource; 1 to 1000 characters. */
  readonly name: string;
  /** How many of it there are, such as two boats. */
  readonly quantity: number;
  /** Places that each of them has, such as 60 seats. */
  readonly capacityPerResource: number;
  /** The JSON object of your own, as it was last sent; `{}` where none was. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** Which options need the resource, and how much of it. */
  readonly requirements: readonly ResourceRequirement[];
}

/** How many places of a resource are taken during an interval. */
export interface ResourceUsage {
  /** When the interval begins, in UTC. */
  readonly startAt: string;
  /** When the interval ends, in UTC. */
  readonly endAt: string;
  /** Places that bookings take during the whole interval. */
  readonly places: number;
  /** How many of these `expandCapacity` has added to their departures. */
  readonly expanded: number;
  /** The options that take the places, by id. */
  readonly options: readonly OptionUsage[];
}

/** What bookings of one option take. */
export interface OptionUsage {
  /** Id of the option that the places are booked with. */
  readonly optionId: string;
  /** Places that its bookings take: the sum of the three parts. */
  readonly places: number;
  /** Places that are prepared for departures to come. */
  readonly prepare: number;
  /** Places of departures that are under way. */
  readonly run: number;
  /** Places that departures before still occupy. */
  readonly turnaround: number;
}

/** One departure of an option and its free places. */
export interface AvailabilityEntry {
  /** Id of the option that departs. */
  readonly optionId: string;
  /** When the departure starts, in UTC. With the option it names the departure. */
  readonly startAt: string;
  /** When it ends, in UTC; null for an option of no duration. */
  readonly endAt: string | null;
  /** IANA time zone in which it departs: the product's, else the supplier's. */
  readonly timezone: string;
  /** When it starts, in that time zone and with its offset at that instant. */
  readonly localStartAt: string;
  /** When it ends, in that time zone; null for an option of no duration. */
  readonly localEndAt: string | null;
  /** When sales of the departure end, in UTC. `available` does not look at it. */
  readonly cutoffAt: string;
  /** Most units that one booking can have now; null: no limit. */
  readonly maxUnits: number | null;
  /** True where a booking with `customStart` made the departure. */
  readonly manual: boolean;
  /** Whether the smallest party could book: in the future, neither blocked nor called off, with room. */
  readonly available: boolean;
  /** What was decided of the departure; null: nothing was, and it is sold as usual. */
  readonly runs: DepartureRuns | null;
  /** Travellers that fit the departure when it is empty; null: no limit. */
  readonly capacity: number | null;
  /**
   * Travellers of the largest party that one more booking could have; null: no limit. It counts free
   * places alone: `available` says whether they are sold, which they are not where the departure is
   * blocked or called off.
   */
  readonly vacancies: number | null;
  /** Free places by resource; absent where the option needs none. */
  readonly resources?: readonly ResourceVacancies[] | undefined;
  /** What it costs at its present rates; there only with `include=prices`. */
  readonly prices?: DeparturePrices | undefined;
}

/** CALLED_OFF: the departure takes no bookings, and its own are cancelled. OPEN: it was reopened. */
export type DepartureRuns = "OPEN" | "CALLED_OFF";

/** Free places of one resource at a departure. */
export interface ResourceVacancies {
  /** Id of a resource that the option needs. */
  readonly resourceId: string;
  /** Free places of the resource at this departure. */
  readonly vacancies: number;
}

/** What a unit costs at a departure. */
export interface UnitPrice {
  /** Id of the unit that has this price. */
  readonly unitId: string;
  /**
   * UNIT: what one of it costs alone, without added taxes and fees. RESOURCE and BOOKING: what its
   * smallest party costs in all, with them. It is in minor units: 1250 is 12.50 in a currency of two
   * decimals.
   */
  readonly retail: number;
}

/**
 * Prices of one departure. A booking of the same party costs as much; UNIT: without added taxes
 * and fees.
 */
export interface DeparturePrices {
  /** ISO 4217 code of the currency. */
  readonly currency: string;
  /** Decimals of the currency: 2 for EUR, 0 for JPY. */
  readonly currencyPrecision: number;
  readonly pricingPer: PricingPer;
  /** Units that are sold, in the order in which they were made. One without a price is left out. */
  readonly units: readonly UnitPrice[];
  /**
   * The lowest `retail` of the units; null where none has a price. It is in minor units: 1250 is
   * 12.50 in a currency of two decimals.
   */
  readonly from: number | null;
}

/** The departures of an option on one local day. */
export interface CalendarDay {
  /** The day, YYYY-MM-DD, in the time zone of the product, else of the supplier. */
  readonly date: string;
  /** Id of the option that departs on that day. */
  readonly optionId: string;
  /** Departures of the option on that day, those that are over too. */
  readonly departures: number;
  /** Whether the smallest party could book any of them. */
  readonly available: boolean;
  /** The largest `vacancies` of these departures; null: no limit. */
  readonly vacancies: number | null;
  /** The largest `capacity` of these departures; null: no limit. */
  readonly capacity: number | null;
  /**
   * The lowest price of these departures, as `prices.from` has it; null where none has a price. It
   * is in minor units: 1250 is 12.50 in a currency of two decimals.
   */
  readonly priceFrom: number | null;
}

/** A time in which no new booking of a product is made. Existing bookings stay. */
export interface AvailabilityBlock {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the product that is not sold meanwhile. */
  readonly productId: string;
  /** First instant that is blocked, in UTC. */
  readonly startAt: string;
  /** First instant that is not blocked any more, in UTC. */
  readonly endAt: string;
  /** Why it is blocked, in the operator's words; null where no note was given. */
  readonly note: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
}

/** A departure that was called off. */
export interface CalledOffDeparture {
  /**
   * The departure, called off. Null where the timetable has it no longer, or never had it: one with
   * live bookings is called off all the same.
   */
  readonly departure: AvailabilityEntry | null;
  /**
   * Live bookings that are still to be cancelled. They are counted once the departure is closed,
   * while the first are cancelled already. Where the tenant's bookings are not in memory, as there
   * are many or the server has just started, only those that hold places of resources are counted.
   */
  readonly bookings: number;
  /**
   * Ids of the bookings that are not cancelled, because a ticket of theirs was redeemed; counted
   * likewise. Cancel them one by one where their guests go home.
   */
  readonly redeemed: readonly string[];
}

/** Places on one departure, with their price and the resources that they take. */
export interface Booking {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** A UUID for systems that need one. Paths take `id`, never this. */
  readonly uuid: string;
  /**
   * A short name of the booking for people: 8 characters, 0 to 9 and A to Z without I, L, O and U.
   * It is unique in the tenant and never changes.
   */
  readonly reference: string;
  /** Id of the supplier that operates the tour. */
  readonly supplierId: string;
  /** Id of the product that was booked. */
  readonly productId: string;
  /** Id of the option that was booked. */
  readonly optionId: string;
  /** Id of the channel connection that sent the booking; null for keys and sessions. */
  readonly sourceChannelConnectionId: string | null;
  /** Where the booking came from: `api/v1` for keys and sessions, else the channel's code. */
  readonly source: string;
  /**
   * Name of the booking in the system that sent it, 1 to 200 characters; null for none. A channel
   * has one booking of each name; keys and sessions may repeat theirs.
   */
  readonly externalId: string | null;
  /** The reseller's own name of the booking: 1 to 200 characters; null for none. */
  readonly resellerReference: string | null;
  /**
   * Id of the order that the booking belongs to; null for none. It is confirmed with the order, and
   * a hold ends with it.
   */
  readonly orderId: string | null;
  readonly status: BookingStatus;
  /** When the departure starts, in UTC. */
  readonly startAt: string;
  /** When it ends, for display only, in UTC; null where the request gave none. */
  readonly endAt: string | null;
  /**
   * Until when the departure that was sold takes its resources, in UTC: as long as the option lasted
   * when the booking got its places, a minute where it had no duration. A later change of the option
   * leaves it.
   */
  readonly occupiedUntil: string;
  /** When the hold ends or ended, in UTC; null unless ON_HOLD or EXPIRED. */
  readonly expiresAt: string | null;
  /**
   * When the booking became CONFIRMED, in UTC; it stays after a cancellation. Null before, and where
   * an earlier release confirmed it.
   */
  readonly confirmedAt: string | null;
  /**
   * When the booking became CANCELLED or REJECTED, in UTC. Null before, and where an earlier release
   * ended it.
   */
  readonly cancelledAt: string | null;
  /**
   * Whether it became CANCELLED at or before the cancellation cutoff, as it was at that time. Left
   * out unless CANCELLED, and where an earlier release cancelled it.
   */
  readonly cancelledInTime?: boolean | undefined;
  /**
   * Refund of a cancellation, as the option said when the booking was last priced. Left out where
   * all is paid back at any time.
   */
  readonly cancellationPolicy?: readonly RefundStep[] | undefined;
  /**
   * What is to be paid back of a booking that is CANCELLED or REJECTED. It never changes, and
   * Slipway moves no money: pay it out yourself. A hold has its whole price here, whatever was paid
   * for it. Null before, of EXPIRED, and where an earlier release ended it.
   */
  readonly refund: Refund | null;
  /** How many of its tickets were redeemed at check-in (`GET /bookings/{id}/tickets`); null: none. */
  readonly redeemed: Redeemed | null;
  /** The customer as it was sent: free JSON; null where none was. */
  readonly customer: Readonly<Record<string, unknown>> | null;
  /** Notes for the operator; null for none. */
  readonly notes: string | null;
  /** The reason that cancel or reject gave; null for none. */
  readonly cancellationReason: string | null;
  /** The key that makes a repeat of the request answer this booking; null for none. */
  readonly idempotencyKey: string | null;
  /** What the booking costs: the authoritative total and its lines. */
  readonly pricingSnapshot: PricingSnapshot | null;
  /** The places that it takes; null where the option needs no resource. */
  readonly resourceUsageSnapshot: ResourceUsageSnapshot | null;
  /** The travellers as they were sent: free JSON; null where none were. */
  readonly participants: Readonly<Record<string, unknown>> | null;
  /** The JSON object of your own, as it was last sent; `{}` where none was. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /**
   * When the customer's personal data was last erased (`POST /customers/erase`), in UTC; null:
   * never.
   */
  readonly erasedAt: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /**
   * When the booking last changed, in UTC. It grows with every change; PATCH takes it as
   * `expectedUpdatedAt`.
   */
  readonly updatedAt: string;
  /** What was booked: one line per unit, in the order of the request. */
  readonly unitItems: readonly BookingUnitItem[];
  /** One ticket for each unit of the lines, where a channel key made the booking; `[]` for others. */
  readonly tickets: readonly Ticket[];
}

/** The amount that the customer gets back for a booking that has ended. */
export interface Refund {
  /** What is to be paid back, in minor units of the currency (1250 is 12.50 with two decimals). */
  readonly amount: number;
  /** The same as a percentage of the price, before rounding half up. */
  readonly percent: number;
  /** When the booking ended, in UTC. */
  readonly decidedAt: string;
}

/** How many of a booking's guests have been checked in. */
export interface Redeemed {
  /** Tickets that were redeemed. */
  readonly count: number;
  /** Tickets that the booking has. */
  readonly of: number;
  /** When the last of them was redeemed, in UTC. */
  readonly lastAt: string;
}

/**
 * What the booking costs, as it was computed when it was made or last changed. Later prices do not
 * change it.
 */
export interface PricingSnapshot {
  /** Version of this form: 1, or 2 where it has `lines`. */
  readonly schemaVersion: number;
  readonly pricingPer: PricingPer;
  /** ISO 4217 code of all its amounts. */
  readonly currency: string;
  /** Decimals of the currency by ISO 4217: JPY 0, EUR 2, KWD 3. */
  readonly currencyPrecision: number;
  /** Total price of the booking, in minor units of the currency (1250 is 12.50 with two decimals). */
  readonly retail: number;
  /**
   * One line per unit, in the order of the request. Their `retail` adds up to the total, before
   * charges that are added.
   */
  readonly unitPricing: readonly PricedUnit[];
  /**
   * The whole price, line by line: those that are not `included` add up to `retail`. Left out where
   * the option had no charges.
   */
  readonly lines?: readonly PriceLine[] | undefined;
}

/** What one unit of the booking costs. */
export interface PricedUnit {
  /** Id of the unit that was booked. */
  readonly unitId: string;
  /** How many of the unit were booked. */
  readonly quantity: number;
  /** Price of the whole line, in minor units of the currency (1250 is 12.50 with two decimals). */
  readonly retail: number;
  /**
   * Price of one unit, in minor units of the currency (1250 is 12.50 with two decimals); only where
   * prices are per unit.
   */
  readonly unitRetail?: number | undefined;
  /** Name that the unit had when it was priced. */
  readonly name?: string | undefined;
  /** Type that the unit had when it was priced. */
  readonly type?: string | undefined;
  /** Travellers that one unit stood for when it was priced. */
  readonly paxCount?: number | undefined;
}

/** A unit, a tax or a fee of a price. */
export interface PriceLine {
  readonly kind: PriceLineKind;
  /** Name of the unit, the tax or the fee when it was priced. */
  readonly name: string;
  /** Id of the unit; null for a tax or a fee. */
  readonly unitId: string | null;
  /** How many items the line counts; 1 for a percentage. */
  readonly quantity: number;
  /**
   * Amount of the line, rounded half up, in minor units of the currency (1250 is 12.50 with two
   * decimals).
   */
  readonly amount: number;
  /** True: a part of the units' lines, only shown. */
  readonly included: boolean;
}

/** What a line of a price is for. */
export type PriceLineKind = "UNIT" | "TAX" | "FEE";

/** The places that the booking takes while it is live, by resource. */
export interface ResourceUsageSnapshot {
  /** Version of this form; 1 today. */
  readonly schemaVersion: number;
  /** One entry per resource that the booking uses. */
  readonly items: readonly UsedResource[];
}

/** What the booking takes of one resource. */
export interface UsedResource {
  /** Id of the resource that is used. */
  readonly resourceId: string;
  /** Name that the resource had when its places were taken. */
  readonly name: string;
  /** Places that the booking takes of the resource. */
  readonly capacityPlaces: number;
  /** Whole resources that the booking takes; absent where it takes places only. */
  readonly resourceQuantity?: number | undefined;
  /** Minutes for which the booking takes it before the departure; absent without such times. */
  readonly prepareMinutes?: number | undefined;
  /** Minutes for which the booking takes it after the departure; absent without such times. */
  readonly turnaroundMinutes?: number | undefined;
}

/** One unit of the booking and how many of it. */
export interface BookingUnitItem {
  /** Id of the line: opaque; a line that stays in a change keeps it. */
  readonly id: string;
  /** Id of the booking that the line belongs to. */
  readonly bookingId: string;
  /** Id of the unit that was booked. */
  readonly unitId: string;
  /** How many of the unit were booked. */
  readonly quantity: number;
  /** Free JSON of the line; `{}` today. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** One unit of a booking as a ticket of its own. */
export interface Ticket {
  /** UUID of the ticket: the reseller's own, or one that Slipway made. */
  readonly uuid: string;
  /** Id of the unit that the ticket is for. */
  readonly unitId: string;
  /**
   * What the ticket says at check-in: 12 characters, 0 to 9 and A to Z without I, L, O and U. It is
   * unique in the tenant and stays with the ticket.
   */
  readonly code: string;
  /** The reseller's own name of the ticket: 1 to 200 characters; null for none. */
  readonly resellerReference: string | null;
  /** The traveller as the reseller sent them: free JSON; null where none was. */
  readonly contact: Readonly<Record<string, unknown>> | null;
  /** When the ticket was redeemed at check-in, in UTC; null: it was not. */
  readonly redeemedAt: string | null;
}

/** A page of the list and the length of all of it. */
export interface BookingPage {
  /** The records of this page, in the order of the list. */
  readonly items: readonly Booking[];
  /** How many records the whole list has, 0 or more. */
  readonly total: number;
}

/** A page of the change feed. */
export interface BookingChanges {
  /** Records that have changed, by `updatedAt` and then by id. */
  readonly items: readonly Booking[];
  /** Send it as `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** The bookings of one source on one day. */
export interface BookingCount {
  /** The day on which the bookings start, YYYY-MM-DD, in `timezone`. */
  readonly date: string;
  /** Where they came from: `api/v1` for keys and sessions, else a channel's code. */
  readonly source: string;
  /** How many bookings of this source start on this day. */
  readonly bookings: number;
}

/** Bookings of one currency, summed. */
export interface Stat {
  /** The day on which they start, YYYY-MM-DD, in `timezone`; only by `day`. */
  readonly date?: string | undefined;
  /** The product that was booked; only by `product`. */
  readonly productId?: string | undefined;
  /** Where they came from: `api/v1` for keys and sessions, else a channel's code; only by `source`. */
  readonly source?: string | undefined;
  /** ISO 4217 code of `retail`. */
  readonly currency: string;
  /** How many bookings the row sums. */
  readonly bookings: number;
  /**
   * How many travellers they have: a unit stands for its `paxCount` of them. At most 2^53 - 1 is
   * said.
   */
  readonly guests: number;
  /**
   * Sum of their total prices, in minor units of the currency (1250 is 12.50 with two decimals). At
   * most 2^53 - 1 is said.
   */
  readonly retail: number;
}

/** What a booking or a change would come to now. It holds no places: another sale may take them. */
export interface Quote {
  /** What the booking would cost. */
  readonly pricingSnapshot: PricingSnapshot;
  /** The places that it would take; null where the option needs no resource. */
  readonly resourceUsageSnapshot: ResourceUsageSnapshot | null;
  /** State that the booking would have. */
  readonly status: BookingStatus;
  /** When a hold made now would end, in UTC; null unless ON_HOLD. */
  readonly expiresAt: string | null;
  /** `vacancies` of the departure as `GET /availability` would then show them; null: no limit. */
  readonly vacanciesAfter: number | null;
}

/** What a cancellation would come to now. */
export interface CancellationQuote {
  /** Whether `POST /bookings/{id}/cancel` would cancel now. */
  readonly allowed: boolean;
  /** Why it would not; null where it would. */
  readonly code: CancellationRefusal | null;
  /** Percentage of the price that would be paid back. */
  readonly refundPercent: number;
  /** What would be paid back, in minor units of the currency (1250 is 12.50 with two decimals). */
  readonly refund: number;
  /** ISO 4217 code of all its amounts. */
  readonly currency: string;
  /** Decimals of the currency by ISO 4217: JPY 0, EUR 2, KWD 3. */
  readonly currencyPrecision: number;
  /**
   * Until when the answer stays so if nobody changes the booking or the cutoff, in UTC; null: for
   * good.
   */
  readonly validUntil: string | null;
}

/** Why a booking cannot be cancelled. */
export type CancellationRefusal = "INVALID_STATE" | "CANCELLATION_CUTOFF_PASSED";

/** What admits one item of a booking, or all of it. */
export interface BookingTicket {
  /**
   * What the ticket shows, as a text or a QR code: 16 characters, 0 to 9 and A to Z without I, L, O
   * and U; 12 where a channel key made the booking. It cannot be guessed, and stays with the ticket.
   */
  readonly code: string;
  /** Id of the booking that the ticket belongs to. */
  readonly bookingId: string;
  /** Id of its line in `unitItems`; null where it admits the whole booking. */
  readonly unitItemId: string | null;
  /** Id of its unit; null where it admits the whole booking. */
  readonly unitId: string | null;
  /** When it was redeemed, in UTC, by the scanner's clock where that was sent; null: it was not. */
  readonly redeemedAt: string | null;
  /** The `device` that redeemed it, else the id of the key or the user; null while it was not. */
  readonly redeemedBy: string | null;
}

/** A ticket that was checked in. */
export interface RedeemedTicket {
  /** The ticket, redeemed. */
  readonly ticket: BookingTicket;
  /** The booking that it belongs to. */
  readonly booking: Booking;
  /** Whether it had been redeemed before this request. */
  readonly already: boolean;
}

/** Several bookings that are confirmed together or not at all, and paid at once. */
export interface Order {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /**
   * A short name of the order for people: 8 characters, 0 to 9 and A to Z without I, L, O and U. It
   * is unique among the orders of the tenant and never changes.
   */
  readonly reference: string;
  readonly status: OrderStatus;
  /** When the order ends or ended, in UTC; null once it is CONFIRMED or CANCELLED. */
  readonly expiresAt: string | null;
  /** Who orders, as it was sent: free JSON; null where none was. */
  readonly customer: Readonly<Record<string, unknown>> | null;
  /** Notes for the operator; null for none. */
  readonly notes: string | null;
  /** The reason that cancel gave; null for none. */
  readonly cancellationReason: string | null;
  /** The reseller's own name of the order: 1 to 200 characters; null for none. */
  readonly resellerReference: string | null;
  /** Its name in a system of yours, 1 to 200 characters; null for none. */
  readonly externalId: string | null;
  /** The JSON object of your own, as it was last sent; `{}` where none was. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** ISO 4217 code of `retail`. */
  readonly currency: string;
  /** Decimals of the currency by ISO 4217: JPY 0, EUR 2, KWD 3. */
  readonly currencyPrecision: number;
  /** The key that makes a repeat of the request answer this order; null for none. */
  readonly idempotencyKey: string | null;
  /** When it became CONFIRMED, in UTC; it stays after a cancellation. Null before. */
  readonly confirmedAt: string | null;
  /** When it became CANCELLED, in UTC; null before. */
  readonly cancelledAt: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /**
   * When the order itself last changed, in UTC; a change of a booking leaves it. PATCH takes it as
   * `expectedUpdatedAt`.
   */
  readonly updatedAt: string;
  /**
   * Sum of the prices of its bookings that are live or were confirmed, in minor units of the
   * currency (1250 is 12.50 with two decimals).
   */
  readonly retail: number;
  /** Its bookings, in the order in which they were added; ended ones, too. */
  readonly bookings: readonly BookingOfOrder[];
}

/** One booking of an order, in short. */
export interface BookingOfOrder {
  /** Id of the booking. */
  readonly id: string;
  /**
   * A short name of the booking for people: 8 characters, 0 to 9 and A to Z without I, L, O and U.
   * It is unique in the tenant and never changes.
   */
  readonly reference: string;
  /** State of the booking. */
  readonly status: BookingStatus;
  /** Id of the option that was booked. */
  readonly optionId: string;
  /** When its departure starts, in UTC. */
  readonly startAt: string;
  /** Total price of the booking, in minor units of the currency (1250 is 12.50 with two decimals). */
  readonly retail: number;
}

/** A page of the list and the length of all of it. */
export interface OrderPage {
  /** The records of this page, in the order of the list. */
  readonly items: readonly Order[];
  /** How many records the whole list has, 0 or more. */
  readonly total: number;
}

/** A page of the change feed. */
export interface OrderChanges {
  /** Records that have changed, by `updatedAt` and then by id. */
  readonly items: readonly Order[];
  /** Send it as `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** What an order would come to now. */
export interface OrderQuote {
  /** For each item, in their order, its quote or its refusal. */
  readonly items: readonly (Quote | RefusedItem)[];
  /**
   * Sum of all prices, in minor units of the currency (1250 is 12.50 with two decimals); null where
   * an item is refused.
   */
  readonly retail: number | null;
  /** ISO 4217 code of `retail`. */
  readonly currency: string;
  /** Decimals of the currency by ISO 4217: JPY 0, EUR 2, KWD 3. */
  readonly currencyPrecision: number;
}

/** Why `POST /bookings` would refuse an item. */
export interface RefusedItem {
  /** Code of the refusal. */
  readonly code: string;
  /** HTTP status of the refusal. */
  readonly status: number;
  /** The refusal in a few words. */
  readonly title: string;
  /**
   * Only of `CAPACITY_EXHAUSTED`: travellers of the largest party that the departure would still
   * take.
   */
  readonly vacancies?: number | undefined;
}

/** What was erased of a customer. */
export interface ErasedCustomer {
  /** How many bookings were changed by this request. */
  readonly bookings: number;
}

/** Departures with live bookings, as a calendar reads them, without its URL. */
export interface CalendarFeed {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Name of the feed, which calendars show. */
  readonly name: string;
  /** Id of the only supplier whose departures it has, or null. */
  readonly supplierId: string | null;
  /** Id of the only product whose departures it has, or null. */
  readonly productId: string | null;
  /** Id of the only option whose departures it has, or null. */
  readonly optionId: string | null;
  /** Id of a resource: it has the departures with bookings that take it, or null. */
  readonly resourceId: string | null;
  /** Whether it shows names of customers and notes. */
  readonly withNames: boolean;
  /** When a calendar last read it, up to a minute behind, in UTC; null: never. */
  readonly lastReadAt: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
}

/** A feed together with its URL. */
export interface IssuedCalendarFeed {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Name of the feed, which calendars show. */
  readonly name: string;
  /** Id of the only supplier whose departures it has, or null. */
  readonly supplierId: string | null;
  /** Id of the only product whose departures it has, or null. */
  readonly productId: string | null;
  /** Id of the only option whose departures it has, or null. */
  readonly optionId: string | null;
  /** Id of a resource: it has the departures with bookings that take it, or null. */
  readonly resourceId: string | null;
  /** Whether it shows names of customers and notes. */
  readonly withNames: boolean;
  /** When a calendar last read it, up to a minute behind, in UTC; null: never. */
  readonly lastReadAt: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /** Address of the feed, shown this once. Who knows it can read the feed, so treat it as a password. */
  readonly url: string;
}

/**
 * A receiver that is notified of changes of bookings, orders or departures. Its extra headers are
 * never answered.
 */
export interface WebhookSubscription {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /**
   * Id of the only supplier whose bookings and departures it is notified of; null: all of the
   * tenant.
   */
  readonly supplierId: string | null;
  /** Address of the receiver that deliveries are posted to. */
  readonly url: string;
  /**
   * Kinds of messages it gets: BOOKING_UPDATE, ORDER_UPDATE, AVAILABILITY_UPDATE, PRODUCT_UPDATE,
   * DEPARTURE_UPDATE.
   */
  readonly notificationTypes: readonly string[];
  readonly status: WebhookSubscriptionStatus;
  /** Failed attempts since the last success. */
  readonly consecutiveFailures: number;
  /** Why Slipway disabled it: ENDPOINT_GONE or CONSECUTIVE_FAILURES; null unless it did. */
  readonly disabledReason: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /**
   * When the origin of the address (scheme, host and port) answered this tenant's challenge, in UTC;
   * null: not yet, or this installation sends no challenges.
   */
  readonly originProvenAt: string | null;
  /**
   * When a delivery last succeeded, in UTC, to a minute; null where none has. Test deliveries do not
   * count.
   */
  readonly lastSucceededAt: string | null;
  /**
   * When a delivery was last attempted, in UTC, to a minute while all goes well; null where none
   * was.
   */
  readonly lastAttemptAt: string | null;
}

/** The new subscription, with a warning where its address cannot be reached. */
export interface CreatedWebhookSubscription {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /**
   * Id of the only supplier whose bookings and departures it is notified of; null: all of the
   * tenant.
   */
  readonly supplierId: string | null;
  /** Address of the receiver that deliveries are posted to. */
  readonly url: string;
  /**
   * Kinds of messages it gets: BOOKING_UPDATE, ORDER_UPDATE, AVAILABILITY_UPDATE, PRODUCT_UPDATE,
   * DEPARTURE_UPDATE.
   */
  readonly notificationTypes: readonly string[];
  readonly status: WebhookSubscriptionStatus;
  /** Failed attempts since the last success. */
  readonly consecutiveFailures: number;
  /** Why Slipway disabled it: ENDPOINT_GONE or CONSECUTIVE_FAILURES; null unless it did. */
  readonly disabledReason: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /**
   * When the origin of the address (scheme, host and port) answered this tenant's challenge, in UTC;
   * null: not yet, or this installation sends no challenges.
   */
  readonly originProvenAt: string | null;
  /**
   * When a delivery last succeeded, in UTC, to a minute; null where none has. Test deliveries do not
   * count.
   */
  readonly lastSucceededAt: string | null;
  /**
   * When a delivery was last attempted, in UTC, to a minute while all goes well; null where none
   * was.
   */
  readonly lastAttemptAt: string | null;
  /** Present where Slipway could not connect to the address within two seconds. */
  readonly warning?: WebhookWarning | undefined;
}

/** Why deliveries to the address would fail at the moment. */
export interface WebhookWarning {
  /**
   * BLOCKED_ADDRESS: the address is not public, and this installation has not opened it. DNS_ERROR,
   * CONNECT_REFUSED, CONNECT_TIMEOUT, CONNECTION_LOST: no connection. TLS_ERROR: the certificate is
   * not trusted.
   */
  readonly code: string;
  /** The same in a sentence. */
  readonly detail: string;
}

/** The secret that signs deliveries. */
export interface WebhookSecret {
  /** The signing secret, `whsec_` and base64, as Standard Webhooks has it. */
  readonly secret: string;
}

/** One message to one receiver, kept for 30 days. */
export interface WebhookDelivery {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the subscription that it goes to. */
  readonly subscriptionId: string;
  /** The header `webhook-id`: the same on every attempt, so that receivers drop repeats. */
  readonly webhookId: string;
  /**
   * Kind of the message: BOOKING_UPDATE, ORDER_UPDATE, AVAILABILITY_UPDATE, PRODUCT_UPDATE,
   * DEPARTURE_UPDATE.
   */
  readonly type: string;
  /** Id of the booking that it is about; null for other kinds, and for a test delivery. */
  readonly bookingId: string | null;
  /**
   * Id of the booking, the order, the product or the option of the departures that it is about; null
   * for a test delivery.
   */
  readonly entityId: string | null;
  /** What was done to it, such as CONFIRMED; UPDATED where the kind says no more. */
  readonly action: string;
  readonly status: WebhookDeliveryStatus;
  /** The attempts so far, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  /** When the next attempt is due, in UTC; null where none follows. */
  readonly nextAttemptAt: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
}

/** One attempt to deliver a message. */
export interface WebhookAttempt {
  /** When the attempt was made, in UTC. */
  readonly at: string;
  /** HTTP status of the receiver's answer; null where none came. */
  readonly statusCode: number | null;
  /** How long the attempt took, in milliseconds. */
  readonly durationMs: number;
  /**
   * Why it failed, such as HTTP_STATUS, TIMEOUT, BLOCKED_ADDRESS, HTTPS_REQUIRED or
   * CHALLENGE_FAILED; null on success.
   */
  readonly error: string | null;
}

/** A page of deliveries, newest first. */
export interface WebhookDeliveryPage {
  /** The records of this page, newest first. */
  readonly items: readonly WebhookDelivery[];
  /** Send it as `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A reseller that sends bookings as events and is notified of changes. */
export interface ChannelConnection {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the only supplier whose options it books; null: all of the tenant. */
  readonly supplierId: string | null;
  /** Short name of the channel, `source` of its bookings; it never changes. */
  readonly code: string;
  /** What people call the channel. */
  readonly name: string;
  /**
   * Kinds of messages about its own bookings: BOOKING_UPDATE, or none. Without it its bookings
   * cannot be changed by PATCH.
   */
  readonly notificationTypes: readonly string[];
  /** Address that changes are posted to; null: none are. */
  readonly endpointUrl: string | null;
  readonly status: ChannelStatus;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
  /**
   * When the origin of the address (scheme, host and port) answered this tenant's challenge, in UTC;
   * null: not yet, or this installation sends no challenges.
   */
  readonly originProvenAt: string | null;
  /**
   * When a delivery last succeeded, in UTC, to a minute; null where none has. Test deliveries do not
   * count.
   */
  readonly lastSucceededAt: string | null;
  /**
   * When a delivery was last attempted, in UTC, to a minute while all goes well; null where none
   * was.
   */
  readonly lastAttemptAt: string | null;
}

/** The secret that signs what a channel is sent. */
export interface ChannelSecret {
  /** The signing secret, `whsec_` and base64, as Standard Webhooks has it. */
  readonly secret: string;
}

/** An event of a channel, and what became of it. */
export interface ChannelEvent {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the channel connection that sent it. */
  readonly channelConnectionId: string;
  /** Name of the event at the channel, unique there, 1 to 200 characters. */
  readonly externalEventId: string;
  readonly type: ChannelEventType;
  readonly status: ChannelEventStatus;
  /** How often it was carried out. */
  readonly attempts: number;
  /** The error code that refused it, such as CAPACITY_EXHAUSTED; null unless FAILED. */
  readonly error: string | null;
  /** Id of the booking that it made or changed; null where there is none. */
  readonly bookingId: string | null;
  /** What the channel sent, unchanged. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
}

/** A page of events of channels, newest first. */
export interface ChannelEventPage {
  /** The records of this page, newest first. */
  readonly items: readonly ChannelEvent[];
  /** Send it as `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A page of outbound jobs, newest first. */
export interface SyncJobPage {
  /** The records of this page, newest first. */
  readonly items: readonly SyncJob[];
  /** Send it as `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A change that a channel is to be notified of. */
export interface SyncJob {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  /** Id of the channel connection that it is sent to. */
  readonly channelConnectionId: string;
  /**
   * Id of the subscription over OCTO that it is sent to; null: it is sent to the channel's
   * `endpointUrl`.
   */
  readonly subscriptionId: string | null;
  readonly type: SyncJobType;
  /** Id of the booking, of the option whose vacancies changed, or of the product. */
  readonly entityId: string;
  readonly status: SyncJobStatus;
  /** How often it was sent. */
  readonly attempts: number;
  /** When the next attempt is due, in UTC; null where none follows. */
  readonly nextAttemptAt: string | null;
  /** Why the last attempt failed, such as TIMEOUT; null where it did not. */
  readonly lastError: string | null;
  /** When the record was made, in UTC. */
  readonly createdAt: string;
  /** When the record last changed, in UTC; `createdAt` where it never did. */
  readonly updatedAt: string;
}

/**
 * What it delivers: a change of the channel's own booking, of vacancies or, only over OCTO, of a
 * product.
 */
export type SyncJobType = "BOOKING_UPDATE" | "AVAILABILITY_UPDATE" | "PRODUCT_UPDATE";

/** One committed change of one record. */
export interface AuditLog {
  /** Id of the record: opaque, never changed, used in paths. */
  readonly id: string;
  /** Id of the tenant that the record belongs to. */
  readonly tenantId: string;
  readonly actorType: ActorType;
  /** Id of the user or key; null for SYSTEM. */
  readonly actorId: string | null;
  /** Where the request came from: `api/v1`, `cli`, `system`, or the code of a channel. */
  readonly source: string;
  /** Kind of record that was changed, such as `booking`. */
  readonly entityType: string;
  /** Id of the record that was changed. */
  readonly entityId: string;
  /** What was done: `<entityType>.<verb>`, such as `booking.confirm`. */
  readonly action: string;
  /** The record before the change; null when it was created. */
  readonly before: unknown;
  /** The record after the change; null when it was deleted. */
  readonly after: unknown;
  /** When the change was made, in UTC. */
  readonly timestamp: string;
}

/** What made the change: a user's session, a key, or Slipway itself. */
export type ActorType = "USER" | "API_KEY" | "SYSTEM";

/** A page of committed changes, newest first. */
export interface AuditPage {
  /** The records of this page, newest first. */
  readonly items: readonly AuditLog[];
  /** Send it as `cursor` for the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** Shows that the address wants deliveries. */
export interface EndpointChallengeAnswer {
  /** The text of the challenge. */
  readonly challenge: string;
}
