import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, isRefusal } from "@slipway/broker";
import { type RefusalCode, availability } from "@slipway/contracts";
import type { z } from "zod";
import type { OptionFacts } from "../src/option-facts.ts";
import {
  aRequirement,
  allYear,
  anOption,
  startAvailability,
  timesEvery,
} from "./availability-bench.ts";

type Sent = z.input<typeof availability.quotePeriods.input>;
let mine: Request;
let facts: OptionFacts;
let optionId: string;

const bench = forThisFile(() => startAvailability(import.meta.url));

const auditEntries = () => bench.entriesOf(mine);

beforeEach(() => {
  ({ mine, facts } = bench.anew());
  optionId = facts.option.id;
});

const summer = {
  startMonthDay: "06-01",
  endMonthDay: "08-31",
  weekdays: [6, 0, 6],
  startTimes: ["14:00", "09:00"],
};
const createPeriod = (id = optionId, given = {}) =>
  call(mine, availability.createPeriod, { id, ...summer, ...given });
const listPeriods = async (active: "true" | "false" = "true") =>
  (await call(mine, availability.listPeriods, { id: optionId, active })).items;
const hasActive = async () => (await call(mine, availability.hasActivePeriods, { optionId })).found;

async function expectRefusal(code: RefusalCode, answer: Promise<unknown>): Promise<void> {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ type: code });
  expect(isRefusal(error, code)).toBe(true);
}

describe("creating a period", () => {
  it("answers the record with its legacy members, merged and in order", async () => {
    facts.option.pricingPer = "BOOKING";
    expect(await createPeriod()).toEqual({
      id: expect.stringMatching(/^avp_/),
      tenantId: mine.caller.tenantId,
      optionId,
      startMonthDay: "06-01",
      endMonthDay: "08-31",
      weekdays: [0, 6],
      startTimes: ["09:00", "14:00"],
      validFrom: null,
      validUntil: null,
      exceptDates: [],
      label: null,
      active: true,
      createdAt: "2027-07-01T00:00:00.000Z",
      updatedAt: "2027-07-01T00:00:00.000Z",
      pricingBasis: "BOOKING",
      currency: "EUR",
      prices: [],
    });
  });

  it("is recorded once in the audit log, and invalidates the option before it is answered", async () => {
    const period = await createPeriod();
    expect(bench.invalidated).toEqual([optionId]);
    await bench.settle();
    expect(auditEntries()).toHaveLength(1);
    expect(auditEntries()[0]).toMatchObject({
      action: "availabilityPeriod.create",
      entityType: "availabilityPeriod",
      entityId: period.id,
      tenantId: mine.caller.tenantId,
      before: null,
      after: JSON.stringify(period),
    });
  });

  it("refuses an option without a resource, before an archived one", async () => {
    bench.requirements = [];
    facts.archived = true;
    await expectRefusal("NO_LINKED_RESOURCE", createPeriod());
    bench.requirements = [aRequirement(facts)];
    await expectRefusal("ARCHIVED", createPeriod());
  });

  it("leaves nothing when the last requirement goes while it is made", async () => {
    let looks = 0;
    const seenBetween: boolean[] = [];
    bench.beforeRequirements = async () => {
      if (++looks < 2) return;
      seenBetween.push(await hasActive(), (await listPeriods()).length > 0);
      bench.requirements = [];
    };
    await expectRefusal("NO_LINKED_RESOURCE", createPeriod());
    // The deletion of the requirement sees it, nobody else does.
    expect(seenBetween).toEqual([true, false]);
    expect(await hasActive()).toBe(false);
    expect(await listPeriods()).toEqual([]);
    await bench.settle();
    expect(auditEntries()).toEqual([]);
  });

  it("gives way to a request that found it abandoned", async () => {
    let looks = 0;
    bench.beforeRequirements = async () => {
      if (++looks < 2) return;
      bench.now += 61_000;
      expect(await hasActive()).toBe(false);
    };
    await expectRefusal("SERVICE_UNAVAILABLE", createPeriod());
    expect(await listPeriods()).toEqual([]);
  });
});

describe("listing periods", () => {
  it("lists active ones unless asked for the others, oldest first", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      bench.now++;
      ids.push((await createPeriod()).id);
    }
    const [first, second = "", third] = ids;
    await call(mine, availability.deactivatePeriod, { id: optionId, periodId: second });
    expect((await listPeriods()).map(({ id }) => id)).toEqual([third, first]);
    expect(await listPeriods("false")).toMatchObject([{ id: second, active: false }]);
  });

  it("lists all of many, newest first, in pages of the bus", async () => {
    for (let n = 0; n < 230; n++) {
      bench.now++;
      await createPeriod();
    }
    const first = await call(mine, availability.listPeriods, { id: optionId });
    expect(first.next).not.toBeNull();
    const second = await call(mine, availability.listPeriods, {
      id: optionId,
      page: first.next ?? "",
    });
    expect(second.next).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toHaveLength(230);
    expect(new Set(ids).size).toBe(230);
    expect(ids.toSorted().toReversed()).toEqual(ids);
  });
});

describe("changing a period", () => {
  const update = (periodId: string, given = {}) =>
    call(mine, availability.updatePeriod, { id: optionId, periodId, ...given });
  const starts = async () => {
    const range = { from: "2027-07-01T00:00:00Z", to: "2027-07-31T00:00:00Z" };
    const { items } = await call(mine, availability.listAvailability, { optionId, ...range });
    return [...new Set(items.map(({ startAt }) => startAt.slice(8, 10)))].join(" ");
  };

  it("changes its name, window and excepted days at once, on every cache", async () => {
    const period = await createPeriod();
    expect(await starts()).toBe("03 04 10 11 17 18 24 25");
    bench.now += 1000;
    const window = { validFrom: "2027-07-10", validUntil: "2027-07-24" };
    const given = { label: "July", ...window, exceptDates: ["2027-07-18", "2027-07-11"] };
    const changed = await update(period.id, given);
    const exceptDates = ["2027-07-11", "2027-07-18"];
    const updatedAt = new Date(bench.now).toISOString();
    expect(changed).toEqual({ ...period, ...given, exceptDates, updatedAt });
    expect(await listPeriods()).toEqual([changed]);
    expect(await starts()).toBe("10 17 24");
    expect(await update(period.id, { validFrom: "2027-07-10" })).toEqual(changed);
    await bench.settle();
    expect(auditEntries()).toHaveLength(2);
    expect(auditEntries()[1]).toMatchObject({
      action: "availabilityPeriod.update",
      before: JSON.stringify(period),
      after: JSON.stringify(changed),
    });
    const { validFrom, validUntil } = await update(period.id, { validUntil: null });
    expect([validFrom, validUntil]).toEqual(["2027-07-10", null]);
  });

  it("invalidates the option also where the repeat by the version that was read is refused", async () => {
    const { id, updatedAt } = await createPeriod();
    bench.now += 1000;
    const patch = () => update(id, { label: "July", expectedUpdatedAt: updatedAt });
    await patch();
    bench.invalidated = [];
    await expectRefusal("VERSION_CONFLICT", patch());
    expect(bench.invalidated).toEqual([optionId]);
  });

  it("refuses an unknown one, a deactivated one, and a window without a day", async () => {
    const { id } = await createPeriod(optionId, { validFrom: "2027-07-10" });
    await expectRefusal("NOT_FOUND", update("avp_missing", { label: null }));
    const early = update(id, { validUntil: "2027-07-09" });
    await expect(early).rejects.toMatchObject({
      data: {
        errors: [
          {
            in: "body",
            pointer: "#/validUntil",
            code: "INVALID_VALUE",
            detail: "must not be before validFrom",
          },
        ],
      },
    });
    await call(mine, availability.deactivatePeriod, { id: optionId, periodId: id });
    await expectRefusal("INVALID_STATE", update(id, { label: null }));
    const turned = { validFrom: "2028-02-29", validUntil: "2028-02-28" };
    await expectRefusal("VALIDATION_FAILED", createPeriod(optionId, turned));
  });
});

it("answers the start times of windows that are not over in every time zone", async () => {
  // It is July 1 in UTC, and June 30 in the west.
  const until = (validUntil: string, time: string) =>
    createPeriod(optionId, { validUntil, startTimes: [time] });
  await until("2027-06-29", "07:00");
  await until("2027-06-30", "08:00");
  await until("2028-06-30", "09:00");
  const { options } = await call(mine, availability.listStartTimes, { optionIds: [optionId] });
  expect(options).toEqual([{ optionId, startTimes: ["08:00", "09:00"] }]);
});

describe("quoting a change of prices", () => {
  const everyDay = {
    ...allYear,
    startTimes: ["09:00", "14:00"],
    validFrom: null as string | null,
    validUntil: null,
    label: null,
    color: null,
    retailPriceTiers: null,
  };
  const priced = (retail: number, given: Partial<typeof everyDay> = {}) => {
    const retailPrices = { [`unt_${optionId}`]: retail };
    return { ...everyDay, ...given, retailPrices };
  };
  const quote = (periods: ReturnType<typeof priced>[]) =>
    call(mine, availability.quotePrices, { id: optionId, pricingPer: "UNIT", periods, days: 60 });

  beforeEach(async () => {
    const stamps = { tenantId: mine.caller.tenantId, optionId, createdAt: "", updatedAt: "" };
    const unit = { name: "A", reference: "a", type: "ADULT" as const, requiredContactFields: [] };
    const free = { restrictions: {}, metadata: {}, deletedAt: null };
    facts.units = [{ ...stamps, id: `unt_${optionId}`, ...unit, ...free }];
    facts.pricingPeriods = [{ ...priced(1000), ...stamps, id: "prp_1" }];
    await createPeriod(optionId, { validUntil: "2027-07-11" });
  });

  it("answers the days whose lowest price would be another one, and changes nothing", async () => {
    expect(await quote([priced(1000)])).toEqual({ days: [] });
    const early = priced(800, { startTimes: ["09:00"], weekdays: [0], validFrom: "2027-07-05" });
    expect(await quote([priced(1000), early])).toEqual({
      days: [{ date: "2027-07-11", before: 1000, after: 800 }],
    });
    const { days } = await quote([]);
    expect(days.map(({ date, after }) => `${date} ${after}`)).toEqual(
      ["03", "04", "10", "11"].map((day) => `2027-07-${day} null`),
    );
  });

  it("refuses an unknown option and a unit that is none of the option's", async () => {
    await expectRefusal("UNKNOWN_UNIT", quote([{ ...priced(1), retailPrices: { unt_other: 1 } }]));
    optionId = "opt_missing";
    await expectRefusal("NOT_FOUND", quote([]));
  });
});

describe("deactivating a period", () => {
  it("ends it, records it and invalidates the option; again it is not found", async () => {
    const period = await createPeriod();
    bench.invalidated = [];
    const input = { id: optionId, periodId: period.id };
    expect(await call(mine, availability.deactivatePeriod, input)).toEqual({ deleted: true });
    expect(bench.invalidated).toEqual([optionId]);
    expect(await hasActive()).toBe(false);
    // The process that ended it may have crashed before it invalidated.
    bench.invalidated = [];
    await expectRefusal("NOT_FOUND", call(mine, availability.deactivatePeriod, input));
    expect(bench.invalidated).toEqual([optionId]);
    await bench.settle();
    expect(auditEntries().map(({ action }) => action)).toEqual([
      "availabilityPeriod.create",
      "availabilityPeriod.delete",
    ]);
    expect(auditEntries()[1]).toMatchObject({ before: JSON.stringify(period), after: null });
    // The record stays, to be listed.
    expect(await listPeriods("false")).toHaveLength(1);
  });

  it("is done by one of two at once", async () => {
    const { id: periodId } = await createPeriod();
    const input = { id: optionId, periodId };
    const answers = await Promise.allSettled([
      call(mine, availability.deactivatePeriod, input),
      call(mine, availability.deactivatePeriod, input),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is possible below an archived product", async () => {
    const { id: periodId } = await createPeriod();
    Object.assign(facts, { archived: true, productArchived: true });
    const input = { id: optionId, periodId };
    expect(await call(mine, availability.deactivatePeriod, input)).toEqual({ deleted: true });
  });

  it("does not find another option's or another tenant's period", async () => {
    const { id: periodId } = await createPeriod();
    const sibling = anOption(mine.caller.tenantId);
    const foreign = anOption("ten_other");
    bench.options.push(sibling, foreign);
    const ofSibling = { id: sibling.option.id, periodId };
    await expectRefusal("NOT_FOUND", call(mine, availability.deactivatePeriod, ofSibling));
    const theirs = bench.as("ten_other");
    for (const id of [optionId, foreign.option.id])
      await expectRefusal(
        "NOT_FOUND",
        call(theirs, availability.deactivatePeriod, { id, periodId }),
      );
    expect(await hasActive()).toBe(true);
  });
});

describe("quoting a change of periods", () => {
  const quote = (given: Partial<Sent>) =>
    call(mine, availability.quotePeriods, { id: optionId, days: 7, ...given });

  it("answers which departures would appear, vanish and stay, and changes nothing", async () => {
    const period = await createPeriod();
    bench.invalidated = [];
    const sundays = { ...summer, weekdays: [0], startTimes: ["09:00", "10:00"] };
    const asked = { add: [sundays], remove: [period.id] };
    const quoted = {
      from: new Date(bench.now).toISOString(),
      to: new Date(bench.now + 7 * 86_400_000 - 1).toISOString(),
      appearCount: 1,
      vanishCount: 3,
      stayCount: 1,
      appear: ["2027-07-04T08:00:00.000Z"],
      vanish: ["2027-07-03T07:00:00.000Z", "2027-07-03T12:00:00.000Z", "2027-07-04T12:00:00.000Z"],
    };
    expect(await quote(asked)).toEqual(quoted);
    // A booking has made this departure its own.
    const [startAt = ""] = quoted.vanish;
    const manual = { optionId, productId: facts.productId, startAt };
    await call(mine, availability.recordManualDeparture, manual);
    bench.invalidated = [];
    expect(await quote(asked)).toMatchObject({ vanishCount: 2, stayCount: 2 });
    const from = "2027-07-03T12:00:00.001Z";
    expect(await quote({ ...asked, from, days: 1 })).toMatchObject({
      vanish: quoted.vanish.slice(2),
    });
    const unchanged = await call(mine, availability.quotePeriods, { id: optionId });
    expect(unchanged).toMatchObject({ appear: [], vanish: [] });
    expect(await listPeriods()).toEqual([period]);
    expect(bench.invalidated).toEqual([]);
  });

  it("refuses an unknown option and a period that gives it no departures", async () => {
    const { id } = await createPeriod();
    await call(mine, availability.deactivatePeriod, { id: optionId, periodId: id });
    for (const given of [{ id: "opt_missing" }, { remove: [id] }, { remove: ["avp_missing"] }])
      await expectRefusal("NOT_FOUND", quote(given));
  });

  it("refuses periods with more than 5000 start times together", async () => {
    const startTimes = timesEvery(5);
    const add = Array.from({ length: 18 }, () => ({ ...summer, startTimes }));
    await expectRefusal("VALIDATION_FAILED", quote({ add }));
    const fitting = [...add.slice(1), { ...summer, startTimes: startTimes.slice(0, 104) }];
    expect(await quote({ add: fitting })).toMatchObject({ appearCount: 288 * 2 });
  });

  it("refuses more departures than one answer has, and says for how many days it would do", async () => {
    const add = [{ ...allYear, startTimes: timesEvery(5) }];
    await expect(quote({ add, days: 400 })).rejects.toMatchObject({
      type: "RANGE_TOO_LARGE",
      data: { maxDays: 69 },
    });
    expect(await quote({ add, days: 69 })).toMatchObject({ appearCount: 288 * 69 });
  });
});
