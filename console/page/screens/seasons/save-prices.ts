/** Replaces the prices of an option: another period more, one changed, or one less. */
import type { NewPricingPeriod, OptionWithDetails, PricingPeriod, Slipway } from "@slipway/client";

export interface PriceChange {
  readonly option: Pick<OptionWithDetails, "id" | "pricingPer">;
  /** What is changed or removed; undefined: another one is added. */
  readonly period?: PricingPeriod | undefined;
  /** Undefined: the period is removed. */
  readonly given?: Partial<NewPricingPeriod>;
}

/** The prices are read again just before: what others have set meanwhile stays. Each setting gives all of them new ids. */
export async function savePrices(
  { options }: Slipway,
  { option: { id, pricingPer }, period, given }: PriceChange,
): Promise<void> {
  const before = await options.listPricingPeriods(id);
  const at = period ? before.findIndex((each) => each.id === period.id) : before.length;
  if (at < 0) throw new Error("the prices were set anew meanwhile");
  const changed = given ? [{ ...period, ...given } as PricingPeriod] : [];
  const periods = before.toSpliced(at, 1, ...changed).map(withoutRecord);
  await options.setPricingPeriods(id, { pricingPer: pricingPer ?? "UNIT", periods });
}

/** What may be sent of it. */
function withoutRecord(period: PricingPeriod): NewPricingPeriod {
  const { id, tenantId, optionId, createdAt, updatedAt, ...given } = period;
  return given;
}
