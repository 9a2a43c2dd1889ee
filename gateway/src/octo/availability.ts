/** A departure in the words of OCTO. Pure. */
import { z } from "zod";
import { component, string, intOrNull } from "@slipway/contracts";
import { availabilityPricing, availabilityPricingOf } from "./availability-pricing.ts";
import { type DepartureQuote, openingHours, openness, statusOf } from "./availability-status.ts";

const limitText = "null: no limit.";

export const availability = component("Availability", "One departure of an option.", {
  id: string("Id to book it by: the local start. It differs on both sides of a clock change."),
  localDateTimeStart: string("Start, local to the product, with its offset."),
  localDateTimeEnd: string(
    "End, local to the product, with its offset; the start where it has no duration.",
  ),
  utcCutoffAt: string("Until when it can be booked, in UTC."),
  allDay: z.literal(false).describe("Always false."),
  ...openness,
  vacancies: intOrNull(`Travellers of the largest party that fits; ${limitText}`),
  capacity: intOrNull(`Travellers that fit when it is empty; ${limitText}`),
  maxUnits: intOrNull(`Most units that one booking can have; ${limitText}`),
  openingHours,
  ...availabilityPricing,
});

/** @param hasUnits the reseller asked for a party */
export function octoAvailability(
  quoted: DepartureQuote,
  hasUnits: boolean,
): z.output<typeof availability> {
  const { departure, refusal } = quoted;
  const { localStartAt, localEndAt, vacancies, capacity, maxUnits } = departure;
  return {
    id: localStartAt,
    localDateTimeStart: localStartAt,
    localDateTimeEnd: localEndAt ?? localStartAt,
    utcCutoffAt: withoutMilliseconds(departure.cutoffAt),
    allDay: false,
    available: refusal === null,
    status: statusOf(quoted),
    vacancies,
    capacity,
    maxUnits,
    openingHours: [],
    ...availabilityPricingOf(quoted, hasUnits),
  };
}

/** The standard's instants have none. */
export function withoutMilliseconds(instant: string): string {
  return instant.replace(/\.\d{3}Z$/, "Z");
}
