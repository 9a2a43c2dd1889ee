/** Status fields that departures and days of the calendar share, in the words of OCTO. Pure. */
import type { OutputOf, availability } from "@slipway/contracts";
import { z } from "zod";
import { component, string, boolean } from "@slipway/contracts";

/** A departure, and whether and at what price the reseller's party could be sold there. */
export type DepartureQuote = OutputOf<typeof availability.quoteDepartures>["items"][number];

/** The best first. */
export const availabilityStatuses = [
  "FREESALE",
  "AVAILABLE",
  "LIMITED",
  "SOLD_OUT",
  "CLOSED",
] as const;
export type AvailabilityStatus = (typeof availabilityStatuses)[number];

const availabilityStatus = z
  .enum(availabilityStatuses)
  .meta({ id: "AvailabilityStatus", description: "Whether a departure, or a day, is for sale." });

export const openingHours = z
  .array(
    component("OpeningHours", "Local hours of a day.", {
      from: string("HH:mm."),
      to: string("HH:mm."),
    }),
  )
  .max(0)
  .describe("Always empty: every product departs at start times.");

/** Members that a departure and a day of the calendar share. */
export const openness = {
  available: boolean("Whether the units asked for, or else any, could be booked now."),
  status: availabilityStatus.describe(
    "FREESALE: no limit. LIMITED: less than half of the capacity is left. SOLD_OUT: too few places are left. CLOSED: not for sale for another reason.",
  ),
};

export function statusOf({ departure, refusal, isSoldOut }: DepartureQuote): AvailabilityStatus {
  const { vacancies, capacity } = departure;
  if (refusal !== null) return isSoldOut ? "SOLD_OUT" : "CLOSED";
  if (vacancies === null) return "FREESALE";
  return capacity !== null && 2 * vacancies < capacity ? "LIMITED" : "AVAILABLE";
}
