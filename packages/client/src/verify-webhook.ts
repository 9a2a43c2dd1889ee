/** Standard Webhooks 1.0: whether the sender of a message knows the secret, and has sent it now. By WebCrypto alone. */
import type {
  AvailabilityUpdate,
  BookingUpdate,
  DepartureUpdate,
  EndpointChallenge,
  OrderUpdate,
  ProductUpdate,
} from "./generated/types.ts";

/**
 * A message that Slipway sends. Answer an ENDPOINT_CHALLENGE with 200 and `{"challenge": event.data.challenge}` as JSON. A later
 * release may send other types: drop those that you do not know.
 */
export type WebhookEvent =
  | BookingUpdate
  | OrderUpdate
  | DepartureUpdate
  | ProductUpdate
  | AvailabilityUpdate
  | EndpointChallenge;

export type WebhookHeaders =
  | Pick<Headers, "get">
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old a message may be, and how far ahead of this clock: 300 seconds unless given. */
  readonly toleranceSeconds?: number | undefined;
  /** Now, in milliseconds since 1970. */
  readonly now?: number | undefined;
}

/** A message that is not Slipway's, or not a new one. Answer it with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/**
 * Answers the message of a delivery once its signature is proven; else it throws.
 *
 * @param body as it came, to the byte. A body that is parsed and written again has another signature.
 * @param secrets of the subscription. While you change over, give the old and the new one.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const sent = headerOf(headers, "webhook-signature");
  // An old signed message must not be replayed.
  const isNow = Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds;
  if (!/^\d+$/.test(timestamp) || !isNow) throw refused("its time is not now");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const text = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  // After rotations there are several signatures for a day: one good one is enough.
  const signatures = sent.split(" ").flatMap(bytesOfSignature);
  const keys = await Promise.all([secrets].flat().map(keyOf));
  for (const key of keys)
    for (const signature of signatures)
      if (await crypto.subtle.verify("HMAC", key, signature, text)) return eventOf(bytes);
  throw refused("no signature of it fits");
}

function refused(why: string): WebhookVerificationError {
  return new WebhookVerificationError(`The webhook is refused: ${why}.`);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : memberOf(headers, name);
  if (typeof value !== "string") throw refused(`it has no header ${name}`);
  return value;
}

/** Node writes names in lower case; gateways and functions keep what they were sent. */
function memberOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): unknown {
  const own = Object.keys(headers).find((each) => each.toLowerCase() === name);
  return own === undefined ? undefined : headers[own];
}

function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, "get"> {
  return typeof headers.get === "function";
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes) throw new TypeError("A secret of a webhook is `whsec_` and base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

function bytesOfSignature(signature: string): Uint8Array<ArrayBuffer>[] {
  const [version, text = ""] = signature.split(",");
  const bytes = version === "v1" ? bytesOf(text) : undefined;
  return bytes ? [bytes] : [];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function eventOf(body: Uint8Array): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
}
