import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { calendarFeeds } from "@slipway/contracts";
import { hash } from "node:crypto";
import { type Bench, everySeat, startBench, tenant } from "../bench.ts";
import { now } from "../builders.ts";

const bench = forThisFile(() => startBench(import.meta.url));
// So little memory that no index of a tenant fits.
const small = forThisFile(() => startBench(`${import.meta.url}#small`, { LIST_MEMORY_MB: "0" }));
beforeEach(async () => {
  for (const each of [bench, small]) {
    each.reset();
    await each.collection.deleteMany({});
  }
});

async function addFeed(of: Bench, input: object = {}): Promise<string> {
  const wanted = { name: "Staff", withNames: false, ...input };
  const { token } = await call(of.as(tenant), calendarFeeds.createCalendarFeed, wanted);
  return hash("sha256", token, "base64");
}

async function linesOf(of: Bench, digest: string): Promise<string[]> {
  // As a gateway asks for it: of no tenant.
  const anonymous = of.as("-", { actorType: "SYSTEM", scopes: [] });
  const { text } = await call(anonymous, calendarFeeds.getCalendar, { digest });
  return text.replaceAll("\r\n ", "").split("\r\n");
}
const valuesOf = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));

const hourMs = 3_600_000;
/** The instant so many hours from now. */
const stampOf = (hours: number): string =>
  new Date(now + hours * hourMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
let made = 0;

/** Departures an hour apart, from the first hour on, each with so many bookings like this one. */
async function fill(of: Bench, firstHour: number, departures: number, each = 1): Promise<void> {
  const like = await of.create({ unitItems: everySeat });
  const template = await of.collection.findOne({ _id: like.id });
  if (!template) throw new Error("the booking is there");
  await of.collection.deleteMany({});
  const { idempotencyKey: _, ...rest } = template;
  const documents = Array.from({ length: departures * each }, (_booking, index) => {
    const id = `bkg_${String(made++).padStart(8, "0")}`;
    const startAt = new Date(now + (firstHour + Math.floor(index / each)) * hourMs);
    const occupiedUntil = new Date(startAt.getTime() + hourMs);
    const updatedAt = new Date(now - 24 * hourMs);
    const times = { startAt, occupiedUntil, createdAt: updatedAt, updatedAt };
    return { ...rest, ...times, _id: id, reference: id, outbox: [] };
  });
  for (let from = 0; from < documents.length; from += 5_000)
    await of.collection.insertMany(documents.slice(from, from + 5_000));
  // The index has read the tenant's bookings before, and cannot know of what no service has written.
  await of.restart();
}

/** Has every third booking take the resource, in the order of their departures. */
async function takeByThird(of: Bench, resourceId: string): Promise<void> {
  const all = await of.collection
    .find({}, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  const ids = all.filter((_each, at) => at % 3 === 2).map(({ _id }) => _id);
  const items = [{ resourceId, name: "Guide", capacityPlaces: 1 }];
  const set = { resourceUsageSnapshot: { schemaVersion: 1, items } };
  await of.collection.updateMany({ _id: { $in: ids } }, { $set: set });
}

describe("a calendar is bounded", () => {
  it("to the next 2000 departures, and says so", async () => {
    const digest = await addFeed(bench);
    await fill(bench, -100, 3_000);
    const lines = await linesOf(bench, digest);
    expect(valuesOf(lines, "DTSTART")).toHaveLength(2_000);
    expect(valuesOf(lines, "DESCRIPTION")[0]).toBe(
      String.raw`Shows 2000 of 3000 departures\, the next ones first. A feed of one product or option shows more of it.`,
    );
    const starts = valuesOf(lines, "DTSTART");
    expect([starts[0], starts.at(-1)]).toEqual([stampOf(0), stampOf(1_999)]);
  });

  it("to those of its resource, however many others its supplier has", async () => {
    bench.resources.add("res_guide");
    const digest = await addFeed(bench, { resourceId: "res_guide" });
    await fill(bench, 0, 3_000);
    await takeByThird(bench, "res_guide");
    const lines = await linesOf(bench, digest);
    const starts = valuesOf(lines, "DTSTART");
    expect([starts.length, starts.at(-1)]).toEqual([1_000, stampOf(2_999)]);
    expect(valuesOf(lines, "DESCRIPTION")).not.toContainEqual(expect.stringContaining("Shows"));
  });

  it("to departures with 5000 bookings", async () => {
    const digest = await addFeed(bench);
    await fill(bench, 0, 60, 100);
    const lines = await linesOf(bench, digest);
    expect(valuesOf(lines, "SUMMARY")).toEqual(Array.from({ length: 50 }, () => "Ferry 100/100"));
  });
});

describe("a calendar", () => {
  it("asks once for each option, whatever it departs", async () => {
    const digest = await addFeed(bench);
    await fill(bench, 0, 50, 2);
    bench.calls = [];
    await linesOf(bench, digest);
    const asked = bench.calls.filter((name) => !name.startsWith("audit."));
    expect(asked.toSorted()).toEqual(["catalog.getOptionFacts", "resourcesCapacity.listVacancies"]);
  });

  it("is the same where the bookings do not fit in memory", async () => {
    const digest = await addFeed(small);
    await fill(small, -1, 3, 2);
    const lines = await linesOf(small, digest);
    expect(valuesOf(lines, "SUMMARY")).toEqual(["Ferry 2/100", "Ferry 2/100", "Ferry 2/100"]);
  });

  it("shows departures of a deleted option without its name, and not as changed earlier", async () => {
    const digest = await addFeed(bench);
    await fill(bench, -1, 1);
    // The option last changed then, and its product lost it an hour later.
    const at = (hours: number) => new Date(now + hours * hourMs).toISOString();
    bench.facts = { ...bench.facts, option: { ...bench.facts.option, updatedAt: at(-3) } };
    await bench.restart();
    expect(valuesOf(await linesOf(bench, digest), "LAST-MODIFIED")).toEqual([stampOf(-3)]);
    const option = { ...bench.facts.option, id: "another" };
    bench.facts = { ...bench.facts, option, productUpdatedAt: at(-2) };
    await bench.restart();
    const lines = await linesOf(bench, digest);
    expect(
      ["SUMMARY", "DESCRIPTION", "LAST-MODIFIED"].map((name) => valuesOf(lines, name)),
    ).toEqual([["Departure 1"], ["1 Name of adult"], [stampOf(-2)]]);
  });

  it("has a later sequence when its option or product has changed", async () => {
    const digest = await addFeed(bench);
    await fill(bench, 1, 1);
    const { facts } = bench;
    const shownWith = async (changed: Partial<Bench["facts"]>) => {
      bench.facts = { ...facts, ...changed };
      // It kept the facts from before.
      await bench.restart();
      const lines = await linesOf(bench, digest);
      return ["SUMMARY", "LAST-MODIFIED"].flatMap((name) => valuesOf(lines, name));
    };
    const at = (hours: number) => new Date(now + hours * hourMs).toISOString();
    expect(await shownWith({})).toEqual(["Ferry 1/100", stampOf(-24)]);
    const option = { ...facts.option, name: "Ketch", updatedAt: at(1) };
    expect(await shownWith({ option })).toEqual(["Ferry 1/100", stampOf(1)]);
    const product = { productName: "Lagoon", productUpdatedAt: at(2) };
    expect(await shownWith({ option, ...product })).toEqual(["Lagoon 1/100", stampOf(2)]);
  });

  it("has a later sequence when the boat has grown", async () => {
    const digest = await addFeed(bench);
    await fill(bench, 1, 1);
    Object.assign(bench, { seats: 120, seatsChangedAt: now + 3 * hourMs });
    const lines = await linesOf(bench, digest);
    const sequence = (2 * (now + 3 * hourMs - Date.UTC(2020, 0, 1))) / 1_000;
    expect(
      ["SUMMARY", "LAST-MODIFIED", "SEQUENCE"].flatMap((name) => valuesOf(lines, name)),
    ).toEqual(["Ferry 1/120", stampOf(3), String(sequence)]);
  });

  it("names the option beside the product where it is not the default one", async () => {
    const digest = await addFeed(bench);
    await fill(bench, 1, 1);
    const option = { ...bench.facts.option, isDefault: false };
    bench.facts = { ...bench.facts, option, productName: "Lagoon" };
    expect(valuesOf(await linesOf(bench, digest), "SUMMARY")).toEqual([
      String.raw`Lagoon\, Ferry 1/100`,
    ]);
  });

  it("notes when it was read, and asks nobody who has no token", async () => {
    const digest = await addFeed(bench);
    await linesOf(bench, digest);
    const { items } = await call(bench.as(tenant), calendarFeeds.listCalendarFeeds, {});
    expect(items[0]?.lastReadAt).toBe(new Date(now).toISOString());
    const stranger = hash("sha256", "stranger", "base64");
    await expect(linesOf(bench, stranger)).rejects.toMatchObject({ type: "NOT_FOUND" });
    const found = await call(bench.as("-"), calendarFeeds.findCalendarFeed, { digest: stranger });
    expect(found).toEqual({ feed: null });
  });
});
