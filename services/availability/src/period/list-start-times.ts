import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { earliestDate } from "@slipway/departures";
import type { PeriodDeps } from "./deps.ts";

/** The local times at which options depart, by their active periods that are not over in every time zone. */
export async function listStartTimes(
  { periods, clock }: PeriodDeps,
  { caller: { tenantId } }: Request,
  { optionIds }: InputOf<typeof availability.listStartTimes>,
): Promise<OutputOf<typeof availability.listStartTimes>> {
  const found = await periods.listActiveTimes(tenantId, optionIds, earliestDate(clock()));
  const byOption = Map.groupBy(found, ({ optionId }) => optionId);
  const options = [...byOption].map(([optionId, of]) => {
    const times = new Set(of.flatMap(({ startTimes }) => startTimes));
    return { optionId, startTimes: [...times].toSorted() };
  });
  return { options };
}
