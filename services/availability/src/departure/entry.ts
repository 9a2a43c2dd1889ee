import type { OutputOf, availability } from "@slipway/contracts";
import { isoOf, localTextOf } from "@slipway/departures";
import type { OptionFacts } from "../option-facts.ts";

export type AvailabilityEntry = OutputOf<typeof availability.listAvailability>["items"][number];

const minuteMs = 60_000;

/** One departure as it stands now. */
export interface Departure {
  readonly facts: OptionFacts;
  /** Milliseconds. */
  readonly start: number;
  /** No period gives it: a booking with customStart made it. */
  readonly manual: boolean;
  readonly blocked: boolean;
  readonly runs: AvailabilityEntry["runs"];
  /** Null where the option needs no resource. */
  readonly capacity: number | null;
  readonly vacancies: number | null;
  readonly resources: { resourceId: string; vacancies: number }[];
  /** Undefined where nobody asked for them. */
  readonly prices: AvailabilityEntry["prices"];
  /** The price for the client's own travellers; null where they have none or nobody asked. */
  readonly retail: number | null;
  /** The taxes in it, or in the price of the first unit's smallest party; absent where the option has no charges. */
  readonly taxes?: OutputOf<typeof availability.quoteDepartures>["items"][number]["taxes"];
}

/** A departure as GET /availability answers it. `now` in milliseconds. */
export function availabilityEntry(departure: Departure, now: number): AvailabilityEntry {
  const { facts, start, manual, runs, capacity, vacancies, resources, prices } = departure;
  const { option, timezone } = facts;
  const { durationMinutes, bookingCutoffMinutes, restrictions } = option;
  const end = durationMinutes === 0 ? null : start + durationMinutes * minuteMs;
  const entry: AvailabilityEntry = {
    optionId: option.id,
    startAt: isoOf(start),
    endAt: end === null ? null : isoOf(end),
    timezone,
    localStartAt: localTextOf(timezone, start),
    localEndAt: end === null ? null : localTextOf(timezone, end),
    cutoffAt: isoOf(start - bookingCutoffMinutes * minuteMs),
    maxUnits: smaller(restrictions.maxUnits, vacancies),
    manual,
    available: isAvailable(departure, now),
    runs,
    capacity,
    vacancies,
  };
  // Without a requirement there is no resource to speak of.
  if (vacancies !== null) entry.resources = resources;
  if (prices) entry.prices = prices;
  return entry;
}

/** Whether the smallest party could book it. The booking cutoff does not count. */
export function isAvailable(
  { facts, start, blocked, runs, vacancies }: Omit<Departure, "prices" | "retail">,
  now: number,
): boolean {
  const isSold = start > now && !blocked && runs !== "CALLED_OFF";
  return isSold && (vacancies === null || vacancies >= participantsMin(facts));
}

/** Travellers of the smallest booking of the option. */
export function participantsMin({ option }: OptionFacts): number {
  return Math.max(1, option.restrictions.minUnits ?? 0);
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
