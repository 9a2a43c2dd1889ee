/** Evaluates a change of a booking: the new quote, or the first refusal in the contract's order. */
import type { InputOf, RefusalCode, bookings } from "@slipway/contracts";
import { findPrice, refusalOfTravellers, travellersOf } from "@slipway/departures";
import {
  type Booking,
  type FieldChanges,
  type ResourceItem,
  type UnitItem,
  isRedeemed,
} from "../record/booking.ts";
import { isBlocked, nearestDepartures } from "../offer/departure.ts";
import { ratesAt } from "../offer/pricing.ts";
import {
  type Demand,
  type Quote,
  type QuoteRefusal,
  type Taken,
  demandOf,
  pricedQuote,
} from "../offer/quote.ts";
import {
  type OptionFacts,
  type SellingFacts,
  needsApproval,
  occupiedUntil,
} from "../offer/option-policy.ts";

export interface ChangeInput extends InputOf<typeof bookings.updateBooking> {
  /** A reseller's own change: it needs no subscription, obeys the booking cutoff, and sets these fields, too. */
  channelChange?: { readonly set: FieldChanges } | undefined;
}

/** Whether a change recomputes price and places: `participants` alone does not. */
export function recomputes({
  id: _,
  expectedUpdatedAt: _token,
  participants: _p,
  ...rest
}: ChangeInput): boolean {
  return Object.values(rest).some((field) => field !== undefined);
}

export interface ChangeRequest {
  input: ChangeInput;
  booking: Booking;
  /** The option of the departure after the change. */
  optionId: string;
  /** The new start in milliseconds. */
  startAt: number;
  /** A period gives the start, it is a manual departure, or this change makes it. */
  isDeparture: boolean;
  /** The change makes a manual departure: it asks for a local start that no period gives. */
  makesDeparture: boolean;
  /** The instant whose rates apply: the start, unless the request names another. */
  rateAt: number;
  isRateDerived: boolean;
}

/**
 * A refusal without `demand` comes before capacity's own refusals, one with `demand` after them.
 * `conflict` is a refusal that comes after the booking's own state and token.
 */
export type ChangeEvaluation =
  | { refusal: QuoteRefusal; demand?: undefined; nearest?: number[] }
  | { refusal: QuoteRefusal; demand: Demand; nearest?: undefined }
  | { refusal?: undefined; demand: Demand; quote: Quote; conflict: RefusalCode | undefined };

/** Evaluates a change in the order of the catalogue of refusals. Cutoffs apply to resellers alone. */
export function evaluateChange(
  asked: ChangeRequest,
  facts: OptionFacts,
  selling: SellingFacts,
  now: number,
): ChangeEvaluation {
  const { input, booking, startAt } = asked;
  const startRefusal = refusalOfNewStart(asked, now) ?? refusalOfCutoff(asked, facts, now);
  if (startRefusal === "NOT_A_DEPARTURE") {
    const { timezone: zone } = facts;
    const nearest = nearestDepartures(startAt, selling, { zone, earliest: now });
    return { refusal: startRefusal, nearest };
  }
  if (startRefusal) return { refusal: startRefusal };
  const { retailPrices } = input;
  const unitItems = input.unitItems ?? booking.unitItems;
  const travellers = travellersOf(
    { unitItems, ...(retailPrices ? { retailPrices } : {}) },
    isOfOtherOption(asked) ? facts.units : withKeptUnits(facts.units, booking, unitItems),
  );
  if (travellers === "UNKNOWN_UNIT") return { refusal: travellers };
  const refusalForTravellers = refusalOfTravellers(travellers, facts.option);
  if (refusalForTravellers) return { refusal: refusalForTravellers };

  const demand = demandOf({ resourceItems: itemsAfter(booking, input) }, travellers, facts);
  const price = findPrice({
    pricingPer: demand.pricingPer,
    travellers,
    rates: ratesAt(facts, asked.rateAt, !asked.isRateDerived),
    given: retailPrices ?? {},
  });
  if (!price) return { refusal: "PRICE_NOT_CONFIGURED", demand };
  const quote = { travellers, price, demand };
  if (pricedQuote(quote, facts, []) === "TOO_BIG") return { refusal: "TOTAL_TOO_BIG", demand };
  return { demand, quote, conflict: conflictOf(asked, facts, selling, now) };
}

function conflictOf(
  asked: ChangeRequest,
  facts: OptionFacts,
  selling: SellingFacts,
  now: number,
): RefusalCode | undefined {
  const { booking, startAt } = asked;
  if (refusesChanges(asked, facts, now)) return "ARCHIVED";
  // Nobody has approved the booking of the other option, so CONFIRMED would not be true of it.
  const isUnapproved = booking.status === "CONFIRMED" && needsApproval(facts);
  if (isOfOtherOption(asked) && isUnapproved) return "INVALID_STATE";
  // The party has come to this departure: its tickets would count as used on another one.
  if (isRescheduled(asked) && isRedeemed(booking)) return "INVALID_STATE";
  return isRescheduled(asked) && isBlocked(selling, startAt) ? "DEPARTURE_BLOCKED" : undefined;
}

/**
 * The first refusal of a change whose option is deleted. Only what the request itself names counts: it
 * has no departures, units or resources any more. The booking's state is checked after this.
 */
export function refusalWithoutOption(
  asked: Pick<ChangeRequest, "input" | "booking" | "startAt">,
  now: number,
): RefusalCode | undefined {
  const { input, booking } = asked;
  const isDeparture = input.customStart !== undefined;
  const { optionId } = booking;
  const startRefusal = refusalOfNewStart({ ...asked, optionId, isDeparture }, now);
  if (startRefusal) return startRefusal;
  const own = new Set(booking.unitItems.map(({ unitId }) => unitId));
  const isPricedAside = Object.keys(input.retailPrices ?? {}).some((unitId) => !own.has(unitId));
  if (input.unitItems || isPricedAside) return "UNKNOWN_UNIT";
  return input.resourceItems?.length ? "RESOURCE_NOT_LINKED" : undefined;
}

type Rescheduled = Pick<ChangeRequest, "booking" | "optionId" | "startAt" | "isDeparture">;

function isRescheduled(asked: Omit<Rescheduled, "isDeparture">): boolean {
  return isOfOtherOption(asked) || asked.startAt !== asked.booking.startAt.getTime();
}

function isOfOtherOption({
  booking,
  optionId,
}: Pick<Rescheduled, "booking" | "optionId">): boolean {
  return optionId !== booking.optionId;
}

/** A booking that keeps its departure stays valid there. */
function refusalOfNewStart(asked: Rescheduled, now: number): RefusalCode | undefined {
  if (!isRescheduled(asked)) return undefined;
  if (asked.startAt < now) return "IN_THE_PAST";
  return asked.isDeparture ? undefined : "NOT_A_DEPARTURE";
}

/** A reseller that moves a booking sells another departure. */
function refusalOfCutoff(
  asked: ChangeRequest,
  { option }: OptionFacts,
  now: number,
): RefusalCode | undefined {
  if (!asked.input.channelChange || !isRescheduled(asked)) return undefined;
  const cutoff = asked.startAt - option.bookingCutoffMinutes * 60_000;
  return now > cutoff ? "BOOKING_CUTOFF_PASSED" : undefined;
}

type Line = Pick<UnitItem, "unitId" | "quantity">;

/** An archived unit may stay in the party, up to the quantity that the booking has of it. */
function withKeptUnits(
  units: OptionFacts["units"],
  { unitItems: own }: Pick<Booking, "unitItems">,
  wanted: readonly Line[],
): OptionFacts["units"] {
  return units.map((unit) => {
    const isKept =
      unit.deletedAt !== null && quantityOf(wanted, unit.id) <= quantityOf(own, unit.id);
    return isKept ? { ...unit, deletedAt: null } : unit;
  });
}

function quantityOf(lines: readonly Line[], id: string): number {
  return lines.reduce((sum, { unitId, quantity }) => sum + (unitId === id ? quantity : 0), 0);
}

/**
 * Bookings of an archived product can be changed until they are over: later a change would be a new
 * sale, and so is a change of option. While the option is being deleted no change is allowed: the deletion
 * has counted its bookings.
 */
function refusesChanges(asked: ChangeRequest, facts: OptionFacts, now: number): boolean {
  if (!facts.archived) return false;
  const isOver = asked.booking.occupiedUntil.getTime() <= now;
  return !facts.productArchived || isOver || isOfOtherOption(asked);
}

/** The whole units after a change: those of the request, else kept as long as the units are kept. */
export function itemsAfter(
  { resourceItems }: Pick<Booking, "resourceItems">,
  input: Pick<ChangeInput, "resourceItems" | "unitItems">,
): ResourceItem[] {
  if (input.resourceItems) return input.resourceItems;
  return input.unitItems ? [] : resourceItems;
}

/**
 * Whether the booking's claims already hold exactly this: the same departure, window and places. A booking that takes
 * nothing has to ask for another departure as well, because that one may be called off.
 */
export function takesTheSame(
  booking: Booking,
  taken: Taken,
  { facts, startAt }: { facts: OptionFacts; startAt: number },
): boolean {
  const held = booking.resourceUsageSnapshot?.items ?? [];
  if (held.length !== taken.length) return false;
  const isSameDeparture =
    booking.startAt.getTime() === startAt &&
    // A ledger counts the places of each option's departures apart.
    /* mark: same-option */ facts.option.id === booking.optionId;
  if (!isSameDeparture || taken.length === 0) return isSameDeparture;
  const isSameWindow = booking.occupiedUntil.getTime() === occupiedUntil(facts, startAt);
  return isSameWindow && taken.every((use) => held.some((item) => isSameUse(item, use)));
}

/** The uses with the margins that the booking's claims have, where it keeps those claims. */
export function asHeld(
  { resourceUsageSnapshot }: Pick<Booking, "resourceUsageSnapshot">,
  taken: Taken,
): Taken {
  return taken.map(({ resourceId, name, places, units, first }) => {
    const held = resourceUsageSnapshot?.items.find((item) => item.resourceId === resourceId);
    const { prepareMinutes, turnaroundMinutes } = held ?? {};
    const margins = prepareMinutes === undefined ? {} : { prepareMinutes, turnaroundMinutes };
    return { resourceId, name, places, units, first, ...margins };
  });
}

type HeldUse = NonNullable<Booking["resourceUsageSnapshot"]>["items"][number];

/** Whole units are compared by number: their places may have changed since. */
function isSameUse(held: HeldUse, { resourceId, places, units }: Taken[number]): boolean {
  if (held.resourceId !== resourceId) return false;
  if (units !== null) return held.resourceQuantity === units;
  return held.resourceQuantity === undefined && held.capacityPlaces === places;
}
