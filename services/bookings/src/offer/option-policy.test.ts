import { describe, expect, it } from "@jest/globals";
import { cancellationCutoff } from "@slipway/departures";
import { someFacts, startAt } from "../../test/builders.ts";
import { holdMinutesOf, initialStatus, needsApproval, occupiedUntil } from "./option-policy.ts";

describe("approval", () => {
  it.each([
    ["nothing said", {}, {}, false],
    ["the option sells directly", { directBooking: true }, { directBooking: false }, false],
    ["the option does not", { directBooking: false }, { directBooking: true }, true],
    ["the product does not", {}, { directBooking: false }, true],
    ["a text, which says nothing", { directBooking: "false" }, {}, false],
  ])("with %s", (_, metadata, productMetadata, approval) => {
    expect(needsApproval(someFacts({ option: { metadata }, productMetadata }))).toBe(approval);
  });

  it("decides the first status where the request does not", () => {
    const approved = someFacts({ option: { metadata: { directBooking: false } } });
    expect([
      initialStatus(undefined, someFacts()),
      initialStatus(undefined, approved),
      initialStatus("CONFIRMED", approved),
      initialStatus("ON_HOLD", approved),
    ]).toEqual(["CONFIRMED", "PENDING", "CONFIRMED", "ON_HOLD"]);
  });
});

it.each([
  [undefined, 30],
  [1, 1],
  [1_440, 1_440],
  [0, 30],
  [1_441, 30],
  [1.5, 30],
  ["5", 30],
])("holds for holdMinutes %p as %i minutes", (holdMinutes, minutes) => {
  expect(holdMinutesOf(someFacts({ option: { metadata: { holdMinutes } } }))).toBe(minutes);
});

describe("the cancellation cutoff", () => {
  // 2027-03-29 08:00 in Rome, the day after its clocks went forward.
  const afterTheGap = Date.parse("2027-03-29T06:00:00.000Z");
  it.each([
    ["no time before", 0, "hour", "2027-03-29T06:00:00.000Z"],
    ["minutes", 90, "minute", "2027-03-29T04:30:00.000Z"],
    ["hours of elapsed time", 24, "hour", "2027-03-28T06:00:00.000Z"],
    ["a local day across the gap", 1, "day", "2027-03-28T06:00:00.000Z"],
    ["two local days, at the same local time", 2, "day", "2027-03-27T07:00:00.000Z"],
  ] as const)("in %s", (_, cancellationCutoffAmount, cancellationCutoffUnit, instant) => {
    const facts = someFacts({
      timezone: "Europe/Rome",
      option: { cancellationCutoffAmount, cancellationCutoffUnit },
    });
    expect(new Date(cancellationCutoff(facts, afterTheGap)).toISOString()).toBe(instant);
  });

  it("of more days than there are has always passed", () => {
    const option = {
      cancellationCutoffAmount: 2 ** 53 - 1,
      cancellationCutoffUnit: "day",
    } as const;
    expect(cancellationCutoff(someFacts({ option }), startAt)).toBe(Number.NEGATIVE_INFINITY);
  });
});

it("occupies a minute at least", () => {
  const lasting = (durationMinutes: number) =>
    occupiedUntil(someFacts({ option: { durationMinutes } }), startAt) - startAt;
  expect([lasting(0), lasting(90)]).toEqual([60_000, 5_400_000]);
});
