/** The changes of a booking, each field by its name and each value in words. */
import type { Booking, BookingStatus, PricingSnapshot, UsedResource } from "@slipway/client";
import { customerOf, partyOf } from "../../parts/booking-facts.ts";
import { plainWords } from "../../parts/plain-words.ts";
import type { RecordChange } from "../../parts/record-changes.ts";
import { moneyWords } from "../../parts/sale-words.ts";
import { timeWords } from "../../parts/time-words.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";

export interface NamedIn {
  /** They name the units and the currency. */
  readonly of: readonly (Pick<Booking, "pricingSnapshot"> | null)[];
  /** By whose clock departures are shown. */
  readonly zone: string;
}

export function changeWords(
  value: unknown,
  { field }: RecordChange,
  { of, zone }: NamedIn,
): string {
  const prices = of.flatMap((each) => each?.pricingSnapshot ?? []);
  const [price] = prices;
  if (typeof value === "string" && field === "status") return texts.status[value as BookingStatus];
  if (typeof value === "string" && field === "startAt") return timeWords(value, zone, true);
  if (typeof value === "number" && field === "pricingSnapshot.retail" && price)
    return moneyWords(value, price);
  if (Array.isArray(value) && field === "unitItems")
    return unitWords(value as Booking["unitItems"], prices);
  if (Array.isArray(value) && field === "resourceUsageSnapshot.items")
    return placesWords(value as UsedResource[]);
  if (typeof value === "object" && field === "customer") return customerWords(value);
  return plainWords(value);
}

/** The name of a field; undefined: the field is not shown. Members of free JSON keep their own names. */
export function fieldName(field: string): string | undefined {
  const { booking, day, holds } = texts;
  const named: Readonly<Record<string, string>> = {
    "customer.firstName": booking.firstName,
    "customer.lastName": booking.lastName,
    startAt: day.departure,
    cancellationReason: holds.reason,
    customer: texts.sale.customer,
    status: day.status,
    unitItems: day.party,
    "pricingSnapshot.retail": day.total,
    "resourceUsageSnapshot.items": day.places,
    notes: day.notes,
    externalId: booking.externalId,
    resellerReference: booking.resellerReference,
    "customer.name": day.name,
    "customer.email": day.email,
    "customer.phone": day.phone,
    "customer.fullName": day.name,
    "customer.emailAddress": day.email,
    "customer.phoneNumber": day.phone,
    "customer.telephone": day.phone,
  };
  return named[field] ?? /^(?:customer|participants|metadata)\.(.+)$/.exec(field)?.[1];
}

function unitWords(items: Booking["unitItems"], prices: readonly PricingSnapshot[]): string {
  const unitPricing = prices.flatMap((price) => price.unitPricing);
  return partyOf({ unitItems: items, pricingSnapshot: { unitPricing } });
}

function placesWords(items: readonly UsedResource[]): string {
  const { wholeOf } = texts.booking;
  return items
    .map(({ name, capacityPlaces, resourceQuantity }) =>
      resourceQuantity
        ? `${resourceQuantity} ${fill(wholeOf, { name })}`
        : `${capacityPlaces} ${name}`,
    )
    .join(", ");
}

function customerWords(customer: object | null): string {
  const known = customerOf({ customer: customer as Booking["customer"] });
  return plainWords(
    Object.values(known)
      .filter((each) => each !== "")
      .join(", "),
  );
}
