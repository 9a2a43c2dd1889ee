import { type Request, call, refuseUnknown } from "@slipway/broker";
import { type InputOf, type OutputOf, type availability, catalog } from "@slipway/contracts";
import { type Recurrence, dayMs, departuresOf, isoOf } from "@slipway/departures";
import { departuresMax } from "../constants.ts";
import { checkDepartures } from "./check-departures.ts";
import type { PeriodDeps } from "./deps.ts";
import { departureChange } from "./departure-change.ts";

/**
 * Answers which departures of the option a change of periods would add and remove, from now on unless asked
 * otherwise. Nothing is written. Refuses NOT_FOUND, also for a removed period that is not an active one of the
 * option, and RANGE_TOO_LARGE.
 */
export async function quotePeriods(
  deps: PeriodDeps,
  request: Request,
  { id: optionId, add, remove, from: asked, days }: InputOf<typeof availability.quotePeriods>,
): Promise<OutputOf<typeof availability.quotePeriods>> {
  const { tenantId } = request.caller;
  const [{ timezone }, active] = await Promise.all([
    call(request, catalog.getOptionFacts, { optionId }),
    deps.periods.listActive(tenantId, optionId),
  ]);
  const removed = new Set(remove);
  const left = active.filter(({ id }) => !removed.has(id));
  refuseUnknownPeriods(remove, active);
  const from = asked === undefined ? deps.clock() : Date.parse(asked);
  const range = { from, to: from + days * dayMs - 1 };
  checkDepartures([...active, ...add], timezone, { from, days });
  const manual = await deps.manualDepartures.listStarts(tenantId, {
    optionIds: [optionId],
    ...range,
    limit: departuresMax,
  });
  const startsOf = (periods: readonly Recurrence[]): number[] => [
    ...departuresOf(periods, timezone, range),
    ...manual.map(({ start }) => start),
  ];
  const { appear, vanish, stayCount } = departureChange(
    startsOf(active),
    startsOf([...left, ...add]),
  );
  return {
    from: isoOf(range.from),
    to: isoOf(range.to),
    appearCount: appear.length,
    vanishCount: vanish.length,
    stayCount,
    appear: appear.map(isoOf),
    vanish: vanish.map(isoOf),
  };
}

/** Points at the first that is not an active period of the option. */
function refuseUnknownPeriods(remove: readonly string[], active: readonly { id: string }[]): void {
  const ids = new Set(active.map(({ id }) => id));
  const unknown = remove.findIndex((id) => !ids.has(id));
  if (unknown !== -1) throw refuseUnknown(`remove/${unknown}`);
}
