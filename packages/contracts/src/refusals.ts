/**
 * Every way to say no, with its HTTP status and title (completions section 2). The only error
 * catalogue: gateway, OpenAPI, services and tests read it. Codes are append-only.
 */
export const refusals = {
  MALFORMED_JSON: { status: 400, title: "Body is not valid JSON" },
  UNSUPPORTED_CONTENT_TYPE: { status: 400, title: "Content type is not supported" },
  VALIDATION_FAILED: { status: 400, title: "Request validation failed" },
  JSON_TOO_COMPLEX: { status: 400, title: "Body is nested too deeply or has too many tokens" },
  UNKNOWN_UNIT: { status: 400, title: "Unit is not sold with this option" },
  UNIT_RESTRICTION: { status: 400, title: "Quantity of a unit is outside its limits" },
  OPTION_RESTRICTION: { status: 400, title: "Total quantity is outside the option's limits" },
  PRICE_NOT_CONFIGURED: { status: 400, title: "No price is configured for this departure" },
  NOT_A_DEPARTURE: { status: 400, title: "The option does not depart at this time" },
  BOOKING_CUTOFF_PASSED: { status: 400, title: "The booking cutoff has passed" },
  IN_THE_PAST: { status: 400, title: "The start is in the past" },
  RESOURCE_NOT_LINKED: { status: 400, title: "Resource is not linked to this option" },
  RESOURCE_TOO_SMALL: { status: 400, title: "The resources asked for do not hold the party" },
  SUPPLIER_MISMATCH: { status: 400, title: "Resource and option belong to different suppliers" },
  NO_LINKED_RESOURCE: { status: 400, title: "The option needs a linked resource first" },
  RANGE_TOO_LARGE: { status: 400, title: "The range is too large" },
  UNAUTHENTICATED: { status: 401, title: "A valid credential is required" },
  INSUFFICIENT_SCOPE: { status: 403, title: "The credential lacks the scope" },
  SESSION_REQUIRED: { status: 403, title: "A user session is required" },
  SCOPE_ESCALATION: { status: 403, title: "Scopes above the caller's own cannot be granted" },
  CSRF_REJECTED: { status: 403, title: "Cross-site request refused" },
  NOT_FOUND: { status: 404, title: "Resource not found" },
  METHOD_NOT_ALLOWED: { status: 405, title: "Method is not allowed here" },
  CAPACITY_EXHAUSTED: { status: 409, title: "Not enough capacity is left" },
  DEPARTURE_BLOCKED: { status: 409, title: "The departure is blocked" },
  VERSION_CONFLICT: { status: 409, title: "The record was changed in the meantime" },
  INVALID_STATE: { status: 409, title: "The record's state does not allow this" },
  HOLD_EXPIRED: { status: 409, title: "The hold has expired" },
  CANCELLATION_CUTOFF_PASSED: { status: 409, title: "The cancellation cutoff has passed" },
  REFERENCE_TAKEN: { status: 409, title: "The reference is already used" },
  CURRENCY_IN_USE: { status: 409, title: "Prices exist in the current currency" },
  CAPACITY_BELOW_RESERVED: { status: 409, title: "More is reserved than the new capacity" },
  RESOURCE_IN_USE: { status: 409, title: "The resource is still in use" },
  DEFAULT_OPTION_REQUIRED: { status: 409, title: "Another option must be made the default first" },
  HAS_LIVE_BOOKINGS: { status: 409, title: "Live bookings exist" },
  CHANNEL_NOT_SUBSCRIBED: { status: 409, title: "The channel does not accept booking updates" },
  KEY_IN_USE: { status: 409, title: "A key cannot delete itself" },
  ARCHIVED: { status: 409, title: "The record is archived" },
  QUOTA_EXCEEDED: { status: 409, title: "No more of these can be made" },
  BODY_TOO_LARGE: { status: 413, title: "The body is too large" },
  RATE_LIMITED: { status: 429, title: "Too many requests" },
  INTERNAL: { status: 500, title: "Internal error" },
  OVERLOADED: { status: 503, title: "Overloaded, nothing was done" },
  SERVICE_UNAVAILABLE: { status: 503, title: "Unavailable, nothing was done" },
  DEADLINE_EXCEEDED: { status: 504, title: "The deadline has passed" },
  OUTCOME_UNKNOWN: { status: 504, title: "The outcome is unknown: read before repeating" },
} as const;

export type RefusalCode = keyof typeof refusals;

export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === "string" && Object.hasOwn(refusals, code);
}

/** What is wrong with one field of a request; values sent by the client are never repeated. */
export interface FieldError {
  in: "body" | "query" | "path";
  /** RFC 6901 pointer into the body (`#/unitItems/0/quantity`), or `#/name` of a parameter. */
  pointer: string;
  code: FieldErrorCode;
  detail: string;
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
