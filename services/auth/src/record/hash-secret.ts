import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Keys of hashes. The current one makes them; what any of them has made is recognised, so that one can follow another. */
export interface Peppers {
  readonly current: string;
  /** Will be the current one: replicas that were started later make hashes with it already. */
  readonly next?: string | undefined;
  /** Was the current one. */
  readonly old?: string | undefined;
}

export function everyPepper({ current, next, old }: Peppers): string[] {
  return [current, next, old].filter((pepper) => pepper !== undefined);
}

/** The pepper under which the stored hash is that of this digest; undefined: it is of another one. */
export function pepperOf(peppers: Peppers, digest: string, stored: string): string | undefined {
  return everyPepper(peppers).find((pepper) => isHash(pepper, digest, stored));
}

/** Distinguishes peppers, and reveals nothing of them. */
export function pepperName(pepper: string): string {
  return keyed(pepper, "the name of this pepper").toString("base64url").slice(0, 12);
}

/** The key that seals second factors under this pepper: one of its own. */
export function factorKey(pepper: string): { name: string; bytes: Buffer } {
  const bytes = Buffer.from(hkdfSync("sha256", pepper, "", "slipway second factor", 32));
  return { name: pepperName(pepper), bytes };
}

/**
 * The stored hash of a secret's digest (SHA-256, base64), which a gateway sends instead of the secret. It is keyed, so a stolen
 * database lets nobody in. The secret has 256 bits of entropy, so a slow hash would only slow every request.
 */
export function hashOf(pepper: string, digest: string) {
  return { digestHash: keyed(pepper, digest).toString("base64"), pepperName: pepperName(pepper) };
}

/** Compares in constant time, so that answers do not reveal how much of a guess was right. */
function isHash(pepper: string, digest: string, stored: string): boolean {
  const expected = Buffer.from(stored, "base64");
  const given = keyed(pepper, digest);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function keyed(pepper: string, text: string): Buffer {
  return createHmac("sha256", pepper).update(text).digest();
}
