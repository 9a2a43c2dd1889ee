import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { dayMs } from "@slipway/departures";
import { listDaysMax, pageEntriesMax } from "../constants.ts";
import type { DepartureDeps } from "./deps.ts";
import { refuseDays } from "./check-range.ts";
import { fitting } from "./departure-page.ts";
import { availabilityEntry } from "./entry.ts";
import { findOptions } from "./find-options.ts";
import { type AskedStarts, listStarts, tokenOf } from "./list-starts.ts";
import { readDepartures } from "./read-departures.ts";
import { readOptions } from "./read-options.ts";

/**
 * Lists the departures of options in [from, to] with what is left of each: derived from their periods,
 * and the manual ones. Those that are over are listed too. The page token is where to go on. A client
 * that would get too many is refused with its first page.
 *
 * Periods, blocks, manual departures and rates are cached under a lease, and each change invalidates them. Vacancies are
 * read each time. So all are those of now on every replica.
 */
export async function listAvailability(
  deps: DepartureDeps,
  request: Request,
  input: InputOf<typeof availability.listAvailability>,
): Promise<OutputOf<typeof availability.listAvailability>> {
  const found = await findOptions(request, input);
  return readOptions(deps, request, found, async (options) => {
    const asked: AskedStarts = {
      options,
      range: { from: Date.parse(input.from), to: Date.parse(input.to) },
      isOne: input.optionId !== undefined && found.optionIds.length === 1,
      page: input.page,
    };
    refuseLongRange(asked);
    const starts = await listStarts(deps, request, asked);
    const departures = await readDepartures(request, {
      starts: starts.slice(0, pageEntriesMax),
      withPrices: input.include === "prices",
    });
    const now = deps.clock();
    const items = fitting(departures).map((departure) => availabilityEntry(departure, now));
    const following = starts[items.length];
    return { items, next: following ? tokenOf(following, asked) : null };
  });
}

function refuseLongRange({ range: { from, to }, isOne }: AskedStarts): void {
  const days = isOne ? listDaysMax.ofOne : listDaysMax.ofSeveral;
  const whose = isOne ? "" : " of several options";
  if (to - from > days * dayMs) throw refuseDays(`The range${whose} is longer than`, days);
}
