/** Values that a booking has in free or nested form, as the screens show them. Pure. */
import type { Booking, PricingSnapshot, Unit } from "@slipway/client";

interface Customer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** The customer is free JSON: whatever is no text is left out. */
export function customerOf({ customer }: Pick<Booking, "customer">): Customer {
  const textOf = (...names: string[]): string =>
    names.map((name) => customer?.[name]).find((value) => typeof value === "string") ?? "";
  const both = [textOf("firstName"), textOf("lastName")].filter((part) => part !== "").join(" ");
  return {
    name: textOf("name", "fullName") || both,
    email: textOf("email", "emailAddress"),
    phone: textOf("phone", "phoneNumber", "telephone"),
  };
}

/**
 * By its customer, with the reference below. Without a name by the reference, and nothing below: a booking of an open order may have the
 * contact of its order alone.
 */
export function calledOf(record: Pick<Booking, "customer" | "reference">): {
  readonly called: string;
  readonly below: string;
} {
  const { name } = customerOf(record);
  const { reference } = record;
  return name === "" ? { called: reference, below: "" } : { called: name, below: reference };
}

interface Party {
  readonly unitItems: readonly { readonly unitId: string; readonly quantity: number }[];
  readonly pricingSnapshot: Pick<PricingSnapshot, "unitPricing"> | null;
}

/** "2 Adult, 1 Child": units by the names that they had when they were priced. */
export function partyOf({ unitItems, pricingSnapshot }: Party): string {
  const names = new Map(pricingSnapshot?.unitPricing.map(({ unitId, name }) => [unitId, name]));
  return unitItems
    .map(({ unitId, quantity }) => `${quantity} ${names.get(unitId) ?? unitId}`)
    .join(", ");
}

/** Travellers of the party. */
export function paxOf({
  unitItems,
  pricingSnapshot,
}: Pick<Booking, "unitItems" | "pricingSnapshot">): number {
  const pax = new Map(
    pricingSnapshot?.unitPricing.map(({ unitId, paxCount }) => [unitId, paxCount]),
  );
  return unitItems.reduce(
    (sum, { unitId, quantity }) => sum + quantity * (pax.get(unitId) ?? 1),
    0,
  );
}

/** The units of the party that are sold no more: by the names of then, and at most as many as the booking has. */
export function retiredUnitsOf(
  { unitItems, pricingSnapshot }: Party,
  sold: readonly Pick<Unit, "id">[],
): Pick<Unit, "id" | "name" | "restrictions">[] {
  const ids = new Set(sold.map(({ id }) => id));
  const names = new Map(pricingSnapshot?.unitPricing.map(({ unitId, name }) => [unitId, name]));
  return unitItems
    .filter(({ unitId }) => !ids.has(unitId))
    .map(({ unitId, quantity }) => ({
      id: unitId,
      name: names.get(unitId) ?? unitId,
      restrictions: { maxQuantity: quantity },
    }));
}

/** Whether it costs this: it may have been moved before at the price of another start, or have an earlier currency. */
export function hasPrice(
  { pricingSnapshot: own }: Pick<Booking, "pricingSnapshot">,
  { retail, currency }: Pick<PricingSnapshot, "retail" | "currency">,
): boolean {
  return own?.retail === retail && own.currency === currency;
}

/** E-mail addresses of the customers, each once. */
export function emailsOf(bookings: readonly Booking[]): readonly string[] {
  const all = bookings.map((booking) => customerOf(booking).email).filter((each) => each !== "");
  return [...new Set(all)];
}

/** Statuses of bookings that take places, or wait to. */
export const liveStatuses = "ON_HOLD,PENDING,CONFIRMED";

/** "Rossi, K7Q2M9XD": two parties may have one name. */
export function nameOfBooking(booking: Booking): string {
  const { called, below } = calledOf(booking);
  return below === "" ? called : `${called}, ${below}`;
}
