/** Head of the document: the description of the whole interface, and the ways in which clients authenticate. */
import { version } from "@slipway/broker";
import { commonHeadersText } from "./openapi-headers.ts";

export const info = {
  title: "Slipway",
  version,
  description:
    "Booking and inventory for tours and activities. Every record belongs to the tenant of " +
    "the credential; records of others are reported as absent. Amounts of money are integers in " +
    "minor units of the currency. Date-times are sent in any RFC 3339 form with an offset and " +
    "answered in UTC with milliseconds. Unknown members of a body and unknown query parameters " +
    "are ignored. Every refusal is a `Problem` with a stable `code`.\n\n" +
    "Every answer may have these headers, beside those that its operation names. " +
    commonHeadersText,
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

export const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "An API key, `slw_...`, or a session's token, `sls_...`",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-slipway-session",
    description:
      "A session of a browser; without TLS the cookie is `slipway-session`. What changes " +
      "something must come from the same origin, as JSON. A bearer sent beside it decides. " +
      "`POST /sessions` also sets the device cookie `__Host-slipway-device` for a year " +
      "(without TLS `slipway-device`; HttpOnly, SameSite=Strict, Secure over TLS). It is no " +
      "credential. A log-in with it does not wait for failed log-ins of other clients.",
  },
} as const;
