/** Whether a departure may be sold to a party, and at what price. Places are counted elsewhere. */
import { type Price, type Rate, findPrice, pricingPerOf, totalOf } from "./price.ts";
import { ratesOf } from "./rates.ts";
import type { Recurrence } from "./recurrence.ts";
import {
  type OptionLimits,
  type RequestedUnits,
  type SoldUnit,
  type Travellers,
  refusalOfTravellers,
  travellersOf,
} from "./travellers.ts";

interface SoldOption<Unit extends SoldUnit = SoldUnit> {
  readonly option: OptionLimits & {
    readonly bookingCutoffMinutes: number;
    readonly pricingPer: Price["per"] | null;
  };
  readonly units: readonly Unit[];
  readonly pricingPeriods: readonly (Rate & Recurrence)[];
  readonly timezone: string;
  /** Nothing new is sold. */
  readonly archived: boolean;
}

interface SaleStart {
  /** Milliseconds. */
  readonly at: number;
  /** An active period gives it. */
  readonly isDerived: boolean;
  /** A manual departure stands there. */
  readonly isManual: boolean;
  /** The request makes the departure; the cutoff does not apply. */
  readonly isCustom: boolean;
  /** The request may book a start in the past; the cutoff does not apply. */
  readonly backdated: boolean;
  readonly isBlocked: boolean;
}

interface SaleRequest extends RequestedUnits {
  readonly start: SaleStart;
}

type EarlyRefusal = StartRefusal | "UNKNOWN_UNIT" | "UNIT_RESTRICTION" | "OPTION_RESTRICTION";
type LateRefusal = "PRICE_NOT_CONFIGURED" | "TOTAL_TOO_BIG" | "ARCHIVED" | "DEPARTURE_BLOCKED";
type StartRefusal = "IN_THE_PAST" | "NOT_A_DEPARTURE" | "BOOKING_CUTOFF_PASSED";

/** Between the early and the late refusals come those that only capacity knows, of resources. */
type SaleEvaluation<Unit extends SoldUnit = SoldUnit> =
  | { refusal: EarlyRefusal; travellers?: undefined }
  | { refusal: LateRefusal; travellers: Travellers<Unit> }
  | { refusal?: undefined; travellers: Travellers<Unit>; price: Price };

/** Evaluates a sale in the order of the catalogue of refusals. `now` in milliseconds. */
export function evaluateSale<Unit extends SoldUnit>(
  { start, ...units }: SaleRequest,
  sold: SoldOption<Unit>,
  now: number,
): SaleEvaluation<Unit> {
  const refusal = refusalOfStart(start, sold, now);
  if (refusal) return { refusal };
  const travellers = travellersOf(units, sold.units);
  if (travellers === "UNKNOWN_UNIT") return { refusal: travellers };
  const refusalForTravellers = refusalOfTravellers(travellers, sold.option);
  if (refusalForTravellers) return { refusal: refusalForTravellers };
  const price = findPrice({
    pricingPer: pricingPerOf(sold),
    travellers,
    rates: ratesAt(start, sold),
    given: units.retailPrices ?? {},
  });
  if (!price) return { refusal: "PRICE_NOT_CONFIGURED", travellers };
  // The factor of a RESOURCE price is known only after the claim.
  if (totalOf(price, travellers, 1) === undefined) return { refusal: "TOTAL_TOO_BIG", travellers };
  const closed = refusalOfNewSales(start, sold);
  return closed ? { refusal: closed, travellers } : { travellers, price };
}

/** The first of IN_THE_PAST, NOT_A_DEPARTURE and BOOKING_CUTOFF_PASSED that applies. */
export function refusalOfStart(
  start: SaleStart,
  { option: { bookingCutoffMinutes } }: Pick<SoldOption, "option">,
  now: number,
): StartRefusal | undefined {
  const isPast = start.at < now;
  if (isPast && !start.backdated) return "IN_THE_PAST";
  if (!start.isCustom && !start.isDerived && !start.isManual) return "NOT_A_DEPARTURE";
  if (isPast || start.isCustom) return undefined;
  return now > start.at - bookingCutoffMinutes * 60_000 ? "BOOKING_CUTOFF_PASSED" : undefined;
}

/** A departure that no period gives takes the rates of its day where no rate names its time. */
function ratesAt(
  { at: instant, isDerived }: SaleStart,
  { pricingPeriods, timezone }: SoldOption,
): Rate[] {
  return ratesOf(pricingPeriods, timezone, { instant, manual: !isDerived });
}

/** Whether the supplier sells nothing there, to any party. */
export function refusalOfNewSales(
  { isBlocked }: Pick<SaleStart, "isBlocked">,
  { archived }: Pick<SoldOption, "archived">,
): "ARCHIVED" | "DEPARTURE_BLOCKED" | undefined {
  if (archived) return "ARCHIVED";
  return isBlocked ? "DEPARTURE_BLOCKED" : undefined;
}
