/** Compares the stored bookings with what clients were answered. Pure. */
import type { Sale } from "./clients.ts";

export interface Stored {
  readonly id: string;
  readonly status: string;
  readonly startAt: string;
  readonly idempotencyKey: string | null;
}

/** Answered bookings that are not there as they were answered, and keys under which more than one is. */
export function storedFindings(
  answered: ReadonlyMap<string, Sale>,
  stored: readonly Stored[],
): string[] {
  const byId = new Map(stored.map((booking) => [booking.id, booking]));
  const lost = [...answered].flatMap(([id, { key, status }]) => {
    const found = byId.get(id);
    const isThere = found?.idempotencyKey === key && (status ?? found.status) === found.status;
    return isThere ? [] : [`lost: ${id} of ${key} was answered ${status}, is ${found?.status}`];
  });
  const byKey = Map.groupBy(stored, ({ idempotencyKey }) => idempotencyKey);
  const twice = [...byKey].flatMap(([key, found]) =>
    key === null || found.length === 1
      ? []
      : [`twice: ${key} made ${found.map(({ id }) => id).join(" and ")}`],
  );
  return [...lost, ...twice];
}

const ended = new Set(["CANCELLED", "REJECTED", "EXPIRED"]);

/** How many bookings of one place each take one on the departure that starts then. */
export function placesTaken(stored: readonly Stored[], startAt: string): number {
  const at = Date.parse(startAt);
  return stored.filter((one) => Date.parse(one.startAt) === at && !ended.has(one.status)).length;
}
