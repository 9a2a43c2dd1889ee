/** The calendar says of each local day what availability says of its departures. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { type InputOf, availability } from "@slipway/contracts";
import type { CalendarDay } from "../src/departure/calendar-day.ts";
import type { AvailabilityEntry } from "../src/departure/entry.ts";
import type { OptionFacts } from "../src/option-facts.ts";
import {
  aRequirement,
  allYear,
  anOption,
  everyPage,
  leftOf,
  startAvailability,
  timesEvery,
} from "./availability-bench.ts";

type Input = InputOf<typeof availability.listCalendar>;
let mine: Request;

const bench = forThisFile(() => startAvailability(import.meta.url));
beforeEach(() => {
  ({ mine } = bench.anew());
  // The vacancies look random and are the same for every request.
  bench.vacancies = (starts) => {
    const left = leftOf(starts, { capacity: 12, vacancies: 0, resourceIds: ["res_1"] });
    const vacancies = starts.map((start) => (start / 60_000) % 7);
    return { ...left, parties: { capacity: left.parties?.capacity ?? [], vacancies } };
  };
});

const at = "2027-01-01T00:00:00.000Z";

/** An option in this zone that costs 1000, in the evening 900, and departs at these local times. */
async function aTour(timezone: string, startTimes: string[]): Promise<OptionFacts> {
  const { tenantId } = mine.caller;
  const facts = anOption(tenantId, { timezone });
  const { id: optionId } = facts.option;
  const record = { tenantId, optionId, createdAt: at, updatedAt: at };
  const unit = { name: "A", reference: "a", type: "ADULT" as const, requiredContactFields: [] };
  const free = { restrictions: {}, metadata: {}, deletedAt: null };
  facts.units = [{ ...record, id: `unt_${optionId}`, ...unit, ...free }];
  const evening = startTimes.filter((time) => time > "18:00");
  const rates = [
    { times: startTimes, retail: 1_000 },
    { times: evening, retail: 900 },
  ];
  facts.pricingPeriods = rates.map(({ times, retail }) => ({
    ...record,
    ...allYear,
    startTimes: times,
    validFrom: null,
    validUntil: null,
    id: `prp_${retail}`,
    label: null,
    color: null,
    retailPrices: { [`unt_${optionId}`]: retail },
    retailPriceTiers: null,
  }));
  bench.options.push(facts);
  bench.requirements.push(aRequirement(facts));
  await call(mine, availability.createPeriod, { id: optionId, ...allYear, startTimes });
  return facts;
}

const wholeYear = { from: "2027-01-01", to: "2027-12-31" };
const listCalendar = (asked: Partial<Input>): Promise<CalendarDay[]> =>
  everyPage((page) => call(mine, availability.listCalendar, { ...wholeYear, ...asked, ...page }));

function listAvailability(optionId: string): Promise<AvailabilityEntry[]> {
  const asked = { optionId, from: "2026-12-30T00:00Z", to: "2028-01-02T00:00Z" };
  return everyPage((page) =>
    call(mine, availability.listAvailability, { ...asked, include: "prices", ...page }),
  );
}

/** The days of 2027, computed from the departures that `listAvailability` answers. */
function daysOf(entries: readonly AvailabilityEntry[]): CalendarDay[] {
  const byDate = Map.groupBy(entries, ({ localStartAt }) => localStartAt.slice(0, 10));
  return [...byDate]
    .filter(([date]) => date.startsWith("2027-"))
    .map(([date, own]) => ({
      date,
      optionId: own[0]?.optionId ?? "",
      departures: own.length,
      available: own.some(({ available }) => available),
      vacancies: Math.max(...own.map(({ vacancies }) => vacancies ?? 0)),
      capacity: Math.max(...own.map(({ capacity }) => capacity ?? 0)),
      priceFrom: Math.min(...own.map(({ prices }) => prices?.from ?? Infinity)),
    }));
}

describe("the calendar of a year", () => {
  it.each([
    ["Europe/Rome", "2027-03-28", "2027-10-31"],
    ["America/New_York", "2027-03-14", "2027-11-07"],
    // The clocks change at midnight.
    ["Africa/Cairo", "2027-04-30", "2027-10-28"],
    ["Asia/Beirut", "2027-03-28", "2027-10-30"],
    // By half an hour.
    ["Australia/Lord_Howe", "2027-10-03", "2027-04-04"],
    ["Pacific/Kiritimati", "2027-01-01", "2027-12-31"],
  ])("in %s agrees with availability, on %s and %s too", async (zone, forward, back) => {
    const facts = await aTour(zone, ["00:00", "00:30", "02:15", "12:00", "23:45"]);
    const optionId = facts.option.id;
    const manual = { optionId, productId: facts.productId };
    // A few of them, one on the day that is longer.
    for (const startAt of ["2027-07-01T10:17:00.000Z", `${back}T12:01:00.000Z`])
      await call(mine, availability.recordManualDeparture, { ...manual, startAt });
    const calendar = await listCalendar({ optionId });
    expect(calendar).toEqual(daysOf(await listAvailability(optionId)));
    expect(calendar).toHaveLength(365);
    const changing = calendar.filter(({ date }) => date === forward || date === back);
    expect(changing.map(({ priceFrom }) => priceFrom)).toEqual([900, 900]);
  });
});

describe("days", () => {
  it("are ordered by date, then by option, each in its own zone", async () => {
    const one = await aTour("Pacific/Auckland", ["08:00"]);
    const other = await aTour("America/New_York", ["20:00"]);
    const ids = [one.option.id, other.option.id];
    const found = await listCalendar({
      optionId: ids.join(),
      from: "2027-07-01",
      to: "2027-07-02",
    });
    expect(found.map(({ date, optionId }) => [date, optionId])).toEqual(
      ["2027-07-01", "2027-07-02"].flatMap((date) => ids.toSorted().map((id) => [date, id])),
    );
  });

  it("without a departure are left out", async () => {
    const { option, productId } = await aTour("Europe/Rome", ["09:00"]);
    const { id: periodId } =
      (await call(mine, availability.listPeriods, { id: option.id, active: "true" })).items[0] ??
      {};
    await call(mine, availability.deactivatePeriod, { id: option.id, periodId: periodId ?? "" });
    const startAt = "2027-12-31T22:59:00.000Z";
    await call(mine, availability.recordManualDeparture, {
      optionId: option.id,
      productId,
      startAt,
    });
    const found = await listCalendar({ optionId: option.id });
    expect(found.map(({ date }) => date)).toEqual(["2027-12-31"]);
  });

  it("that are over, blocked or sold out are not available", async () => {
    const { option, productId } = await aTour("Europe/Rome", ["09:00"]);
    bench.now = Date.parse("2027-07-02T00:00:00.000Z");
    const block = { productId, startAt: "2027-07-03T00:00Z", endAt: "2027-07-04T00:00Z" };
    await call(mine, availability.createBlock, block);
    const soldOut = Date.parse("2027-07-04T07:00:00.000Z");
    bench.vacancies = (starts) => ({
      parties: {
        capacity: starts.map(() => 12),
        vacancies: starts.map((start) => (start === soldOut ? 0 : 3)),
      },
      resources: [],
    });
    const found = await listCalendar({ optionId: option.id, from: "2027-07-01", to: "2027-07-05" });
    expect(found.map(({ available, vacancies }) => [available, vacancies])).toEqual([
      [false, 3],
      [true, 3],
      [false, 3],
      [false, 0],
      [true, 3],
    ]);
  });

  it("have no limit where the option needs no resource", async () => {
    const { option } = await aTour("Europe/Rome", ["09:00"]);
    bench.vacancies = () => ({ parties: null, resources: [] });
    const found = await listCalendar({ optionId: option.id, from: "2027-07-01", to: "2027-07-01" });
    expect(found).toMatchObject([{ available: true, vacancies: null, capacity: null }]);
  });
});

describe("the range", () => {
  it("is at most 400 days, both included", async () => {
    const { option } = await aTour("Europe/Rome", ["09:00"]);
    const asked = { optionId: option.id, from: "2027-01-01" };
    expect(await listCalendar({ ...asked, to: "2028-02-04" })).toHaveLength(400);
    await expect(listCalendar({ ...asked, to: "2028-02-05" })).rejects.toMatchObject({
      type: "RANGE_TOO_LARGE",
      data: { maxDays: 400 },
    });
  });

  it("is refused before from", async () => {
    const asked = { optionId: "opt", from: "2027-01-02", to: "2027-01-01" };
    await expect(listCalendar(asked)).rejects.toMatchObject({ type: "VALIDATION_FAILED" });
  });

  it("has at most 20 000 departures", async () => {
    const { option } = await aTour("Europe/Rome", timesEvery(5));
    const asked = { optionId: option.id, from: "2027-01-01" };
    await expect(listCalendar({ ...asked, to: "2027-12-31" })).rejects.toMatchObject({
      type: "RANGE_TOO_LARGE",
      data: { maxDays: 69 },
    });
    // 20 000 departures are 69 days and 128 more.
    expect(await listCalendar({ ...asked, to: "2027-03-10" })).toHaveLength(69);
    await expect(listCalendar({ ...asked, to: "2027-03-11" })).rejects.toMatchObject({
      type: "RANGE_TOO_LARGE",
    });
  });
});
