/** Replaces the prices of an option: another period more, one changed, or one less. */
import type { NewPricingPeriod, PricingPeriod, Operations } from "@slipway/client";

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
export async function savePrices({ options }: Operations, change: PriceChange): Promise<void> {
  const { pricingPer, pricingPeriods } = await options.get(change.optionId);
  const periods = changedPeriods(pricingPeriods, change).map(withoutRecord);
  await options.setPricingPeriods(change.optionId, { pricingPer: pricingPer ?? "UNIT", periods });
}

export function changedPeriods(
  now: readonly PricingPeriod[],
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
function timeOf({ startMonthDay, endMonthDay, weekdays, startTimes }: NewPricingPeriod): string {
  return String([
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
