/** A change of a booking judged against the facts: what it would be sold as, or why not, in order. */
import type { InputOf, RefusalCode, bookings } from "@slipway/contracts";
import type { Booking, ResourceItem, UnitItem } from "../booking.ts";
import { isBlocked } from "../sell/departure.ts";
import { partyOf, refusalOfParty } from "../sell/travellers.ts";
import { quote, ratesAt } from "../sell/pricing.ts";
import {
  type Demand,
  type Sale,
  type SaleRefusal,
  type Taken,
  demandOf,
  pricedSale,
} from "../sell/quote.ts";
import { type OptionFacts, type SellingFacts, occupiedUntil } from "../sell/option-policy.ts";

export type ChangeInput = InputOf<typeof bookings.updateBooking>;

/** Whether a change computes price and places anew: `participants` alone does not. */
export function recomputes({
  id: _,
  expectedUpdatedAt: _token,
  participants: _p,
  ...rest
}: ChangeInput): boolean {
  return Object.values(rest).some((field) => field !== undefined);
}

export interface ChangeWish {
  input: ChangeInput;
  booking: Booking;
  /** Where the booking is to start, milliseconds. */
  startAt: number;
  /** Given by a period, standing as a manual departure, or made by this change. */
  isDeparture: boolean;
  /** It asks for a local start that no period gives and nobody has made: it makes that departure. */
  makesDeparture: boolean;
  /** Whose rates count: the start's, unless another is named; and whether a period gives it. */
  rateAt: number;
  isRateDerived: boolean;
}

/**
 * The first refusal before those that only capacity knows, else the demand with the refusal after
 * them or the sale; `conflict` comes after the booking's own state and token.
 */
export type ChangeJudgement =
  | { refusal: SaleRefusal; demand?: undefined }
  | { refusal: SaleRefusal; demand: Demand }
  | { refusal?: undefined; demand: Demand; sale: Sale; conflict: RefusalCode | undefined };

/** Judges a change in the order of completions section 2. Cutoffs do not apply to it. */
export function judgeChange(
  wish: ChangeWish,
  facts: OptionFacts,
  selling: SellingFacts,
  now: number,
): ChangeJudgement {
  const { input, booking, startAt } = wish;
  const refusalOfMove = refusalOfNewStart(wish, now);
  if (refusalOfMove) return { refusal: refusalOfMove };
  const { retailPrices } = input;
  const unitItems = input.unitItems ?? booking.unitItems;
  const party = partyOf(
    { unitItems, ...(retailPrices ? { retailPrices } : {}) },
    input.unitItems ? facts.units : withKeptUnits(facts.units, booking.unitItems),
  );
  if (party === "UNKNOWN_UNIT") return { refusal: party };
  const refusalForParty = refusalOfParty(party, facts.option);
  if (refusalForParty) return { refusal: refusalForParty };

  const demand = demandOf({ resourceItems: itemsAfter(booking, input) }, party, facts);
  const price = quote({
    pricingPer: demand.pricingPer,
    party,
    rates: ratesAt(facts, wish.rateAt, !wish.isRateDerived),
    given: retailPrices ?? {},
  });
  if (!price) return { refusal: "PRICE_NOT_CONFIGURED", demand };
  const sale = { party, quote: price, demand };
  if (pricedSale(sale, facts, []) === "TOO_BIG") return { refusal: "TOTAL_TOO_BIG", demand };
  if (refusesChanges(facts, booking, now)) return { demand, sale, conflict: "ARCHIVED" };
  const isKeptOut = isMoved(wish) && isBlocked(selling, startAt);
  return { demand, sale, conflict: isKeptOut ? "DEPARTURE_BLOCKED" : undefined };
}

/**
 * The first domain refusal of a change whose option is deleted, by what the request itself names:
 * nothing departs any more, and no unit is sold and no resource linked. What the booking keeps is
 * not held against it: its state comes next.
 */
export function refusalWithoutOption(
  wish: Pick<ChangeWish, "input" | "booking" | "startAt">,
  now: number,
): RefusalCode | undefined {
  const { input, booking } = wish;
  const isDeparture = input.customStart !== undefined;
  const refusalOfMove = refusalOfNewStart({ ...wish, isDeparture }, now);
  if (refusalOfMove) return refusalOfMove;
  const own = new Set(booking.unitItems.map(({ unitId }) => unitId));
  const isPricedAside = Object.keys(input.retailPrices ?? {}).some((unitId) => !own.has(unitId));
  if (input.unitItems || isPricedAside) return "UNKNOWN_UNIT";
  return input.resourceItems?.length ? "RESOURCE_NOT_LINKED" : undefined;
}

type Moved = Pick<ChangeWish, "booking" | "startAt" | "isDeparture">;

function isMoved({ booking, startAt }: Pick<Moved, "booking" | "startAt">): boolean {
  return startAt !== booking.startAt.getTime();
}

/** A booking that is not moved stays valid at its own start. */
function refusalOfNewStart(wish: Moved, now: number): RefusalCode | undefined {
  if (!isMoved(wish)) return undefined;
  if (wish.startAt < now) return "IN_THE_PAST";
  return wish.isDeparture ? undefined : "NOT_A_DEPARTURE";
}

/** Units that a booking keeps are its own, archived or not. */
function withKeptUnits(
  units: OptionFacts["units"],
  kept: readonly UnitItem[],
): OptionFacts["units"] {
  const ids = new Set(kept.map(({ unitId }) => unitId));
  return units.map((unit) => (ids.has(unit.id) ? { ...unit, deletedAt: null } : unit));
}

/**
 * Bookings below an archived product can be changed; not where the option is being deleted, which
 * has counted those that are not over, nor once they are over: that would sell anew.
 */
function refusesChanges(facts: OptionFacts, { occupiedUntil: end }: Booking, now: number): boolean {
  return facts.archived && (!facts.productArchived || end.getTime() <= now);
}

/** Whole units asked for by name: kept where the units are kept too, else those of the change. */
export function itemsAfter(
  { resourceItems }: Pick<Booking, "resourceItems">,
  input: Pick<ChangeInput, "resourceItems" | "unitItems">,
): ResourceItem[] {
  if (input.resourceItems) return input.resourceItems;
  return input.unitItems ? [] : resourceItems;
}

/** Whether a booking would take exactly what its claims hold already: its window and its places. */
export function takesTheSame(
  booking: Booking,
  taken: Taken,
  { facts, startAt }: { facts: OptionFacts; startAt: number },
): boolean {
  const held = booking.resourceUsageSnapshot?.items ?? [];
  if (held.length !== taken.length) return false;
  if (taken.length === 0) return true;
  const isSameWindow =
    booking.startAt.getTime() === startAt &&
    booking.occupiedUntil.getTime() === occupiedUntil(facts, startAt);
  return isSameWindow && taken.every((use) => held.some((item) => isSameUse(item, use)));
}

type HeldUse = NonNullable<Booking["resourceUsageSnapshot"]>["items"][number];

/** Whole units stay whole units, whatever they are worth by now. */
function isSameUse(held: HeldUse, { resourceId, places, units }: Taken[number]): boolean {
  if (held.resourceId !== resourceId) return false;
  if (units !== null) return held.resourceQuantity === units;
  return held.resourceQuantity === undefined && held.capacityPlaces === places;
}
