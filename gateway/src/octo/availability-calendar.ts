/** The days of a calendar in the words of OCTO. Pure. */
import type { z } from "zod";
import { component, string, intOrNull } from "@slipway/contracts";
import type { LoadPage } from "../route/pages.ts";
import { calendarPricing, calendarPricingOf } from "./availability-pricing.ts";
import {
  type DepartureQuote,
  availabilityStatuses,
  openingHours,
  openness,
  statusOf,
} from "./availability-status.ts";

export const calendarDay = component("AvailabilityCalendar", "The departures of one local day.", {
  localDate: string("The day, YYYY-MM-DD, local to the product."),
  ...openness,
  vacancies: intOrNull("The largest `vacancies` of the day's departures; null: no limit."),
  capacity: intOrNull("The largest `capacity` of the day's departures; null: no limit."),
  openingHours,
  ...calendarPricing,
});

/** One day per local date with a departure, in their order. @param hasUnits the reseller asked for a party */
export function octoCalendar(
  departures: readonly DepartureQuote[],
  hasUnits: boolean,
): z.output<typeof calendarDay>[] {
  const byDate = Map.groupBy(departures, localDateOf);
  return [...byDate].map(([localDate, ofDay]) => {
    const statuses = new Set(ofDay.map(statusOf));
    return {
      localDate,
      available: ofDay.some(({ refusal }) => refusal === null),
      status: availabilityStatuses.find((each) => statuses.has(each)) ?? "CLOSED",
      vacancies: largest(ofDay.map(({ departure }) => departure.vacancies)),
      capacity: largest(ofDay.map(({ departure }) => departure.capacity)),
      openingHours: [],
      ...calendarPricingOf(ofDay, hasUnits),
    };
  });
}

function localDateOf({ departure }: DepartureQuote): string {
  return departure.localStartAt.slice(0, 10);
}

/** The same departures in pages of whole days: those of a page's last day go to the page that follows. */
export function wholeDays(load: LoadPage<DepartureQuote>): LoadPage<DepartureQuote> {
  let kept: readonly DepartureQuote[] = [];
  return async (at) => {
    const { items, next } = await load(at);
    const all = [...kept, ...items];
    const last = all.at(-1);
    if (next === null || !last) return { items: all, next };
    const begun = all.findIndex((each) => localDateOf(each) === localDateOf(last));
    kept = all.slice(begun);
    return { items: all.slice(0, begun), next };
  };
}

/** Never a sum, because departures may share a pool. Null is without limit. */
function largest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, each) =>
    most === null || each === null ? null : Math.max(most, each),
  );
}
