import { type InputOf, type OutputOf, answerOf, catalog } from "@slipway/contracts";

type PricingPeriodInput = InputOf<typeof catalog.setPricingPeriods>["periods"][number];

/** A pricing period, kept in its option's document: all of them are replaced by one write. */
export interface PricingPeriod extends Omit<PricingPeriodInput, "validFrom" | "validUntil"> {
  /** Absent in what earlier releases have made. */
  readonly validFrom?: string | null | undefined;
  /** Absent in what earlier releases have made. */
  readonly validUntil?: string | null | undefined;
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function periodRecord(
  period: PricingPeriod,
  option: { _id: string; tenantId: string },
): OutputOf<typeof catalog.listPricingPeriods>[number] {
  return answerOf(catalog.pricingPeriod, {
    ...period,
    tenantId: option.tenantId,
    optionId: option._id,
    validFrom: period.validFrom ?? null,
    validUntil: period.validUntil ?? null,
  });
}

/** Whether a PUT asks for what stands already: then nothing is written and the ids stay. */
export function isSameAs(
  standing: readonly PricingPeriod[],
  given: readonly PricingPeriodInput[],
): boolean {
  const fields = standing.map(
    ({ id: _id, createdAt: _made, updatedAt: _changed, ...rest }) => rest,
  );
  return JSON.stringify(fields.map(inOrder)) === JSON.stringify(given.map(inOrder));
}

/** One order of keys, whatever order a database or a client has given them. */
function inOrder(period: Omit<PricingPeriod, "id" | "createdAt" | "updatedAt">): unknown[] {
  return [
    period.startMonthDay,
    period.endMonthDay,
    period.weekdays,
    period.startTimes,
    period.validFrom ?? null,
    period.validUntil ?? null,
    period.label,
    period.color,
    Object.entries(period.retailPrices).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    period.retailPriceTiers?.map((tier) => [tier.minQuantity, tier.maxQuantity, tier.retail]) ??
      null,
  ];
}
