/** Whether a departure exists, is blocked, and which others are near. */
import { dayMs, departsAt, departuresOf, instantOfLocal } from "@slipway/departures";
import type { CreateInput, SellingFacts } from "./option-policy.ts";

/** The requested start in milliseconds; a customStart is local time of the zone. */
export function startOf(input: Pick<CreateInput, "startAt" | "customStart">, zone: string): number {
  const { startAt, customStart } = input;
  if (customStart) return instantOfLocal(zone, customStart.localDate, customStart.localTime);
  return Date.parse(startAt ?? "");
}

const firstInstant = Date.parse("0000-01-01T00:00:00.000Z");
/** The last instant that the API can answer. */
export const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether the API can answer an instant: an end that shifts with its start may leave the calendar. */
export function isAnswerable(at: number): boolean {
  return at >= firstInstant && at <= lastInstant;
}

/** Whether an active availability period has a departure at this instant. */
export function isDerived(selling: SellingFacts, zone: string, startAt: number): boolean {
  return departsAt(selling.periods, zone, startAt);
}

export function isBlocked(selling: SellingFacts, startAt: number): boolean {
  return selling.blocks.some(
    (block) => Date.parse(block.startAt) <= startAt && startAt < Date.parse(block.endAt),
  );
}

const nearestMax = 3;
const nearestMs = 14 * dayMs;

/**
 * The starts of the timetable that are nearest to an instant and not blocked, from `earliest` on. Manual
 * departures are not looked up, and places are not counted.
 */
export function nearestDepartures(
  at: number,
  selling: SellingFacts,
  { zone, earliest }: { zone: string; earliest: number },
): number[] {
  const range = { from: Math.max(at - nearestMs, earliest), to: at + nearestMs };
  return departuresOf(selling.periods, zone, range)
    .filter((start) => !isBlocked(selling, start))
    .toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
    .slice(0, nearestMax);
}
