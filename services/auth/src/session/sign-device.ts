/**
 * The device cookie: from which browsers whose log-ins have succeeded. It lets nobody in. A browser that shows
 * one waits after its own failures alone, so that strangers who guess do not lock it out.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { deviceAccountsMax, deviceLifetimeSeconds } from "../constants.ts";
import { type Peppers, everyPepper } from "../record/hash-secret.ts";
import { randomDigits } from "../issue-secret.ts";
import { emailKey } from "../record/user.ts";

interface ShownDevice {
  readonly email: string;
  /** The cookie's text as a client sent it; null: none. */
  readonly cookie: string | null;
  readonly now: number;
}

const idLength = 12;

/** One account's entry: an id of the device, when it ends, and the signature of both. */
const entryPattern = /^([0-9A-Za-z]{12})\.(\d{1,12})\.([0-9A-Za-z_-]{43})$/;

/**
 * The id of the device where its cookie says, signed by us and not too long ago, that this account has
 * logged in from it; else null.
 */
export function knownDevice(peppers: Peppers, { email, cookie, now }: ShownDevice): string | null {
  const keys = everyPepper(peppers).map(keyOf);
  const entry = entriesOf(cookie).find((each) => isOf(keys, email, each));
  if (entry === undefined) return null;
  const [id = "", expiresAt] = entry.split(".");
  return now / 1_000 < Number(expiresAt) ? id : null;
}

/**
 * The cookie of a browser from which this account has just logged in: its id, if it had one, and its
 * other accounts stay. The current pepper signs; what another has signed is replaced by its account's next log-in.
 */
export function signDevice(
  peppers: Peppers,
  { email, cookie, now }: ShownDevice,
): { text: string; maxAgeSeconds: number } {
  const keys = everyPepper(peppers).map(keyOf);
  const id = knownDevice(peppers, { email, cookie, now }) ?? randomDigits(idLength);
  const signed = `${id}.${Math.floor(now / 1_000) + deviceLifetimeSeconds}`;
  const others = entriesOf(cookie).filter((each) => !isOf(keys, email, each));
  const entries = [`${signed}.${signatureOf(keyOf(peppers.current), email, signed)}`, ...others];
  return {
    text: entries.slice(0, deviceAccountsMax).join("~"),
    maxAgeSeconds: deviceLifetimeSeconds,
  };
}

function entriesOf(cookie: string | null): string[] {
  return (cookie ?? "")
    .split("~")
    .filter((entry) => entryPattern.test(entry))
    .slice(0, deviceAccountsMax);
}

function isOf(keys: readonly Buffer[], email: string, entry: string): boolean {
  const [id, expiresAt, signature = ""] = entry.split(".");
  return keys.some((key) => {
    const expected = signatureOf(key, email, `${id}.${expiresAt}`);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  });
}

/** Bound to the account by its e-mail, which the cookie does not show. */
function signatureOf(key: Buffer, email: string, signed: string): string {
  return createHmac("sha256", key)
    .update(`${emailKey(email)}\n${signed}`)
    .digest("base64url");
}

/** A key of its own: what it signs is never a hash of another secret under the pepper. */
function keyOf(pepper: string): Buffer {
  return Buffer.from(hkdfSync("sha256", pepper, "", "slipway device cookie", 32));
}
