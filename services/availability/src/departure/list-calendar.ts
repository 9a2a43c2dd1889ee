import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import { calendarPageMax, departuresMax } from "../constants.ts";
import type { DepartureDeps } from "./deps.ts";
import { calendarDaysOf } from "./calendar-day.ts";
import { checkRange, refuseManyDays } from "./check-range.ts";
import { findOptions } from "./find-options.ts";
import { listManualStarts } from "./list-manual-starts.ts";
import { type LocalDays, localDaysOf, spanOfDays } from "./local-days.ts";
import { readDepartures } from "./read-departures.ts";
import { readOptions } from "./read-options.ts";
import {
  type OptionSchedule,
  type OptionSpan,
  type Start,
  daysThatFit,
  hasMoreStarts,
  startsOf,
} from "./starts.ts";

/**
 * Lists the local days on which options depart, with what is left of them and the lowest price. The page
 * token is the day to go on with. It is bounded as `listAvailability` is, and as current.
 */
export async function listCalendar(
  deps: DepartureDeps,
  request: Request,
  input: InputOf<typeof availability.listCalendar>,
): Promise<OutputOf<typeof availability.listCalendar>> {
  const found = await findOptions(request, input);
  return readOptions(deps, request, found, async (options) => {
    const { first, last } = localDaysOf(input);
    refuseManyDays({ first, last });
    if (options.length === 0) return { items: [], next: null };
    const isFirst = input.page === undefined;
    const asked = { options, first: isFirst ? first : Number(input.page), last, isFirst };
    const { starts, through } = await listStarts(deps, request, asked);
    const departures = await readDepartures(request, { starts, withPrices: true });
    const items = calendarDaysOf(departures, deps.clock());
    return { items, next: through < last ? String(through + 1) : null };
  });
}

interface Days extends LocalDays {
  readonly options: readonly OptionSchedule[];
  readonly isFirst: boolean;
}

/** The departures of this page, and its last day. */
async function listStarts(
  deps: DepartureDeps,
  request: Request,
  { options, first, last, isFirst }: Days,
): Promise<{ starts: Start[]; through: number }> {
  const firstDays = (days: number): OptionSpan[] => spansOf(options, first, first + days - 1);
  const days = last - first + 1;
  const fitting = daysThatFit(
    Math.min(days, calendarPageMax.days),
    (some) => !hasMoreStarts(firstDays(some), [], calendarPageMax.departures),
  );
  const ofPage = Math.max(1, fitting);
  const spans = firstDays(isFirst ? days : ofPage);
  const manual = await listManualStarts(deps, request, {
    options,
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
    limit: departuresMax + 1,
  });
  if (isFirst) checkRange(request, manual, { spans, days, firstDays });
  return { starts: startsOf(firstDays(ofPage), manual), through: first + ofPage - 1 };
}

function spansOf(options: readonly OptionSchedule[], first: number, last: number): OptionSpan[] {
  return options.map((option) => ({ option, ...spanOfDays(option.facts, { first, last }) }));
}
