import { createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * What is stored of a key's secret: a keyed hash, so that a stolen database lets nobody in. The
 * secret has 256 bits of chance, so a slow hash would only slow every request.
 */
export function secretHash(pepper: string, secret: string): string {
  return digest(pepper, secret).toString("base64");
}

/** What is stored to recognise the SHA-256 of a key's secret, which is all that a gateway sends. */
export function digestHash(pepper: string, secret: string): string {
  return secretHash(pepper, hash("sha256", secret, "base64"));
}

/** Compares in constant time, so that answers do not tell how much of a guess was right. */
export function isSecret(pepper: string, secret: string, stored: string): boolean {
  const expected = Buffer.from(stored, "base64");
  const given = digest(pepper, secret);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function digest(pepper: string, secret: string): Buffer {
  return createHmac("sha256", pepper).update(secret).digest();
}
