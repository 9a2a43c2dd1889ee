/** The fields of a booking that chaos looks at. */
export interface Booking {
  readonly id: string;
  readonly optionId: string;
  readonly status: string;
  readonly startAt: string;
  readonly expiresAt: string | null;
  readonly idempotencyKey: string | null;
  readonly notes: string | null;
  readonly updatedAt: string;
  readonly unitItems: readonly { readonly unitId: string; readonly quantity: number }[];
  readonly resourceUsageSnapshot: {
    readonly items: readonly { readonly resourceId: string; readonly capacityPlaces: number }[];
  } | null;
}

/**
 * Compares the fields that a client was promised. The time of an insert that took long may change without any other
 * change.
 */
export function isSame(one: Booking, other: Booking): boolean {
  return stateOf(one) === stateOf(other) && one.expiresAt === other.expiresAt;
}

/** Without times: what it takes, and what it is. */
export function stateOf({ status, startAt, unitItems }: Booking): string {
  const units = unitItems.map(({ unitId, quantity }) => `${quantity} x ${unitId}`).toSorted();
  return `${status} at ${startAt} with ${units.join(", ")}`;
}

/** A hold ends by itself. */
export function hasExpired(before: Booking, now: Booking): boolean {
  return before.status === "ON_HOLD" && now.status === "EXPIRED";
}

/** Whether it takes places at this time of the database. */
export function isLive({ status, expiresAt }: Booking, now: number): boolean {
  if (status === "ON_HOLD") return expiresAt === null || Date.parse(expiresAt) > now;
  return status === "PENDING" || status === "CONFIRMED";
}
