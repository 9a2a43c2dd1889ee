import { type Request, refuse } from "@slipway/broker";
import { departuresMax, localDaysMax } from "../constants.ts";
import type { LocalDays } from "./local-days.ts";
import type { ManualStart } from "../record/manual-start.ts";
import { type OptionSpan, daysThatFit, hasMoreStarts } from "./starts.ts";

interface AskedRange {
  readonly spans: readonly OptionSpan[];
  readonly days: number;
  /** The spans of its first days. */
  readonly firstDays: (days: number) => OptionSpan[];
}

/**
 * Refuses an answer with too many departures, before any of them is looked at, and says how many whole days
 * would do. The system itself, which notifies channels of all changes, reads page by page.
 */
export function checkRange(
  { caller }: Request,
  manual: readonly ManualStart[],
  { spans, days, firstDays }: AskedRange,
): void {
  const isTooLong = (some: readonly OptionSpan[]): boolean =>
    hasMoreStarts(some, manual, departuresMax);
  if (caller.actorType === "SYSTEM" || !isTooLong(spans)) return;
  const fitting = daysThatFit(days, (first) => !isTooLong(firstDays(first)));
  const departures = `The range has more than ${departuresMax} departures`;
  throw refuseDays(`${departures}; from its start it may have`, fitting);
}

/** Refuses more local days than one answer is made of. */
export function refuseManyDays({ first, last }: LocalDays): void {
  if (last - first >= localDaysMax) throw refuseDays("The range is longer than", localDaysMax);
}

export function refuseDays(what: string, days: number): Error {
  return refuse("RANGE_TOO_LARGE", { detail: `${what} ${days} days`, maxDays: days });
}
