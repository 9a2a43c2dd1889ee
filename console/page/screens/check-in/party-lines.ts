/** The lines of a party, and how many of each have come. Pure. */
import type { Booking, BookingTicket, RedeemBookingRequest } from "@slipway/client";

export type PartyLines = NonNullable<RedeemBookingRequest["items"]>;

/** A booking of more items has one ticket for all of them: a part of it cannot come in. */
const ticketsMax = 200;

interface PartyLine {
  /** The id of the line in `unitItems`. */
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
}

export function linesOf({
  unitItems,
  pricingSnapshot,
}: Pick<Booking, "unitItems" | "pricingSnapshot">): PartyLine[] {
  const names = new Map(pricingSnapshot?.unitPricing.map(({ unitId, name }) => [unitId, name]));
  return unitItems.map(({ id, unitId, quantity }) => ({
    id,
    name: names.get(unitId) ?? unitId,
    quantity,
  }));
}

/** By lines; none of a line that nobody has come of. */
export function hereOf(
  tickets: readonly Pick<BookingTicket, "unitItemId" | "redeemedAt">[],
): ReadonlyMap<string, number> {
  const here = new Map<string, number>();
  for (const { unitItemId, redeemedAt } of tickets)
    if (unitItemId !== null && redeemedAt !== null)
      here.set(unitItemId, (here.get(unitItemId) ?? 0) + 1);
  return here;
}

/** How many tickets a booking has. */
export function ticketsOf({
  unitItems,
  redeemed,
}: Pick<Booking, "unitItems" | "redeemed">): number {
  if (redeemed) return redeemed.of;
  const items = unitItems.reduce((sum, { quantity }) => sum + quantity, 0);
  return items > ticketsMax ? 1 : items;
}

/** The tickets of parties, and how many of them were checked in. */
export function ticketSumOf(
  bookings: readonly Pick<Booking, "unitItems" | "redeemed" | "status">[],
) {
  const sold = bookings.filter(({ status }) => status === "CONFIRMED");
  return {
    count: sold.reduce((sum, { redeemed }) => sum + (redeemed?.count ?? 0), 0),
    all: sold.reduce((sum, each) => sum + ticketsOf(each), 0),
  };
}
