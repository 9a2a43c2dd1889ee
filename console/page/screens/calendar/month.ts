/** A month as weeks of days, and what departs on each day. Pure. */
import type { AvailabilityBlock, AvailabilityEntry, Booking } from "@slipway/client";
import { type Catalog, soldWords, zoneOf } from "../../catalog.ts";
import { paxOf } from "../../parts/booking-facts.ts";
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
  readonly now: number;
}

/** By start within each day. */
export function departuresByDay(
  parts: CalendarParts,
): ReadonlyMap<string, readonly CalendarDeparture[]> {
  const { entries, blocks, catalog, timezone, now } = parts;
  const departures = entries
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt))
    .map((entry) => {
      const { optionId, startAt } = entry;
      const sold = catalog.options.get(optionId);
      const productId = sold?.product.id ?? "";
      // One that has left is not available, and was not full by that. One with fewer places than the smallest party needs is.
      const isOver = Date.parse(startAt) <= now;
      const level = entry.available || isOver ? levelOf(entry) : "full";
      const isBlocked =
        entry.runs === "CALLED_OFF" ||
        blocks.some((block) => covers(block, { productId, startAt }));
      return {
        entry,
        name: sold ? soldWords(sold) : optionId,
        level: isBlocked ? ("blocked" as const) : level,
      };
    });
  return Map.groupBy(departures, ({ entry }) => dayIn(entry.startAt, timezone));
}

/** Only of what is offered no more is more taken than there is. */
export function isUnscheduled({ vacancies }: Places): boolean {
  return vacancies !== null && vacancies < 0;
}

/** Departures that were sold and are in no timetable any more: full, of no places, as long as they lasted when they were sold. */
export function soldEntriesOf(
  unscheduled: readonly Booking[],
  catalog: Pick<Catalog, "options" | "timezone">,
): AvailabilityEntry[] {
  const departures = Map.groupBy(unscheduled, ({ optionId, startAt }) => `${optionId} ${startAt}`);
  return [...departures.values()].flatMap((bookings) =>
    bookings.slice(0, 1).map(({ optionId, startAt }) => {
      const used = bookings.flatMap((each) => each.resourceUsageSnapshot?.items ?? []);
      const ids = new Set(used.map(({ resourceId }) => resourceId));
      return {
        optionId,
        startAt,
        endAt:
          bookings
            .map((each) => each.occupiedUntil)
            .toSorted()
            .at(-1) ?? null,
        timezone: zoneOf(catalog, optionId),
        capacity: 0,
        vacancies: -bookings.reduce((sum, each) => sum + paxOf(each), 0),
        available: false,
        resources: [...ids].map((resourceId) => ({ resourceId, vacancies: 0 })),
      } as unknown as AvailabilityEntry;
    }),
  );
}

const bestFirst = ["free", "few", "full", "blocked"] as const;

/** The best of its departures. Their places have no sum: several of them may share one boat. */
export function levelOfDay(departures: readonly CalendarDeparture[]): Level {
  const isThere = (level: Level) => departures.some((departure) => departure.level === level);
  return bestFirst.find(isThere) ?? "nothing";
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
