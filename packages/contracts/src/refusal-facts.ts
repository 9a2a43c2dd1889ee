/** Facts that some refusals carry beside their code. Each is a member of the `Problem`, and belongs to one code alone. */
import { z } from "zod";
import { bookingStatus } from "./bookings.ts";
import { count, instant } from "./primitives.ts";
import type { RefusalCode } from "./refusals.ts";

/** A member, and the sentence that describes it to people. It is left out where the decision did not see it. */
interface Fact<Code extends RefusalCode, Schema extends z.ZodType> {
  readonly of: Code;
  readonly schema: Schema;
  readonly sentenceOf: (value: z.output<Schema>) => string;
}

/** The catalogue: refusals carry nothing else (see `refuse`), and no value that the client sent. */
export const refusalFacts = {
  vacancies: fact(
    "CAPACITY_EXHAUSTED",
    count.meta({
      description:
        "Only of `CAPACITY_EXHAUSTED`: travellers of the largest party that the departure still takes, as in `GET /availability`. Absent where the departure spans two days and is not sold out on the first.",
      examples: [2],
    }),
    (vacancies) =>
      vacancies === 0
        ? "The departure is sold out."
        : `The departure has room for ${vacancies} more.`,
  ),
  bookingStatus: fact(
    "INVALID_STATE",
    bookingStatus.meta({
      description:
        "Only of `INVALID_STATE`: state of the booking, which does not allow this. Absent where the record is no booking.",
      examples: ["CANCELLED"],
    }),
    (status) => `The booking is ${status}.`,
  ),
  updatedAt: fact(
    "VERSION_CONFLICT",
    instant.meta({
      description:
        "Only of `VERSION_CONFLICT`: when the record last changed, in UTC. Absent where other changes came first again and again.",
      examples: ["2027-05-01T10:00:00.000Z"],
    }),
    (at) => `The record last changed at ${at}.`,
  ),
  nearest: fact(
    "NOT_A_DEPARTURE",
    z
      .array(instant)
      .max(3)
      .meta({
        description:
          "Only of `NOT_A_DEPARTURE`: at most 3 departures of the timetable within 14 days of the start, in UTC, the nearest first. Past, blocked and closed ones are left out; sold-out ones are not.",
        examples: [["2027-06-01T07:00:00.000Z"]],
      }),
    (nearest) =>
      nearest.length === 0
        ? "The timetable has no departure within 14 days that could be booked."
        : `The nearest departures are at ${nearest.join(", ")}.`,
  ),
  startAt: fact(
    "WRONG_DEPARTURE",
    instant.meta({
      description:
        "Only of `WRONG_DEPARTURE`: start of the departure that the ticket is for, in UTC.",
      examples: ["2027-06-15T09:00:00.000Z"],
    }),
    (startAt) => `The ticket is for the departure at ${startAt}.`,
  ),
  maxDays: fact(
    "RANGE_TOO_LARGE",
    count.meta({
      description:
        "Only of `RANGE_TOO_LARGE`: days that the range may have from its start. Absent where it has too many options.",
      examples: [400],
    }),
    (days) => `The range may have ${days} days.`,
  ),
};

function fact<Code extends RefusalCode, Schema extends z.ZodType>(
  of: Code,
  schema: Schema,
  sentenceOf: Fact<Code, Schema>["sentenceOf"],
): Fact<Code, Schema> {
  return { of, schema, sentenceOf };
}

type Facts = typeof refusalFacts;

/** The facts that a refusal of this code can carry; one of several codes can carry none. */
export type FactsOf<Code extends RefusalCode> = {
  readonly [Name in keyof Facts]?:
    | ([Code] extends [Facts[Name]["of"]] ? z.output<Facts[Name]["schema"]> : never)
    | undefined;
};
