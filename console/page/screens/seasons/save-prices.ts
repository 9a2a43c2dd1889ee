/** Replaces the prices of an option: another period more, one changed, or one less. */
import type { NewPricingPeriod, Operations, PricingPer, PricingPeriod } from "@slipway/client";

interface PriceChange {
  readonly optionId: string;
  /** The period that is changed or removed; undefined: another one is added. */
  readonly period?: PricingPeriod | undefined;
  /** Undefined: the period is removed. */
  readonly given?: NewPricingPeriod;
}

/**
 * Reads the prices again just before, so what others have set meanwhile stays. What they set between this read and the write is
 * lost: the API has no version of prices. Every write gives all periods new ids, so a period is found by the time that it covers.
 * A repeat after a lost answer adds no second one.
 */
export async function savePrices(slipway: Operations, change: PriceChange): Promise<void> {
  await saveAllPrices(slipway, change.optionId, [change]);
}

/** @param now What one price buys from now on; undefined: what it buys already. */
export async function saveAllPrices(
  { options }: Operations,
  optionId: string,
  changes: readonly Omit<PriceChange, "optionId">[],
  now?: PricingPer,
): Promise<void> {
  const { pricingPer, pricingPeriods } = await options.get(optionId);
  const periods = pricesAfter(pricingPeriods, changes);
  await options.setPricingPeriods(optionId, { pricingPer: now ?? pricingPer ?? "UNIT", periods });
}

/** All prices after some changes, as they are sent. */
export function pricesAfter(
  now: readonly NewPricingPeriod[],
  changes: readonly Omit<PriceChange, "optionId">[],
): NewPricingPeriod[] {
  return changes.reduce(changedPeriods, now).map(withoutRecord);
}

export function changedPeriods(
  now: readonly NewPricingPeriod[],
  { period, given }: Omit<PriceChange, "optionId">,
): readonly NewPricingPeriod[] {
  const at = [period, given]
    .map((wanted) => now.findIndex((each) => wanted && timeOf(each) === timeOf(wanted)))
    .find((index) => index >= 0);
  const changed: readonly NewPricingPeriod[] = given ? [{ ...period, ...given }] : [];
  const [before, after] = at === undefined ? [now, []] : [now.slice(0, at), now.slice(at + 1)];
  return [...before, ...changed, ...after];
}

/** Equal where two periods cover the same time. */
function timeOf(period: NewPricingPeriod): string {
  const { startMonthDay, endMonthDay, weekdays, startTimes, validFrom, validUntil } = period;
  return String([
    validFrom,
    validUntil,
    startMonthDay,
    endMonthDay,
    weekdays.toSorted((a, b) => a - b),
    startTimes.toSorted(),
  ]);
}

type OfRecord = Pick<PricingPeriod, "id" | "tenantId" | "optionId" | "createdAt" | "updatedAt">;

/** The fields of a period that may be sent. */
function withoutRecord(period: NewPricingPeriod & Partial<OfRecord>): NewPricingPeriod {
  const { id, tenantId, optionId, createdAt, updatedAt, ...given } = period;
  return given;
}
