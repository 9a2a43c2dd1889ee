/** A reseller of a gateway under test, which speaks OCTO. Every answer is parsed by the standard's own schemas. */
import * as octo from "@octocloud/types";
import assert from "node:assert";
import { answerCheckOf } from "./answer-check.ts";
import type { Client, Reply } from "./client.ts";

interface Schema {
  parse(value: unknown): unknown;
}

/** The package does not know `octo/notifications`, which the standard's documentation has. */
const capabilities: Schema = {
  parse: (value) =>
    octo.zCapabilitiesGetResponse.parse(
      (value as { id: string }[]).filter(({ id }) => id !== "octo/notifications"),
    ),
};
/** So their answers are checked by our document alone. */
const withoutSchema: Schema = { parse: (value) => value };

/** Schemas that the standard has for the answers of operations; by method and path. */
const answers: Readonly<Record<string, Schema>> = {
  "POST /availability": octo.zAvailabilitiesAvailabilityCheckResponse,
  "POST /availability/calendar": octo.zAvailabilitiesAvailabilityCalendarResponse,
  "GET /supplier": octo.zSuppliersGetResponse,
  "GET /products": octo.zProductsGetProductsResponse,
  "GET /products/{id}": octo.zProductsGetProductResponse,
  "POST /bookings": octo.zBookingsBookingReservationResponse,
  "GET /bookings": octo.zBookingsGetBookingsResponse,
  "GET /bookings/{uuid}": octo.zBookingsGetBookingResponse,
  "PATCH /bookings/{uuid}": octo.zBookingsBookingUpdateResponse,
  "POST /bookings/{uuid}/confirm": octo.zBookingsBookingConfirmationResponse,
  "POST /bookings/{uuid}/extend": octo.zBookingsExtendReservationResponse,
  "POST /bookings/{uuid}/cancel": octo.zBookingsBookingCancellationResponse,
  "GET /capabilities": capabilities,
  "POST /notifications/subscriptions": withoutSchema,
  "GET /notifications/subscriptions": withoutSchema,
  "GET /notifications/subscriptions/{id}": withoutSchema,
  "PATCH /notifications/subscriptions/{id}": withoutSchema,
  "DELETE /notifications/subscriptions/{id}": withoutSchema,
};

const errors: Readonly<Record<string, Schema>> = {
  INVALID_PRODUCT_ID: octo.zErrorInvalidProductId,
  INVALID_OPTION_ID: octo.zErrorInvalidOptionId,
  INVALID_UNIT_ID: octo.zErrorInvalidUnitId,
  INVALID_AVAILABILITY_ID: octo.zErrorInvalidAvailabilityId,
  INVALID_BOOKING_UUID: octo.zErrorInvalidBookingUuid,
};

const checkDescribed = answerCheckOf("openapi-octo.json");

interface OctoCall {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Sends a request below `/octo`, such as "GET /supplier", and checks its answer by the standard and by our document. */
export async function sendOcto(
  { url }: Pick<Client, "url">,
  head: string,
  { key, body, headers }: OctoCall = {},
): Promise<Reply> {
  const [method = "GET", path = "/"] = head.split(" ");
  const response = await fetch(`${url}/octo${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const reply = {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text),
  };
  check(`${method} ${path}`, reply);
  const described = {
    method,
    path: path.replace(/\/$/, ""),
    status: reply.status,
    body: reply.body,
  };
  assert.deepEqual(checkDescribed(described), []);
  return reply;
}

function check(head: string, { status, body }: Reply): void {
  if (status !== 200) {
    const { error } = octo.zBaseError.parse(body);
    errors[error]?.parse(body);
    return;
  }
  const schema = Object.entries(answers).find(([each]) => matches(each, head))?.[1];
  assert(schema, `no schema of the standard is known for ${head}`);
  schema.parse(body);
}

/** Whether a path with parameters in braces is that of a request. */
function matches(pattern: string, head: string): boolean {
  const path = head.split("?")[0] ?? "";
  const source = pattern.replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${source}/?$`).test(path);
}

/** A channel that sells a supplier's tours, and its key. */
export interface Reseller {
  readonly channelId: string;
  readonly keyId: string;
  readonly key: string;
}

/** @param owner a key of the tenant that may do everything */
export async function aReseller(
  gateway: Pick<Client, "send">,
  owner: string,
  supplierId: string,
  code = "resale",
): Promise<Reseller> {
  const made = await gateway.send("POST /channels", {
    key: owner,
    body: { code, name: "Resale", notificationTypes: ["BOOKING_UPDATE"] },
  });
  const { id: channelId } = made.body as { id: string };
  const issued = await gateway.send(`POST /channels/${channelId}/keys`, {
    key: owner,
    body: { name: "Resale over OCTO", supplierId },
  });
  assert.equal(issued.status, 201, issued.text);
  const { id: keyId, key } = issued.body as { id: string; key: string };
  return { channelId, keyId, key };
}
