/**
 * Which departures are quoted, in which order, and what is refused. A test in gateway/test holds what a quote says.
 */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, availability } from "@slipway/contracts";
import type { OptionFacts } from "../src/option-facts.ts";
import { allYear, everyPage, leftOf, startAvailability } from "./availability-bench.ts";

type Input = InputOf<typeof availability.quoteDepartures>;
type Item = OutputOf<typeof availability.quoteDepartures>["items"][number];
let mine: Request;
let facts: OptionFacts;

const bench = forThisFile(() => startAvailability(import.meta.url));

beforeEach(() => {
  ({ mine, facts } = bench.anew());
  bench.vacancies = (starts) => leftOf(starts, { capacity: 9, vacancies: 4, resourceIds: ["res"] });
});

async function departAt(...startTimes: string[]): Promise<void> {
  const id = facts.option.id;
  await call(mine, availability.createPeriod, { id, ...allYear, startTimes });
}

async function departByHandAt(startAt: string): Promise<void> {
  const departure = { optionId: facts.option.id, productId: facts.productId, startAt };
  await call(mine, availability.recordManualDeparture, departure);
}

const quote = (asked: Partial<Input>): Promise<Item[]> =>
  everyPage((page) =>
    call(mine, availability.quoteDepartures, { optionId: facts.option.id, ...asked, ...page }),
  );
const localStarts = (items: readonly Item[]): string[] =>
  items.map(({ departure }) => departure.localStartAt);

describe("departures of local days", () => {
  it("are those of the product's zone, both days included, but for those that are over", async () => {
    await departAt("00:00", "23:30");
    await departByHandAt("2027-07-02T08:17:00.000Z");
    // The first day begins at 22:00 in UTC on the day before.
    bench.now = Date.parse("2027-06-30T22:00:00.001Z");
    expect(localStarts(await quote({ days: { from: "2027-07-01", to: "2027-07-02" } }))).toEqual([
      "2027-07-01T23:30:00+02:00",
      "2027-07-02T00:00:00+02:00",
      "2027-07-02T10:17:00+02:00",
      "2027-07-02T23:30:00+02:00",
    ]);
  });

  it("fill pages with every departure once", async () => {
    await departAt("09:00", "10:00", "11:00", "12:00");
    await departByHandAt("2027-09-01T08:17:00.000Z");
    const days = { from: "2027-07-02", to: "2027-11-30" };
    const found = localStarts(await quote({ days }));
    expect(found).toHaveLength(152 * 4 + 1);
    expect(new Set(found).size).toBe(found.length);
  });

  it("are at most 400", async () => {
    const days = { from: "2027-07-01", to: "2028-08-03" };
    expect(await quote({ days })).toEqual([]);
    const tooMany = quote({ days: { ...days, to: "2028-08-04" } });
    await expect(tooMany).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
  });
});

describe("departures by instant", () => {
  it("are those that there are, by start, each once", async () => {
    await departAt("09:00");
    await departByHandAt("2027-07-03T08:17:00.000Z");
    const starts = [
      "2027-07-03T10:17:00+02:00",
      "2027-07-02T07:00:00Z",
      "2027-07-02T09:00:00+02:00",
      // No departure; over.
      "2027-07-02T07:00:01Z",
      "2027-06-30T07:00:00Z",
    ];
    expect(localStarts(await quote({ starts }))).toEqual([
      "2027-07-02T09:00:00+02:00",
      "2027-07-03T10:17:00+02:00",
    ]);
  });

  it("that are none get an answer without any", async () => {
    expect(await quote({ starts: [] })).toEqual([]);
  });
});

describe("refuses", () => {
  it.each<[string, () => Partial<Input>, string]>([
    ["an option that is missing", () => ({ optionId: "opt_missing", starts: [] }), "NOT_FOUND"],
    [
      "a unit that is missing",
      () => ({ starts: [], party: [{ unitId: "unt_missing", quantity: 1 }] }),
      "UNKNOWN_UNIT",
    ],
    ["neither days nor instants", () => ({}), "VALIDATION_FAILED"],
    [
      "days and instants",
      () => ({ starts: [], days: { from: "2027-07-01", to: "2027-07-01" } }),
      "VALIDATION_FAILED",
    ],
  ])("%s", async (_name, asked, type) => {
    await expect(quote(asked())).rejects.toMatchObject({ type });
  });

  it("nothing of an archived product, which has no departures", async () => {
    await departAt("09:00");
    bench.options = [{ ...facts, productArchived: true, archived: true }];
    expect(await quote({ days: { from: "2027-07-01", to: "2027-07-31" } })).toEqual([]);
  });
});

it("asks capacity as often as a list does", async () => {
  await departAt("09:00");
  bench.vacancyCalls = [];
  await quote({ days: { from: "2027-07-02", to: "2027-08-01" } });
  expect(bench.vacancyCalls).toEqual([31]);
});
