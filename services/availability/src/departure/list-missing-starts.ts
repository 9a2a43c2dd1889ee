import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { departsAt } from "@slipway/departures";
import type { DepartureDeps } from "./deps.ts";
import { readOptions } from "./read-options.ts";

type ListMissingStarts = typeof availability.listMissingStarts;

/** Lists those of these starts at which the option has no departure now: neither a period nor a manual one gives it. */
export function listMissingStarts(
  deps: DepartureDeps,
  request: Request,
  { optionId, starts }: InputOf<ListMissingStarts>,
): Promise<OutputOf<ListMissingStarts>> {
  return readOptions(deps, request, { optionIds: [optionId], isNamed: false }, async ([option]) => {
    if (!option) return { starts };
    const { facts, schedule } = option;
    const { tenantId } = request.caller;
    const underived = starts.filter((at) => !departsAt(schedule.periods, facts.timezone, at));
    if (underived.length === 0) return { starts: [] };
    const manual = new Set(await deps.manualDepartures.listAmong(tenantId, optionId, underived));
    return { starts: underived.filter((at) => !manual.has(at)) };
  });
}
