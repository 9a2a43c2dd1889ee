/** A departure in the words of OCTO. Pure. */
import { z } from "zod";
import { availabilityPricing, availabilityPricingOf } from "./availability-pricing.ts";
import { type DepartureQuote, openingHours, openness, statusOf } from "./availability-status.ts";

const limitText = "null: no limit.";

export const availability = z
  .object({
    id: z
      .string()
      .describe("Id to book it by: the local start. It differs on both sides of a clock change."),
    localDateTimeStart: z.string().describe("Start, local to the product, with its offset."),
    localDateTimeEnd: z
      .string()
      .describe("End, local to the product, with its offset; the start where it has no duration."),
    utcCutoffAt: z.string().describe("Until when it can be booked, in UTC."),
    allDay: z.literal(false).describe("Always false."),
    ...openness,
    vacancies: z
      .int()
      .nullable()
      .describe(`Travellers of the largest party that fits; ${limitText}`),
    capacity: z.int().nullable().describe(`Travellers that fit when it is empty; ${limitText}`),
    maxUnits: z.int().nullable().describe(`Most units that one booking can have; ${limitText}`),
    openingHours,
    ...availabilityPricing,
  })
  .meta({ id: "Availability", description: "One departure of an option." });

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
function withoutMilliseconds(instant: string): string {
  return instant.replace(/\.\d{3}Z$/, "Z");
}
