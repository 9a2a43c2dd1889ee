/** The short name of a booking that people say and type. Pure. */

/** Crockford's base32: no I, L, O and U. */
export const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** Attempts of one booking: among 10 million bookings one fails once in 100 000, so the last is never reached. */
export const referencesMax = 8;

/**
 * The references that a booking tries, in this order: the first one that no other booking of the tenant
 * has is its own. They follow from its id alone, so every process tries the same ones.
 */
export function referenceOf(bookingId: string, attempt: number): string {
  let rest = hashOf(bookingId, attempt);
  let reference = "";
  for (let index = 0; index < length; index++) {
    reference += digits.charAt(rest % 32);
    rest = Math.floor(rest / 32);
  }
  return reference;
}

/** A reference as people type it, with the letters that are read as digits. */
const typedReference = new RegExp(`^[${digits}OIL]{${length}}$`, "i");

/** The reference that a text is, as Crockford reads it: any case, O as 0, I and L as 1, hyphens and blanks skipped. */
export function referenceIn(text: string): string | undefined {
  const typed = text.replaceAll(/[\s-]/g, "");
  if (!typedReference.test(typed)) return undefined;
  return typed.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** 53 bits (cyrb53): two multiplicative hashes of 32 bits, mixed. */
function hashOf(text: string, seed: number): number {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (other & 0x1fffff) * 2 ** 32 + (one >>> 0);
}
