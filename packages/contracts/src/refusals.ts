/**
 * Every way to say no, with its HTTP status, its title, and when it comes. The only error
 * catalogue: gateway, OpenAPI, services and tests read it. Codes are append-only.
 *
 * The earliest reason of several is answered, in this order: route, 401, 429, 403, 413, the body's shape (400), the key's
 * restrictions (403). Then a known idempotencyKey is answered with its booking. Then come 404, domain rules (400), and
 * conflicts (409). So a 403 does not reveal whether a record exists.
 * - Domain rules: IN_THE_PAST, NOT_A_DEPARTURE, BOOKING_CUTOFF_PASSED, UNKNOWN_UNIT, UNIT_RESTRICTION, OPTION_RESTRICTION,
 *   RESOURCE_NOT_LINKED, NO_LINKED_RESOURCE, RESOURCE_TOO_SMALL, PRICE_NOT_CONFIGURED, TOTAL_TOO_BIG.
 * - Conflicts: IDEMPOTENCY_KEY_REUSED, INVALID_STATE or HOLD_EXPIRED, VERSION_CONFLICT, CHANNEL_NOT_SUBSCRIBED, ARCHIVED, DEPARTURE_BLOCKED,
 *   DEPARTURE_CALLED_OFF, WRONG_DEPARTURE, CAPACITY_EXHAUSTED.
 */
export const refusals = {
  MALFORMED_JSON: {
    status: 400,
    title: "Body is not valid JSON",
    description:
      "The body is not JSON, or its JSON cannot be read. Send it as one JSON object in UTF-8.",
  },
  UNSUPPORTED_CONTENT_TYPE: {
    status: 400,
    title: "Content type is not supported",
    description:
      "A body came with another type than `application/json`. Set `Content-Type: application/json`.",
  },
  VALIDATION_FAILED: {
    status: 400,
    title: "Request validation failed",
    description:
      "Fields have a wrong type, form or value. `errors` points at each field and says what it must be.",
  },
  JSON_TOO_COMPLEX: {
    status: 400,
    title: "Body is nested too deeply or has too many tokens",
    description: "The body is nested more than 64 levels deep or has more than 250 000 tokens.",
  },
  UNKNOWN_UNIT: {
    status: 400,
    title: "Unit is not sold with this option",
    description:
      "A unit is none of the option, or it is archived. Read the option for the units that it sells.",
  },
  UNIT_RESTRICTION: {
    status: 400,
    title: "Quantity of a unit is outside its limits",
    description:
      "A unit is booked less or more often than its `minQuantity` and `maxQuantity` allow.",
  },
  OPTION_RESTRICTION: {
    status: 400,
    title: "Total quantity is outside the option's limits",
    description: "The total number of units is outside the option's `minUnits` and `maxUnits`.",
  },
  PRICE_NOT_CONFIGURED: {
    status: 400,
    title: "No price is configured for this departure",
    description:
      "No pricing period gives a price for a unit at this departure. Set one, or send `retailPrices`.",
  },
  NOT_A_DEPARTURE: {
    status: 400,
    title: "The option does not depart at this time",
    description:
      "The option's timetable has no departure at `startAt`. Take one of `nearest` or of `GET /availability`, or send `customStart`.",
  },
  BOOKING_CUTOFF_PASSED: {
    status: 400,
    title: "The booking cutoff has passed",
    description: "Sales of the departure have ended, `bookingCutoffMinutes` before its start.",
  },
  IN_THE_PAST: {
    status: 400,
    title: "The start is in the past",
    description:
      "The departure has started. Only a session with `backdated: true` may still book it. One that has ended is not called off any more.",
  },
  RESOURCE_NOT_LINKED: {
    status: 400,
    title: "Resource is not linked to this option",
    description: "`resourceItems` names a resource that the option does not need. Link it first.",
  },
  RESOURCE_TOO_SMALL: {
    status: 400,
    title: "The resources asked for do not hold the party",
    description:
      "The whole resources in `resourceItems` have fewer places than the party needs. Ask for more of them.",
  },
  SUPPLIER_MISMATCH: {
    status: 400,
    title: "Resource and option belong to different suppliers",
    description:
      "The resource belongs to another supplier than the option. An option needs only its own supplier's resources.",
  },
  NO_LINKED_RESOURCE: {
    status: 400,
    title: "The option needs a linked resource first",
    description:
      "The option needs no resource yet. Link one before you add a timetable, or sell it per resource.",
  },
  RANGE_TOO_LARGE: {
    status: 400,
    title: "The range is too large",
    description:
      "The time range has too many days or departures. `maxDays` says how many days would do.",
  },
  RULE_NOT_REPRESENTABLE: {
    status: 400,
    title: "No availability period can say this rule",
    description:
      "The recurrence rule has a part that no availability period can say. `detail` begins with the part, such as COUNT.",
  },
  UNAUTHENTICATED: {
    status: 401,
    title: "A valid credential is required",
    description:
      "The credential is missing, malformed, unknown, revoked or expired. The answer is the same for each.",
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    title: "A code of the second factor is required",
    description:
      "The password is right and the user has a second factor. Send the request again with `code`.",
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    title: "The credential lacks the scope",
    description:
      "The credential does not have the scope that the operation needs. A key of one supplier gets it, too, for records of the whole tenant.",
  },
  LOGIN_INCOMPLETE: {
    status: 403,
    title: "The user must do something else first",
    description:
      "The session's user has a duty: `GET /me` says which. With `CHANGE_PASSWORD`, set another password by `PUT /users/me/password` and log in again. With `ADD_SECOND_FACTOR`, add one by `POST /users/me/second-factor`.",
  },
  OVERRIDE_FORBIDDEN: {
    status: 403,
    title: "The key may not override prices, capacity or starts",
    description:
      "The key has `overrides: false` and the body has `retailPrices`, `expandCapacity` or `customStart`. Leave them out.",
  },
  SESSION_REQUIRED: {
    status: 403,
    title: "A user session is required",
    description: "Only a user session may do this. An API key cannot.",
  },
  SCOPE_ESCALATION: {
    status: 403,
    title: "Scopes above the caller's own cannot be granted",
    description:
      "The new key or user would have scopes that the credential does not have, or the key be less restricted. Left out, a key's `scopes` ask for `*` and `restrictions` for none.",
  },
  WRONG_PASSWORD: {
    status: 403,
    title: "The current password or the code is wrong",
    description:
      "`current` is not the user's password, or `code` is wrong or used. After 5 failures in a row they are refused for a while, even if they are right.",
  },
  CSRF_REJECTED: {
    status: 403,
    title: "Cross-site request refused",
    description:
      "A change sent with the session cookie did not come from the same origin, or not as JSON.",
  },
  NOT_FOUND: {
    status: 404,
    title: "Resource not found",
    description:
      "An id in the path or the body names no record of the tenant. `errors` points at one in the body. Records of other tenants are answered alike.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "Method is not allowed here",
    description:
      "The path exists, but not with this method. `Allow` lists the methods that it has.",
  },
  CAPACITY_EXHAUSTED: {
    status: 409,
    title: "Not enough capacity is left",
    description:
      "The departure has fewer free places than the party needs; `vacancies` says how many travellers fit. Nothing was taken. Offer another departure or a smaller party.",
  },
  DEPARTURE_BLOCKED: {
    status: 409,
    title: "The departure is blocked",
    description: "An availability block covers the departure: the operator does not sell it.",
  },
  DEPARTURE_CALLED_OFF: {
    status: 409,
    title: "The departure is called off",
    description:
      "The operator has called the departure off: it takes no bookings, and those that it had are cancelled. Offer another departure.",
  },
  WRONG_DEPARTURE: {
    status: 409,
    title: "The ticket is for another departure",
    description:
      "The ticket is valid, but not for the departure at `startAt`. The answer's `startAt` is that of its own departure.",
  },
  VERSION_CONFLICT: {
    status: 409,
    title: "The record was changed in the meantime",
    description:
      "Another request changed the record first, at `updatedAt`. Read it again, look at the change, and send yours anew.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    title: "The key was used for another change",
    description:
      "Within 24 hours the record was changed by another operation, or with another body, and the same `Idempotency-Key`. Nothing was done. Send a key of its own with each change.",
  },
  INVALID_STATE: {
    status: 409,
    title: "The record's state does not allow this",
    description:
      "The record's state does not allow this, such as confirming a booking that is not on hold. `bookingStatus` is that of a booking.",
  },
  HOLD_EXPIRED: {
    status: 409,
    title: "The hold has expired",
    description: "The hold has run out and its places are free again. Book anew.",
  },
  CANCELLATION_CUTOFF_PASSED: {
    status: 409,
    title: "The cancellation cutoff has passed",
    description:
      "It is too late to cancel by the option's cancellation cutoff. A session may send `force: true`.",
  },
  DETAILS_ALREADY_SET: {
    status: 409,
    title: "The booking has other details already",
    description:
      "A confirmation may only bring what the booking does not have yet: the customer, notes or the reseller's reference differ. Nothing was confirmed. Change them by `PUT /bookings/{id}/details`.",
  },
  REFERENCE_TAKEN: {
    status: 409,
    title: "The reference is already used",
    description:
      "Another record has this reference, or this code. Choose another one, or leave it out.",
  },
  CURRENCY_IN_USE: {
    status: 409,
    title: "Prices exist in the current currency",
    description: "Pricing periods exist in the current currency. Remove them before you change it.",
  },
  CAPACITY_BELOW_RESERVED: {
    status: 409,
    title: "More is reserved than the new capacity",
    description:
      "At some instant more places are sold than the new numbers give. Nothing was changed.",
  },
  RESOURCE_IN_USE: {
    status: 409,
    title: "The resource is still in use",
    description:
      "An option needs the resource, or bookings have used it, or the option has a timetable and no other resource.",
  },
  DEFAULT_OPTION_REQUIRED: {
    status: 409,
    title: "Another option must be made the default first",
    description:
      "The product's default option cannot give up the mark or be deleted while there are others. Make another one the default first.",
  },
  HAS_LIVE_BOOKINGS: {
    status: 409,
    title: "Live bookings exist",
    description:
      "Bookings of the option are on hold, pending or confirmed and not over. Cancel or wait.",
  },
  CHANNEL_NOT_SUBSCRIBED: {
    status: 409,
    title: "The channel does not accept booking updates",
    description:
      "The booking belongs to a channel that takes no BOOKING_UPDATE, so it cannot be changed here.",
  },
  KEY_IN_USE: {
    status: 409,
    title: "A key cannot delete itself",
    description:
      "The request was sent with the very key that it would delete. Use another credential.",
  },
  LAST_OWNER: {
    status: 409,
    title: "The tenant's last owner must stay",
    description:
      "The user is the last one with `*` who is not disabled and has a password. Give another user `*` first.",
  },
  ARCHIVED: {
    status: 409,
    title: "The record is archived",
    description:
      "The record, or one above it, is archived. It cannot be changed, added to or sold. Nor can a past departure whose day the operator has archived.",
  },
  BOOKING_ARCHIVED: {
    status: 409,
    title: "The booking of this key is archived",
    description:
      "The key or external id made a booking that ended long ago, and the operator has moved it to an archive. Nothing was sold. Send a new key for a new booking.",
  },
  QUOTA_EXCEEDED: {
    status: 409,
    title: "No more of these can be made",
    description:
      "The tenant has as many of these as it may have. Waiting does not help, but holds expire.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    description: "The body is longer than the operation takes: 15 MiB, and 8 KiB for a log-in.",
  },
  RATE_LIMITED: {
    status: 429,
    title: "Too many requests",
    description:
      "The credential, the tenant or the address has sent too much. Nothing was done. Wait for `Retry-After` seconds.",
  },
  INTERNAL: {
    status: 500,
    title: "Internal error",
    description:
      "Slipway has failed. A read may be repeated; after a change, read what became of it first.",
  },
  OVERLOADED: {
    status: 503,
    title: "Overloaded, nothing was done",
    description:
      "The server has more work than it can take. Nothing was done. Wait for `Retry-After` seconds.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    title: "Unavailable, nothing was done",
    description: "A part of Slipway is away. Nothing was done. Wait for `Retry-After` seconds.",
  },
  DEADLINE_EXCEEDED: {
    status: 504,
    title: "The deadline has passed",
    description: "The read took too long. It may be repeated.",
  },
  OUTCOME_UNKNOWN: {
    status: 504,
    title: "The outcome is unknown: read before repeating",
    description:
      "No answer came in time: the change may have been made or not. Read before you repeat it.",
  },
} as const;

export type RefusalCode = keyof typeof refusals;

export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === "string" && Object.hasOwn(refusals, code);
}

/** The error of one field of a request. It never repeats a value that the client sent. */
export interface FieldError {
  in: "body" | "query" | "path";
  /** RFC 6901 pointer into the body (`#/unitItems/0/quantity`), or `#/name` of a parameter. */
  pointer: string;
  code: FieldErrorCode;
  detail: string;
  /** The values of a list that the field must be one of. */
  allowed?: readonly string[];
  /** One text that would do. */
  example?: string;
}

export type FieldErrorCode =
  | "REQUIRED"
  | "INVALID_TYPE"
  | "INVALID_FORMAT"
  | "TOO_SMALL"
  | "TOO_BIG"
  | "INVALID_VALUE"
  | "MUTUALLY_EXCLUSIVE"
  | "IMMUTABLE_FIELD";
