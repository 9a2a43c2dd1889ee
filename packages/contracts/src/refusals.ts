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
  ...withStatus(400, {
    MALFORMED_JSON: [
      "Body is not valid JSON",
      "The body is not JSON, or its JSON cannot be read. Send it as one JSON object in UTF-8.",
    ],
    UNSUPPORTED_CONTENT_TYPE: [
      "Content type is not supported",
      "A body came with another type than `application/json`. Set `Content-Type: application/json`.",
    ],
    VALIDATION_FAILED: [
      "Request validation failed",
      "Fields have a wrong type, form or value. `errors` points at each field and says what it must be.",
    ],
    JSON_TOO_COMPLEX: [
      "Body is nested too deeply or has too many tokens",
      "The body is nested more than 64 levels deep or has more than 250 000 tokens.",
    ],
    UNKNOWN_UNIT: [
      "Unit is not sold with this option",
      "A unit is none of the option, or it is archived. Read the option for the units that it sells.",
    ],
    UNIT_RESTRICTION: [
      "Quantity of a unit is outside its limits",
      "A unit is booked less or more often than its `minQuantity` and `maxQuantity` allow.",
    ],
    OPTION_RESTRICTION: [
      "Total quantity is outside the option's limits",
      "The total number of units is outside the option's `minUnits` and `maxUnits`.",
    ],
    PRICE_NOT_CONFIGURED: [
      "No price is configured for this departure",
      "No pricing period gives a price for a unit at this departure. Set one, or send `retailPrices`.",
    ],
    NOT_A_DEPARTURE: [
      "The option does not depart at this time",
      "The option's timetable has no departure at `startAt`. Take one of `nearest` or of `GET /availability`, or send `customStart`.",
    ],
    BOOKING_CUTOFF_PASSED: [
      "The booking cutoff has passed",
      "Sales of the departure have ended, `bookingCutoffMinutes` before its start.",
    ],
    IN_THE_PAST: [
      "The start is in the past",
      "The departure has started. Only a session with `backdated: true` may still book it. One that has ended is not called off any more.",
    ],
    RESOURCE_NOT_LINKED: [
      "Resource is not linked to this option",
      "`resourceItems` names a resource that the option does not need. Link it first.",
    ],
    RESOURCE_TOO_SMALL: [
      "The resources asked for do not hold the party",
      "The whole resources in `resourceItems` have fewer places than the party needs. Ask for more of them.",
    ],
    SUPPLIER_MISMATCH: [
      "Resource and option belong to different suppliers",
      "The resource belongs to another supplier than the option. An option needs only its own supplier's resources.",
    ],
    NO_LINKED_RESOURCE: [
      "The option needs a linked resource first",
      "The option needs no resource yet. Link one before you add a timetable, or sell it per resource.",
    ],
    RANGE_TOO_LARGE: [
      "The range is too large",
      "The time range has too many days or departures. `maxDays` says how many days would do.",
    ],
    RULE_NOT_REPRESENTABLE: [
      "No availability period can say this rule",
      "The recurrence rule has a part that no availability period can say. `detail` begins with the part, such as COUNT.",
    ],
  }),
  ...withStatus(401, {
    UNAUTHENTICATED: [
      "A valid credential is required",
      "The credential is missing, malformed, unknown, revoked or expired. The answer is the same for each.",
    ],
    SECOND_FACTOR_REQUIRED: [
      "A code of the second factor is required",
      "The password is right and the user has a second factor. Send the request again with `code`.",
    ],
  }),
  ...withStatus(403, {
    INSUFFICIENT_SCOPE: [
      "The credential lacks the scope",
      "The credential does not have the scope that the operation needs. A key of one supplier gets it, too, for records of the whole tenant.",
    ],
    LOGIN_INCOMPLETE: [
      "The user must do something else first",
      "The session's user has a duty: `GET /me` says which. With `CHANGE_PASSWORD`, set another password by `PUT /users/me/password` and log in again. With `ADD_SECOND_FACTOR`, add one by `POST /users/me/second-factor`.",
    ],
    OVERRIDE_FORBIDDEN: [
      "The key may not override prices, capacity or starts",
      "The key has `overrides: false` and the body has `retailPrices`, `expandCapacity` or `customStart`. Leave them out.",
    ],
    SESSION_REQUIRED: [
      "A user session is required",
      "Only a user session may do this. An API key cannot.",
    ],
    SCOPE_ESCALATION: [
      "Scopes above the caller's own cannot be granted",
      "The new key or user would have scopes that the credential does not have, or the key be less restricted. Left out, a key's `scopes` ask for `*` and `restrictions` for none.",
    ],
    WRONG_PASSWORD: [
      "The current password or the code is wrong",
      "`current` is not the user's password, or `code` is wrong or used. After 5 failures in a row they are refused for a while, even if they are right.",
    ],
    CSRF_REJECTED: [
      "Cross-site request refused",
      "A change sent with the session cookie did not come from the same origin, or not as JSON.",
    ],
  }),
  ...withStatus(404, {
    NOT_FOUND: [
      "Resource not found",
      "An id in the path or the body names no record of the tenant. `errors` points at one in the body. Records of other tenants are answered alike.",
    ],
  }),
  ...withStatus(405, {
    METHOD_NOT_ALLOWED: [
      "Method is not allowed here",
      "The path exists, but not with this method. `Allow` lists the methods that it has.",
    ],
  }),
  ...withStatus(409, {
    CAPACITY_EXHAUSTED: [
      "Not enough capacity is left",
      "The departure has fewer free places than the party needs; `vacancies` says how many travellers fit. Nothing was taken. Offer another departure or a smaller party.",
    ],
    DEPARTURE_BLOCKED: [
      "The departure is blocked",
      "An availability block covers the departure: the operator does not sell it.",
    ],
    DEPARTURE_CALLED_OFF: [
      "The departure is called off",
      "The operator has called the departure off: it takes no bookings, and those that it had are cancelled, but for parties that have come. Offer another departure.",
    ],
    WRONG_DEPARTURE: [
      "The ticket is for another departure",
      "The ticket is valid, but not for the departure at `startAt`. The answer's `startAt` is that of its own departure.",
    ],
    VERSION_CONFLICT: [
      "The record was changed in the meantime",
      "Another request changed the record first, at `updatedAt`. Read it again, look at the change, and send yours anew.",
    ],
    IDEMPOTENCY_KEY_REUSED: [
      "The key was used for another change",
      "Within 24 hours the record was changed by another operation, or with another body, and the same `Idempotency-Key`. Nothing was done. Send a key of its own with each change.",
    ],
    INVALID_STATE: [
      "The record's state does not allow this",
      "The record's state does not allow this, such as confirming a booking that is not on hold. `bookingStatus` is that of a booking.",
    ],
    HOLD_EXPIRED: [
      "The hold has expired",
      "The hold has run out and its places are free again. Book anew.",
    ],
    CANCELLATION_CUTOFF_PASSED: [
      "The cancellation cutoff has passed",
      "It is too late to cancel by the option's cancellation cutoff. A session may send `force: true`.",
    ],
    DETAILS_ALREADY_SET: [
      "The booking has other details already",
      "A confirmation may only bring what the booking does not have yet: the customer, notes or the reseller's reference differ. Nothing was confirmed. Change them by `PUT /bookings/{id}/details`.",
    ],
    REFERENCE_TAKEN: [
      "The reference is already used",
      "Another record has this reference, or this code. Choose another one, or leave it out.",
    ],
    CURRENCY_IN_USE: [
      "Prices exist in the current currency",
      "Pricing periods exist in the current currency. Remove them before you change it.",
    ],
    CAPACITY_BELOW_RESERVED: [
      "More is reserved than the new capacity",
      "At some instant more places are sold than the new numbers give. Nothing was changed.",
    ],
    RESOURCE_IN_USE: [
      "The resource is still in use",
      "An option needs the resource, or bookings have used it, or the option has a timetable and no other resource.",
    ],
    DEFAULT_OPTION_REQUIRED: [
      "Another option must be made the default first",
      "The product's default option cannot give up the mark or be deleted while there are others. Make another one the default first.",
    ],
    HAS_LIVE_BOOKINGS: [
      "Live bookings exist",
      "Bookings of the option are on hold, pending or confirmed and not over. Cancel or wait.",
    ],
    CHANNEL_NOT_SUBSCRIBED: [
      "The channel does not accept booking updates",
      "The booking belongs to a channel that takes no BOOKING_UPDATE, so it cannot be changed here.",
    ],
    KEY_IN_USE: [
      "A key cannot delete itself",
      "The request was sent with the very key that it would delete. Use another credential.",
    ],
    LAST_OWNER: [
      "The tenant's last owner must stay",
      "The user is the last one with `*` who is not disabled and can log in, by a password or an identity provider. Give another user `*` first.",
    ],
    ARCHIVED: [
      "The record is archived",
      "The record, or one above it, is archived. It cannot be changed, added to or sold. Nor can a past departure whose day the operator has archived.",
    ],
    BOOKING_ARCHIVED: [
      "The booking of this key is archived",
      "The key or external id made a booking that ended long ago, and the operator has moved it to an archive. Nothing was sold. Send a new key for a new booking.",
    ],
    QUOTA_EXCEEDED: [
      "No more of these can be made",
      "The tenant has as many of these as it may have. Waiting does not help, but holds expire.",
    ],
  }),
  ...withStatus(413, {
    BODY_TOO_LARGE: [
      "The body is too large",
      "The body is longer than the operation takes: 15 MiB, and 8 KiB for a log-in.",
    ],
  }),
  ...withStatus(429, {
    RATE_LIMITED: [
      "Too many requests",
      "The credential, the tenant or the address has sent too much. Nothing was done. Wait for `Retry-After` seconds.",
    ],
  }),
  ...withStatus(500, {
    INTERNAL: [
      "Internal error",
      "Slipway has failed. A read may be repeated; after a change, read what became of it first.",
    ],
  }),
  ...withStatus(503, {
    OVERLOADED: [
      "Overloaded, nothing was done",
      "The server has more work than it can take. Nothing was done. Wait for `Retry-After` seconds.",
    ],
    SERVICE_UNAVAILABLE: [
      "Unavailable, nothing was done",
      "A part of Slipway is away. Nothing was done. Wait for `Retry-After` seconds.",
    ],
  }),
  ...withStatus(504, {
    DEADLINE_EXCEEDED: ["The deadline has passed", "The read took too long. It may be repeated."],
    OUTCOME_UNKNOWN: [
      "The outcome is unknown: read before repeating",
      "No answer came in time: the change may have been made or not. Read before you repeat it.",
    ],
  }),
};

type Words = readonly [title: string, description: string];

function withStatus<const Status extends number, Code extends string>(
  status: Status,
  codes: Readonly<Record<Code, Words>>,
) {
  const rows = Object.entries<Words>(codes).map(
    ([code, [title, description]]) => [code, { status, title, description }] as const,
  );
  return Object.fromEntries(rows) as Record<Code, (typeof rows)[number][1]>;
}

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
