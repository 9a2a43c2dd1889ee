import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { PeriodDeps } from "./deps.ts";

type HasActivePeriods = typeof availability.hasActivePeriods;

/** Whether an option has an active period, or one that is being made. */
export async function hasActivePeriods(
  { periods, clock }: PeriodDeps,
  { caller: { tenantId } }: Request,
  { optionId }: InputOf<HasActivePeriods>,
): Promise<OutputOf<HasActivePeriods>> {
  return { found: await periods.hasActive(tenantId, optionId, clock()) };
}
