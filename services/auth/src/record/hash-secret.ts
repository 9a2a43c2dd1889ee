import { createHmac, hash, hkdfSync, timingSafeEqual } from "node:crypto";

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

/**
 * The stored hash of a key's secret. It is keyed, so a stolen database lets nobody in. The secret
 * has 256 bits of entropy, so a slow hash would only slow every request.
 */
function secretHash(pepper: string, secret: string): string {
  return digest(pepper, secret).toString("base64");
}

/** The pepper under which the stored hash is that of this secret or digest; undefined: it is of another one. */
export function pepperOf(peppers: Peppers, secret: string, stored: string): string | undefined {
  return everyPepper(peppers).find((pepper) => isSecret(pepper, secret, stored));
}

/** Distinguishes peppers, and reveals nothing of them. */
export function pepperName(pepper: string): string {
  return digest(pepper, "the name of this pepper").toString("base64url").slice(0, 12);
}

/** The key that seals second factors under this pepper: one of its own. */
export function factorKey(pepper: string): { name: string; bytes: Buffer } {
  const bytes = Buffer.from(hkdfSync("sha256", pepper, "", "slipway second factor", 32));
  return { name: pepperName(pepper), bytes };
}

/** All that is stored of a secret under this pepper. */
export function hashesOf(pepper: string, secret: string) {
  return {
    secretHash: secretHash(pepper, secret),
    digestHash: secretHash(pepper, digestOf(secret)),
    pepperName: pepperName(pepper),
  };
}

/** The digest that a gateway sends instead of a key's secret: SHA-256, base64. */
function digestOf(secret: string): string {
  return hash("sha256", secret, "base64");
}

/** Compares in constant time, so that answers do not reveal how much of a guess was right. */
function isSecret(pepper: string, secret: string, stored: string): boolean {
  const expected = Buffer.from(stored, "base64");
  const given = digest(pepper, secret);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function digest(pepper: string, secret: string): Buffer {
  return createHmac("sha256", pepper).update(secret).digest();
}
