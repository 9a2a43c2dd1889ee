/** The bars and the line of a resource on a day, in minutes of the supplier's clock. Pure. */
import type { ResourceUsage } from "@slipway/client";
import { dayAfter, rangeOfDay, timeIn } from "../../zone.ts";
import type { CalendarDeparture } from "./month.ts";

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** From a minute of the day to another one; one that ends on a later day goes on beyond 24 hours. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Bar extends Stretch {
  readonly departure: CalendarDeparture;
  /** Bars at the same time lie in different lanes. */
  readonly lane: number;
}

/** In the order of their starts, each in the first lane that is free by then. */
export function barsOf(departures: readonly CalendarDeparture[], timezone: string): Bar[] {
  const lanes: number[] = [];
  return departures.map((departure) => {
    const { startAt, endAt } = departure.entry;
    const { from, to } = stretchOf({ startAt, endAt: endAt ?? startAt }, timezone);
    const found = lanes.findIndex((until) => until <= from);
    const lane = found < 0 ? lanes.length : found;
    // One without a duration is seen, too.
    lanes[lane] = Math.max(to, from + 15);
    return { departure, from, to: lanes[lane], lane };
  });
}

/** The hours that a week needs: whole ones, and at least one. */
export function hoursOf(bars: readonly Stretch[]): { from: number; to: number } {
  const from = Math.floor(Math.min(dayMinutes - 60, ...bars.map((bar) => bar.from)) / 60);
  const to = Math.ceil(Math.min(dayMinutes, Math.max(0, ...bars.map((bar) => bar.to))) / 60);
  return { from, to: Math.max(to, from + 1) };
}

export interface Step extends Stretch {
  readonly places: number;
}

/** Places in use through the hours of that day. */
export function stepsOf(
  usage: readonly ResourceUsage[],
  { day, timezone }: { day: string; timezone: string },
): Step[] {
  const { from: start } = rangeOfDay(day, timezone);
  const { from: end } = rangeOfDay(dayAfter(day), timezone);
  return usage.flatMap(({ startAt: from, endAt: to, places }) => {
    // Usage over midnight counts on both days.
    const part = { startAt: from > start ? from : start, endAt: to < end ? to : end };
    return part.startAt < part.endAt ? { ...stretchOf(part, timezone), places } : [];
  });
}

export function peakOf(steps: readonly Step[]): number {
  return Math.max(0, ...steps.map(({ places }) => places));
}

/** By the clock, so that a bar stands below its hour on days on which clocks change. */
function stretchOf({ startAt, endAt }: { startAt: string; endAt: string }, zone: string): Stretch {
  const [hours = 0, minutes = 0] = timeIn(startAt, zone).split(":").map(Number);
  const from = hours * 60 + minutes;
  return { from, to: from + (Date.parse(endAt) - Date.parse(startAt)) / minuteMs };
}
