import { beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { openDatabase } from "@slipway/store";
import { testDatabase } from "@slipway/store/testing";
import type { OptionFacts } from "../src/option-facts.ts";
import type { PeriodDocument, PeriodEvent } from "../src/record/schema.ts";
import { aRequirement, startAvailability } from "./availability-bench.ts";

let mine: Request;
let facts: OptionFacts;
let optionId: string;

const bench = forThisFile(() => startAvailability(import.meta.url));

beforeEach(() => {
  ({ mine, facts } = bench.anew());
  optionId = facts.option.id;
});

const threeRuns = {
  rrule: "FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=9,14;BYMINUTE=0;BYMONTH=1,4,7",
  dtstart: "2027-06-01T09:00",
};
const importPeriods = (sent: object = {}) =>
  call(mine, availability.importPeriods, { id: optionId, ...threeRuns, ...sent });
const listPeriods = async () =>
  (await call(mine, availability.listPeriods, { id: optionId })).items;
const byStart = (a: { startMonthDay: string }, b: { startMonthDay: string }) =>
  a.startMonthDay < b.startMonthDay ? -1 : 1;
const hasActive = async () => (await call(mine, availability.hasActivePeriods, { optionId })).found;
const auditEntries = () => bench.entriesOf(mine);

it("answers the periods of a rule, records each once and invalidates the option before", async () => {
  const periods = await importPeriods({ label: "Weekends" });
  expect(periods).toMatchObject([
    { startMonthDay: "01-01", endMonthDay: "01-31", weekdays: [0, 6], label: "Weekends" },
    { startMonthDay: "04-01", endMonthDay: "04-30", startTimes: ["09:00", "14:00"] },
    { startMonthDay: "07-01", endMonthDay: "07-31", active: true },
  ]);
  expect(bench.invalidated).toContain(optionId);
  const listed = await listPeriods();
  expect(listed.toSorted(byStart)).toEqual(periods);
  await bench.settle();
  expect(auditEntries().map(({ action, after }) => ({ action, after }))).toEqual(
    expect.arrayContaining(
      periods.map((period) => ({
        action: "availabilityPeriod.create",
        after: JSON.stringify(period),
      })),
    ),
  );
  expect(auditEntries()).toHaveLength(3);
});

it("adds the periods once more when it is repeated", async () => {
  await importPeriods();
  await importPeriods();
  expect(await listPeriods()).toHaveLength(6);
});

it("reads an end in UTC in the option's zone", async () => {
  // 21:59 in UTC is 31 August in Rome, and 1 September in Tokyo.
  const season = { rrule: "FREQ=DAILY;UNTIL=20270831T215900Z", dtstart: "2027-06-01T05:00" };
  expect(await importPeriods(season)).toMatchObject([{ endMonthDay: "08-31" }]);
  facts.timezone = "Asia/Tokyo";
  expect(await importPeriods(season)).toMatchObject([{ endMonthDay: "09-01" }]);
});

it("refuses in the order of its contract", async () => {
  bench.requirements = [];
  facts.archived = true;
  const rrule = "FREQ=DAILY;COUNT=10";
  await expect(importPeriods({ id: "opt_missing", rrule: "daily" })).rejects.toMatchObject({
    type: "VALIDATION_FAILED",
    data: { errors: [{ in: "body", pointer: "#/rrule", code: "INVALID_FORMAT" }] },
  });
  await expect(importPeriods({ id: "opt_missing", rrule })).rejects.toMatchObject({
    type: "NOT_FOUND",
  });
  await expect(importPeriods({ rrule })).rejects.toMatchObject({
    type: "RULE_NOT_REPRESENTABLE",
    data: {
      detail: "COUNT: a period counts no departures",
      errors: [{ in: "body", pointer: "#/rrule", code: "INVALID_VALUE" }],
    },
  });
  await expect(importPeriods({ dtstart: "2027-06-01T09:00Z" })).rejects.toMatchObject({
    data: { errors: [{ pointer: "#/dtstart" }] },
  });
  await expect(importPeriods()).rejects.toMatchObject({ type: "NO_LINKED_RESOURCE" });
  bench.requirements = [aRequirement(facts)];
  await expect(importPeriods()).rejects.toMatchObject({ type: "ARCHIVED" });
});

it("makes none where the quota has room for some", async () => {
  for (let n = 0; n < 99; n++) await importPeriods();
  await importPeriods({ rrule: "FREQ=DAILY" });
  await expect(importPeriods()).rejects.toMatchObject({ type: "QUOTA_EXCEEDED" });
  await importPeriods({ rrule: "FREQ=DAILY;BYMONTH=3,5" });
  await expect(importPeriods({ rrule: "FREQ=DAILY" })).rejects.toMatchObject({
    type: "QUOTA_EXCEEDED",
  });
});

it("makes none when the last requirement goes meanwhile", async () => {
  let looks = 0;
  bench.beforeRequirements = async () => {
    if (++looks < 2) return;
    expect(await hasActive()).toBe(true);
    bench.requirements = [];
  };
  await expect(importPeriods()).rejects.toMatchObject({ type: "NO_LINKED_RESOURCE" });
  expect(await hasActive()).toBe(false);
  await bench.settle();
  expect([await listPeriods(), auditEntries()]).toEqual([[], []]);
});

it("the relay inserts what a crash has left of an import, once", async () => {
  const periods = await importPeriods();
  await bench.settle();
  const { uri, name } = testDatabase(import.meta.url);
  const { connection, close } = await openDatabase(uri, `${name}-availability`);
  const collection = connection.collection<PeriodDocument>("availability_periods");
  const [first, second, third] = periods;
  const documents = await collection
    .find({ _id: { $in: [second?.id ?? "", third?.id ?? ""] } })
    .toArray();
  const adds = documents.map(({ _id, optionId: option, label, createdAt, ...rest }) => ({
    period: { ...rest, id: _id, optionId: option, label, createdAt },
    event: createdEvent(_id, "made"),
  }));
  // As a process leaves it that is killed right after the write that makes the import.
  await collection.deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } });
  const event: PeriodEvent = { ...createdEvent(first?.id ?? "", "first"), adds };
  await collection.updateOne({ _id: first?.id ?? "" }, { $push: { outbox: event } });
  await call(mine, availability.deactivatePeriod, { id: optionId, periodId: first?.id ?? "" });
  expect(await hasActive()).toBe(true);
  bench.invalidated = [];
  await bench.settle();
  const listed = await listPeriods();
  expect(listed.toSorted(byStart).map(({ id }) => id)).toEqual([second?.id, third?.id]);
  expect(bench.invalidated).toContain(optionId);
  await close();
});

function createdEvent(entityId: string, id: string): PeriodEvent {
  return {
    ...eventOf(mine.caller, Date.now(), {
      type: "availabilityPeriod.created",
      entityId,
      before: null,
      after: {} as never,
    }),
    id: `aud_${id}_${entityId}`,
  };
}
