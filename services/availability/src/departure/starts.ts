/** When options depart, derived from their periods and beside them. */
import { departuresOf, isDepartureTime } from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";
import type { ManualStart } from "../record/manual-start.ts";
import type { Schedule } from "./load-schedule.ts";

/** An option, and what decides when it departs. */
export interface OptionSchedule {
  readonly facts: OptionFacts;
  readonly schedule: Schedule;
}

/** Whether resellers see the option: it has units and a timetable. */
export function isShownToResellers({ facts, schedule }: OptionSchedule): boolean {
  return facts.units.some(({ deletedAt }) => deletedAt === null) && schedule.periods.length > 0;
}

/** Milliseconds, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span in which the departures of an option are looked for. */
export interface OptionSpan extends Span {
  readonly option: OptionSchedule;
}

export interface Start {
  readonly option: OptionSchedule;
  readonly start: number;
  /** No period gives it. */
  readonly manual: boolean;
}

/** The first departures of these options, at most so many, by start and then by option. */
export function startsOf(
  spans: readonly OptionSpan[],
  manual: readonly ManualStart[],
  limit = Infinity,
): Start[] {
  const starts = spans.flatMap((span) => startsOfOne(span, manual, limit));
  if (spans.length > 1 || manual.length > 0) starts.sort(byStartAndOption);
  return starts.length > limit ? starts.slice(0, limit) : starts;
}

function startsOfOne(
  { option, from, to }: OptionSpan,
  manual: readonly ManualStart[],
  limit: number,
): Start[] {
  const { facts, schedule } = option;
  const derived = departuresOf(schedule.periods, facts.timezone, { from, to, limit });
  const starts = derived.map((start) => ({ option, start, manual: false }));
  const own = manual.filter(
    ({ optionId, start }) =>
      optionId === facts.option.id && from <= start && start <= to && isDepartureTime(start),
  );
  if (own.length === 0) return starts;
  const given = new Set(derived);
  const beside = own.filter(({ start }) => !given.has(start));
  return [...starts, ...beside.map(({ start }) => ({ option, start, manual: true }))];
}

function byStartAndOption(one: Start, other: Start): number {
  return one.start - other.start || (idOf(one) < idOf(other) ? -1 : 1);
}

function idOf({ option }: Start): string {
  return option.facts.option.id;
}

/** Whether there are more than so many; it looks at one more than that at most. */
export function hasMoreStarts(
  spans: readonly OptionSpan[],
  manual: readonly ManualStart[],
  limit: number,
): boolean {
  let left = limit;
  for (const span of spans) {
    left -= startsOf([span], manual, left + 1).length;
    if (left < 0) return true;
  }
  return false;
}

/** The greatest number of days that fits, of 0 to `most`; if some days do not fit, neither do more. */
export function daysThatFit(most: number, fit: (days: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fit(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
