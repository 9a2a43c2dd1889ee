import { randomUUID } from "node:crypto";

/**
 * A new opaque id, `<prefix>_` and a UUIDv7 in hex: ordered by time, 74 random bits, so it cannot
 * be guessed. The random bits are those of a version 4 UUID, which Node makes in batches.
 */
export function newId(prefix: string, now: number): string {
  const random = randomUUID();
  return `${idFloor(prefix, now)}7${random.slice(15, 18)}${random.slice(19, 23)}${random.slice(24)}`;
}

/** Sorts before every id of this prefix made at this time or later, and after every earlier one. */
export function idFloor(prefix: string, now: number): string {
  return `${prefix}_${now.toString(16).padStart(12, "0")}`;
}

/** Later than the previous time by at least 1 ms, however close two changes are. */
export function laterThan(previous: Date, now: number): Date {
  return new Date(Math.max(now, previous.getTime() + 1));
}
