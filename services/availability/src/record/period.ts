import { type OutputOf, answerOf, availability } from "@slipway/contracts";
import type { Recurrence } from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";

/** An availability period of an option: the local days and times at which it departs. */
export interface Period extends Recurrence {
  readonly id: string;
  readonly tenantId: string;
  readonly optionId: string;
  readonly label: string | null;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type PeriodFields = Partial<
  Pick<Period, "active" | "label" | "validFrom" | "validUntil" | "exceptDates">
>;

export type PeriodRecord = OutputOf<typeof availability.createPeriod>;

/** A period as it is answered; what is legacy in it is the option's and the tenant's. */
export function periodRecord(period: Period, facts: OptionFacts): PeriodRecord {
  return answerOf(availability.availabilityPeriod, {
    ...period,
    ...recurrenceOf(period),
    pricingBasis: facts.option.pricingPer,
    currency: facts.currency,
    prices: [],
  });
}

export function recurrenceOf(period: Recurrence) {
  return {
    startMonthDay: period.startMonthDay,
    endMonthDay: period.endMonthDay,
    weekdays: [...period.weekdays],
    startTimes: [...period.startTimes],
    validFrom: period.validFrom ?? null,
    validUntil: period.validUntil ?? null,
    exceptDates: [...(period.exceptDates ?? [])],
  };
}
