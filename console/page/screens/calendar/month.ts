/** A month as weeks of days, and what departs on each day. Pure. */
import type { AvailabilityBlock, AvailabilityEntry } from "@slipway/client";
import { type Catalog, soldWords } from "../../catalog.ts";
import { covers } from "../../parts/block-covers.ts";
import { type Level, type Places, levelOf } from "../../parts/free-places.ts";
import { dayAfter, dayIn } from "../../zone.ts";

export interface CalendarDeparture {
  readonly entry: AvailabilityEntry;
  readonly name: string;
  readonly level: Level;
}

interface CalendarParts {
  readonly entries: readonly AvailabilityEntry[];
  readonly blocks: readonly AvailabilityBlock[];
  readonly catalog: Pick<Catalog, "options">;
  /** In which days begin. */
  readonly timezone: string;
}

/** By start within each day. */
export function departuresByDay(
  parts: CalendarParts,
): ReadonlyMap<string, readonly CalendarDeparture[]> {
  const { entries, blocks, catalog, timezone } = parts;
  const departures = entries
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt))
    .map((entry) => {
      const { optionId, startAt } = entry;
      const sold = catalog.options.get(optionId);
      const productId = sold?.product.id ?? "";
      // Such as when fewer places are free than the smallest party needs.
      const level = entry.available ? levelOf(entry) : "full";
      const isBlocked = blocks.some((block) => covers(block, { productId, startAt }));
      return {
        entry,
        name: sold ? soldWords(sold) : optionId,
        level: isBlocked ? ("blocked" as const) : level,
      };
    });
  return Map.groupBy(departures, ({ entry }) => dayIn(entry.startAt, timezone));
}

const bestFirst = ["free", "few", "full", "blocked"] as const;

/** The best of its departures. Their places have no sum: several of them may share one boat. */
export function levelOfDay(departures: readonly CalendarDeparture[]): Level {
  const isThere = (level: Level) => departures.some((departure) => departure.level === level);
  return bestFirst.find(isThere) ?? "nothing";
}

/** "3/12": how many of its places are taken. */
export function takenText({ vacancies, capacity }: Places): string {
  return vacancies === null || capacity === null ? "" : `${capacity - vacancies}/${capacity}`;
}

/** The days of a date's month, whole. */
export function daysOfMonth(date: string): readonly string[] {
  const [year = 0, month = 0] = date.split("-").map(Number);
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => dayAfter(`${date.slice(0, 7)}-01`, index));
}

/** The days of a date's week, from Monday. */
export function daysOfWeek(date: string): readonly string[] {
  const back = (weekdayOf(date) + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(date, index - back));
}

/** Rows of seven, from Monday; undefined where the month has not begun or is over. */
export function weeksOf(days: readonly string[]): readonly (readonly (string | undefined)[])[] {
  const within = new Set(days);
  return days
    .filter((day, index) => index === 0 || weekdayOf(day) === 1)
    .map((day) => daysOfWeek(day).map((each) => (within.has(each) ? each : undefined)));
}

/** The first day of the month before or after. */
export function monthAfter(date: string, months: number): string {
  const [year = 0, month = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
