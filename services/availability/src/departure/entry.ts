import type { OutputOf, availability, resourcesCapacity } from "@slipway/contracts";
import type { OptionFacts } from "../deps.ts";

export type AvailabilityEntry = OutputOf<typeof availability.listAvailability>["items"][number];
type Vacancies = OutputOf<typeof resourcesCapacity.listVacancies>["departures"][number];

const minuteMs = 60_000;

/** One departure as it stands now. */
export interface Departure extends Vacancies {
  /** Milliseconds. */
  readonly start: number;
  /** No period gives it: a booking with customStart made it. */
  readonly manual: boolean;
  readonly blocked: boolean;
}

/** What GET /availability says of a departure (completions section 7). `now` in milliseconds. */
export function availabilityEntry(
  option: OptionFacts["option"],
  departure: Departure,
  now: number,
): AvailabilityEntry {
  const { start, manual, blocked, capacity, vacancies, resources } = departure;
  const { durationMinutes, bookingCutoffMinutes, restrictions } = option;
  const smallestParty = Math.max(1, restrictions.minUnits ?? 0);
  return {
    optionId: option.id,
    startAt: isoOf(start),
    endAt: durationMinutes === 0 ? null : isoOf(start + durationMinutes * minuteMs),
    cutoffAt: isoOf(start - bookingCutoffMinutes * minuteMs),
    maxUnits: smaller(restrictions.maxUnits, vacancies),
    manual,
    available: start > now && !blocked && (vacancies === null || vacancies >= smallestParty),
    capacity,
    vacancies,
    // Without a requirement there is no resource to speak of.
    ...(vacancies === null ? {} : { resources }),
  };
}

function smaller(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
