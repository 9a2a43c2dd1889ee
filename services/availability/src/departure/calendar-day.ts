import type { OutputOf, availability } from "@slipway/contracts";
import { localDateOf } from "@slipway/departures";
import { type Departure, isAvailable } from "./entry.ts";

export type CalendarDay = OutputOf<typeof availability.listCalendar>["items"][number];

/** The local days of these departures, by date and then by option. `now` in milliseconds. */
export function calendarDaysOf(departures: readonly Departure[], now: number): CalendarDay[] {
  const byDate = Map.groupBy(departures, ({ facts: { timezone }, start }) =>
    localDateOf(timezone, start),
  );
  return [...byDate]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([date, ofDate]) => {
      const byOption = Map.groupBy(ofDate, ({ facts }) => facts.option.id);
      return [...byOption]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([optionId, ofDay]) => ({ date, optionId, ...summaryOf(ofDay, now) }));
    });
}

function summaryOf(
  departures: readonly Departure[],
  now: number,
): Omit<CalendarDay, "date" | "optionId"> {
  const prices = departures.flatMap(({ prices: found }) => found?.from ?? []);
  return {
    departures: departures.length,
    available: departures.some((departure) => isAvailable(departure, now)),
    vacancies: largest(departures.map(({ vacancies }) => vacancies)),
    capacity: largest(departures.map(({ capacity }) => capacity)),
    priceFrom: prices.length === 0 ? null : Math.min(...prices),
  };
}

/** Null is without limit. */
function largest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, each) =>
    most === null || each === null ? null : Math.max(most, each),
  );
}
