import type { InputOf, OutputOf, catalog } from "@slipway/contracts";

type PricingPeriodInput = InputOf<typeof catalog.setPricingPeriods>["periods"][number];

/** A pricing period, kept in its option's document: all of them are replaced by one write. */
export interface PricingPeriod extends PricingPeriodInput {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type PricingPeriodRecord = OutputOf<typeof catalog.listPricingPeriods>[number];

export function periodRecord(
  period: PricingPeriod,
  option: { _id: string; tenantId: string },
): PricingPeriodRecord {
  const { id, createdAt, updatedAt, ...given } = period;
  return {
    id,
    tenantId: option.tenantId,
    optionId: option._id,
    ...given,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
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
function inOrder(period: PricingPeriodInput): unknown[] {
  return [
    period.startMonthDay,
    period.endMonthDay,
    period.weekdays,
    period.startTimes,
    period.label,
    period.color,
    Object.entries(period.retailPrices).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    period.retailPriceTiers?.map((tier) => [tier.minQuantity, tier.maxQuantity, tier.retail]) ??
      null,
  ];
}
