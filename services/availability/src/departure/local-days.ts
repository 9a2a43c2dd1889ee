/** Days of a calendar, counted from the first of 1970. */
import { dayMs, instantOfLocalTime } from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";
import type { Span } from "./starts.ts";

export interface LocalDays {
  readonly first: number;
  readonly last: number;
}

/** The days between two dates as YYYY-MM-DD. */
export function localDaysOf({ from, to }: { from: string; to: string }): LocalDays {
  return { first: dayOf(from), last: dayOf(to) };
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

/** The span from the first to the last of these local days, in the zone of the option. */
export function spanOfDays(
  { timezone }: Pick<OptionFacts, "timezone">,
  { first, last }: LocalDays,
): Span {
  const from = instantOfLocalTime(timezone, first * dayMs);
  return { from, to: instantOfLocalTime(timezone, (last + 1) * dayMs) - 1 };
}
