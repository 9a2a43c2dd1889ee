import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import { manualKeptMax } from "../src/constants.ts";
import type { OptionFacts } from "../src/option-facts.ts";
import type { AvailabilityEntry } from "../src/departure/entry.ts";
import { allYear, everyPage, leftOf, startAvailability, timesEvery } from "./availability-bench.ts";

let mine: Request;
let facts: OptionFacts;
let optionId: string;

const bench = forThisFile(() => startAvailability(import.meta.url));

beforeEach(() => {
  ({ mine, facts } = bench.anew());
  optionId = facts.option.id;
});

async function createPeriod(startTimes = ["10:00"]): Promise<string> {
  return (await call(mine, availability.createPeriod, { id: optionId, ...allYear, startTimes })).id;
}

function list(from: string, to: string): Promise<AvailabilityEntry[]> {
  const asked = { optionId, from, to };
  return everyPage((page) => call(mine, availability.listAvailability, { ...asked, ...page }));
}

async function recordManual(startAt: string): Promise<boolean> {
  const { productId } = facts;
  const departure = { optionId, productId, startAt };
  return (await call(mine, availability.recordManualDeparture, departure)).recorded;
}

describe("entries", () => {
  it("says what is left of each departure", async () => {
    await createPeriod();
    bench.vacancies = (starts) =>
      leftOf(starts, { capacity: 12, vacancies: 5, resourceIds: ["res_1"] });
    expect(await list("2027-07-01T00:00Z", "2027-07-01T23:00Z")).toEqual([
      {
        optionId,
        runs: null,
        startAt: "2027-07-01T08:00:00.000Z",
        endAt: "2027-07-01T09:00:00.000Z",
        timezone: "Europe/Rome",
        localStartAt: "2027-07-01T10:00:00+02:00",
        localEndAt: "2027-07-01T11:00:00+02:00",
        cutoffAt: "2027-07-01T07:45:00.000Z",
        maxUnits: 5,
        manual: false,
        available: true,
        capacity: 12,
        vacancies: 5,
        resources: [{ resourceId: "res_1", vacancies: 5 }],
      },
    ]);
  });
});

describe("the range", () => {
  it("includes both ends", async () => {
    await createPeriod();
    const entries = await list("2027-07-01T08:00:00.000Z", "2027-07-02T08:00:00.000Z");
    expect(entries).toHaveLength(2);
  });

  it("is at most 400 days", async () => {
    await createPeriod();
    expect(await list("2027-01-01T00:00Z", "2028-02-05T00:00Z")).toHaveLength(400);
    await expect(list("2027-01-01T00:00Z", "2028-02-05T00:00:00.001Z")).rejects.toMatchObject({
      type: "RANGE_TOO_LARGE",
    });
  });

  it("is refused before from, and not looked at for an unknown option", async () => {
    await expect(list("2027-01-02T00:00Z", "2027-01-01T00:00Z")).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
    });
    optionId = "opt_missing";
    await expect(list("2027-01-01T00:00Z", "2029-01-01T00:00Z")).rejects.toMatchObject({
      type: "NOT_FOUND",
    });
  });
});

describe("manual departures", () => {
  it("are listed beside the derived ones, as manual only where no period gives them", async () => {
    await createPeriod();
    expect(await recordManual("2027-07-01T05:30:00.000Z")).toBe(true);
    expect(await recordManual("2027-07-02T08:00:00.000Z")).toBe(true);
    const entries = await list("2027-07-01T00:00Z", "2027-07-02T23:00Z");
    expect(entries.map(({ startAt, manual }) => [startAt.slice(5, 16), manual])).toEqual([
      ["07-01T05:30", true],
      ["07-01T08:00", false],
      ["07-02T08:00", false],
    ]);
  });

  it("are listed at once, although the schedule is kept under a lease", async () => {
    const day = ["2027-07-01T00:00Z", "2027-07-01T23:00Z"] as const;
    expect(await list(...day)).toEqual([]);
    bench.invalidated = [];
    for (const startAt of ["2027-07-01T05:30:00.000Z", "2027-07-01T04:30:00.000Z"]) {
      await recordManual(startAt);
      expect((await list(...day)).map((entry) => entry.startAt)).toContain(startAt);
    }
    // Bookings keeps nothing under this key, so the booking that makes the departure is not waited for.
    expect(bench.invalidated).toEqual([`${optionId}|manual`, `${optionId}|manual`]);
  });

  it("are listed however long ago they were, and however many there are", async () => {
    const dayMs = 86_400_000;
    const starts = Array.from(
      { length: manualKeptMax + 1 },
      (_, index) => bench.now + index * 60_000,
    );
    const past = [bench.now - 20 * dayMs, bench.now - dayMs];
    await recordManual(new Date(bench.now - 20 * dayMs).toISOString());
    await recordManual(new Date(bench.now - dayMs).toISOString());
    const range = [new Date(bench.now - 30 * dayMs), new Date(bench.now + dayMs)] as const;
    const listed = async (): Promise<number[]> => {
      const entries = await list(range[0].toISOString(), range[1].toISOString());
      return entries.map(({ startAt }) => Date.parse(startAt));
    };
    expect(await listed()).toEqual(past);
    const { uri, name } = testDatabase(import.meta.url);
    const { connection, close } = await openDatabase(uri, `${name}-availability`);
    const { tenantId } = mine.caller;
    const { productId } = facts;
    await connection.collection("manual_departures").insertMany(
      starts.map((at) => {
        const startAt = new Date(at);
        const _id = `${tenantId}|${optionId}|${startAt.toISOString()}` as never;
        return { _id, tenantId, optionId, productId, startAt };
      }),
    );
    await close();
    await recordManual(new Date(starts[0] ?? 0).toISOString());
    expect(await listed()).toEqual([...past, ...starts]);
    const coming = await list(new Date(bench.now).toISOString(), range[1].toISOString());
    expect(coming).toHaveLength(starts.length);
  });

  it("are recorded once, however many ask at once", async () => {
    const startAt = "2027-07-01T05:30:00.000Z";
    const recorded = await Promise.all([recordManual(startAt), recordManual(startAt)]);
    expect(recorded.filter(Boolean)).toHaveLength(1);
    expect(await recordManual(startAt)).toBe(false);
    const has = (at: string, request = mine) =>
      call(request, availability.hasManualDeparture, { optionId, startAt: at });
    expect(await has(startAt)).toEqual({ found: true });
    expect(await has("2027-07-01T05:30:00.001Z")).toEqual({ found: false });
    expect(await has(startAt, bench.as("ten_other"))).toEqual({ found: false });
  });
});

describe("more than 20 000 departures", () => {
  /** The most that one period can have. */
  const everyFiveMinutes = timesEvery(5);
  const from = "2027-01-01T00:00:00.000Z";
  const after = (days: number): string =>
    new Date(Date.parse(from) + days * 86_400_000).toISOString();

  it("are refused before any of them is looked at, with the days that would do", async () => {
    await createPeriod(everyFiveMinutes);
    const refused = await list(from, after(400)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ type: "RANGE_TOO_LARGE" });
    const { detail = "" } = (refused as { data: { detail?: string } }).data;
    const days = Number(/more than 20000 .* may have (\d+) days/.exec(detail)?.[1]);
    expect(refused).toMatchObject({ data: { maxDays: days } });
    expect(bench.vacancyCalls).toEqual([]);
    expect((await list(from, after(days))).length).toBeLessThanOrEqual(20_000);
    await expect(list(from, after(days + 1))).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
  });

  it("count manual ones", async () => {
    await createPeriod(everyFiveMinutes);
    const to = new Date(Date.parse(from) + 20_000 * 300_000 - 1).toISOString();
    expect(await list(from, to)).toHaveLength(20_000);
    await recordManual("2027-01-05T00:01:00.000Z");
    await expect(list(from, to)).rejects.toMatchObject({ type: "RANGE_TOO_LARGE" });
  });

  it("are listed for the system itself, in pages", async () => {
    await createPeriod(everyFiveMinutes);
    const { caller } = mine;
    mine = { ...mine, caller: { ...caller, actorType: "SYSTEM", source: "system" } };
    const range = { optionId, from, to: after(400) };
    const { items, next } = await call(mine, availability.listAvailability, range);
    expect([items.length, next !== null]).toEqual([350, true]);
  });
});

describe("long answers", () => {
  const halfHours = timesEvery(30);

  it("come in pages that hold every departure once, in order", async () => {
    await createPeriod(halfHours);
    await recordManual("2027-07-20T10:15:00.000Z");
    const entries = await list("2027-07-01T00:00Z", "2027-08-30T23:59Z");
    const starts = entries.map(({ startAt }) => startAt);
    expect(starts).toHaveLength(61 * 48 + 1);
    expect(new Set(starts).size).toBe(starts.length);
    expect(starts.toSorted()).toEqual(starts);
    expect(Math.max(...bench.vacancyCalls)).toBeLessThanOrEqual(2_000);
  });

  it("fit the bus however many resources an entry names", async () => {
    await createPeriod(halfHours);
    const resourceIds = Array.from({ length: 20 }, (_, n) => `res_${String(n).padStart(36, "0")}`);
    bench.vacancies = (starts) =>
      leftOf(starts, { capacity: 9_000_000, vacancies: 1_000_000, resourceIds });
    const range = { from: "2027-07-01T00:00Z", to: "2027-07-31T00:00Z" };
    const page = await call(mine, availability.listAvailability, { optionId, ...range });
    expect(JSON.stringify(page).length).toBeLessThan(512 * 1024);
    expect(page.next).not.toBeNull();
    const entries = await list(range.from, range.to);
    expect(new Set(entries.map(({ startAt }) => startAt)).size).toBe(30 * 48 + 1);
  });
});
