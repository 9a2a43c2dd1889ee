/** A booking as the second pass reads it. */
export interface Booking {
  readonly id: string;
  readonly status: string;
  readonly startAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly idempotencyKey: string | null;
  readonly unitItems: readonly { readonly quantity: number }[];
}

/** The places that it takes at an instant. */
export function placesOf(booking: Booking, now: number): number {
  const { status, expiresAt, unitItems } = booking;
  const isHeld = status === "ON_HOLD" && Date.parse(expiresAt ?? "") > now;
  const isLive = isHeld || status === "CONFIRMED" || status === "PENDING";
  return isLive ? unitItems.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
}

/** The times from and to which it held its places; Infinity: it still does. */
export function heldBetween(booking: Booking): { from: number; to: number } {
  const { status, createdAt, updatedAt, expiresAt } = booking;
  const from = Date.parse(createdAt);
  if (status === "CONFIRMED" || status === "PENDING") return { from, to: Infinity };
  const isHold = status === "ON_HOLD" || status === "EXPIRED";
  return { from, to: Date.parse(isHold ? (expiresAt ?? updatedAt) : updatedAt) };
}
