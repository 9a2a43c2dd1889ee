import { randomInt } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The length of a secret: 43 digits of base62 have 256 bits of entropy. */
export const secretLength = 43;

export function randomDigits(length: number): string {
  return Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join("");
}
