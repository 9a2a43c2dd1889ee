import { describe, expect, it, jest } from "@jest/globals";
import { type Recurrence, departuresOf, instantOfLocal, localTimeOf } from "@slipway/departures";
import fc from "fast-check";
// oxlint-disable-next-line import/default -- a Common JS package
import rrulePackage from "rrule";
import type { RuleRefusal } from "./rule-parts.ts";
import { periodsOfRule } from "./rule-periods.ts";

const zone = "Europe/Rome";
const everyDay = [0, 1, 2, 3, 4, 5, 6];

function imported(rrule: string, dtstart = "2027-06-01T09:00") {
  return periodsOfRule({ rrule, dtstart }, zone);
}

interface Said {
  name: string;
  rrule: string;
  dtstart?: string;
  periods: Partial<Recurrence>[];
}

const allYear = { startMonthDay: "01-01", endMonthDay: "12-31" };
const summer = { startMonthDay: "06-01", endMonthDay: "08-31" };

const said: Said[] = [
  {
    name: "a daily rule without an end recurs all year at the time of its start",
    rrule: "FREQ=DAILY",
    periods: [{ ...allYear, weekdays: everyDay, startTimes: ["09:00"], validFrom: "2027-06-01" }],
  },
  {
    name: "a folded line, parameters of the property and a semicolon at the end change nothing",
    rrule:
      'RRULE;X-A=TRASH;X-B="a;b:c":FREQ=WEEKLY;UNTIL=20270831T235900;BYDAY=MO,TU;WK\r\n ST=MO;',
    periods: [{ ...summer, weekdays: [1, 2] }],
  },
  {
    name: "a weekly rule without BYDAY recurs on the weekday of its start",
    rrule: "RRULE:FREQ=WEEKLY",
    periods: [{ ...allYear, weekdays: [2], startTimes: ["09:00"] }],
  },
  {
    name: "BYHOUR and BYMINUTE give every combination",
    rrule: "freq=weekly;byday=sa,su;byhour=14,9;byminute=30,0;bysecond=0;wkst=su;interval=1",
    periods: [{ ...allYear, weekdays: [0, 6], startTimes: ["09:00", "09:30", "14:00", "14:30"] }],
  },
  {
    name: "UNTIL gives the season",
    rrule: "FREQ=DAILY;UNTIL=20270831T235959",
    periods: [summer],
  },
  {
    name: "UNTIL in UTC is an instant, here the last hour of 31 August in Rome",
    rrule: "FREQ=DAILY;UNTIL=20270831T215900Z",
    periods: [summer],
  },
  {
    name: "UNTIL at midnight ends the season on the day before",
    rrule: "FREQ=DAILY;UNTIL=20270901T000000",
    periods: [summer],
  },
  {
    name: "a season of a whole year recurs all year",
    rrule: "FREQ=DAILY;UNTIL=20280601T000000",
    periods: [allYear],
  },
  {
    name: "a start after the last time of its day begins the season on the next day",
    rrule: "FREQ=DAILY;BYHOUR=8;UNTIL=20270831T120000",
    periods: [
      {
        startMonthDay: "06-02",
        endMonthDay: "08-31",
        startTimes: ["08:00"],
        validFrom: "2027-06-02",
      },
    ],
  },
  {
    name: "a season spans the turn of the year",
    rrule: "FREQ=DAILY;UNTIL=20280110T120000",
    dtstart: "2027-12-20T09:00",
    periods: [{ startMonthDay: "12-20", endMonthDay: "01-10" }],
  },
  {
    name: "BYMONTH gives a period for each run of months",
    rrule: "FREQ=DAILY;BYMONTH=12,1,2,7",
    periods: [
      { startMonthDay: "07-01", endMonthDay: "07-31" },
      { startMonthDay: "12-01", endMonthDay: "02-29" },
    ],
  },
  {
    name: "BYMONTH and UNTIL give what both name",
    rrule: "FREQ=DAILY;BYMONTH=6,8;UNTIL=20270810T235900",
    dtstart: "2027-06-15T09:00:00",
    periods: [
      { startMonthDay: "06-15", endMonthDay: "06-30" },
      { startMonthDay: "08-01", endMonthDay: "08-10" },
    ],
  },
  {
    name: "a season that begins on 29 February begins on 1 March in other years",
    rrule: "FREQ=DAILY;UNTIL=20280430T120000",
    dtstart: "2028-02-29T09:00",
    periods: [{ startMonthDay: "02-29", endMonthDay: "04-30" }],
  },
  {
    name: "a start on 29 February after the times of that day begins the season on 1 March",
    rrule: "FREQ=DAILY;BYMINUTE=0;UNTIL=20280301T090000",
    dtstart: "2028-02-29T09:30",
    periods: [{ startMonthDay: "03-01", endMonthDay: "03-01" }],
  },
  {
    name: "an end on 29 February before the times of that day ends the season on the 28th",
    rrule: "FREQ=DAILY;UNTIL=20280229T003000",
    dtstart: "2028-02-20T09:00",
    periods: [{ startMonthDay: "02-20", endMonthDay: "02-28" }],
  },
];

describe("a rule that periods can say", () => {
  it.each(said)("$name", ({ rrule, dtstart, periods }) => {
    const found = imported(rrule, dtstart);
    expect(found).toHaveLength(periods.length);
    expect(found).toMatchObject(periods);
  });
});

const refused: [part: string, rrule: string, dtstart?: string][] = [
  ["FREQ", "FREQ=MONTHLY"],
  ["FREQ", "FREQ=HOURLY;INTERVAL=2"],
  ["INTERVAL", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA"],
  ["COUNT", "FREQ=DAILY;COUNT=10"],
  ["BYSETPOS", "FREQ=DAILY;BYHOUR=9,10;BYSETPOS=1"],
  ["BYMONTHDAY", "FREQ=DAILY;BYMONTHDAY=1,15"],
  ["BYYEARDAY", "FREQ=DAILY;BYYEARDAY=100"],
  ["BYWEEKNO", "FREQ=DAILY;BYWEEKNO=20"],
  ["BYDAY", "FREQ=WEEKLY;BYDAY=1SA"],
  ["BYSECOND", "FREQ=DAILY;BYSECOND=30"],
  ["RSCALE", "RSCALE=HEBREW;FREQ=DAILY"],
  ["BYMINUTE", `FREQ=DAILY;BYHOUR=${range(24)};BYMINUTE=${range(60)}`],
  ["UNTIL", "FREQ=DAILY;UNTIL=20270831"],
  ["UNTIL", "FREQ=DAILY;UNTIL=20280601T090000"],
  ["UNTIL", "FREQ=DAILY;UNTIL=20270531T235900"],
  ["UNTIL", "FREQ=DAILY;BYMONTH=12;UNTIL=20270831T235900"],
  ["UNTIL", "FREQ=DAILY;BYHOUR=9,14;UNTIL=20270831T120000"],
  ["DTSTART", "FREQ=DAILY;BYHOUR=8,14;UNTIL=20270831T235900"],
  ["DTSTART", "FREQ=DAILY;BYHOUR=8,14"],
  ["DTSTART", "FREQ=DAILY", "2027-06-01T09:00+02:00"],
  ["DTSTART", "FREQ=DAILY", "2027-06-01T09:00:00Z"],
  ["DTSTART", "FREQ=DAILY", "2027-06-01T09:00:30"],
  ["DTSTART", "DTSTART;TZID=Europe/Rome:20270601T090000\nRRULE:FREQ=DAILY"],
  ["EXDATE", "RRULE:FREQ=DAILY\r\nEXDATE:20270615T090000"],
  ["RDATE", "RRULE:FREQ=DAILY\nRDATE:20270615T150000"],
  ["RRULE", "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY"],
];

function range(end: number): string {
  return Array.from({ length: end }, (_, number) => number).join();
}

it("gives no departure before the rule's start, in whatever year", () => {
  const periods = imported("FREQ=DAILY;BYMONTH=12,1") as Recurrence[];
  const looked = { from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 11, 3) };
  expect(departuresOf(periods, zone, looked).map((at) => new Date(at).toISOString())).toEqual([
    "2027-12-01T08:00:00.000Z",
    "2027-12-02T08:00:00.000Z",
  ]);
});

describe("a rule that no period can say", () => {
  it.each(refused)("is refused by %s, rule %#", (part, rrule, ...dtstart) => {
    expect(imported(rrule, ...dtstart)).toEqual({ part, reason: expect.any(String) });
  });
});

describe("what is no rule", () => {
  it.each([
    " ",
    "every day",
    "INTERVAL=1",
    "FREQ=DAILY;;",
    "RRULE;X-A:FREQ=DAILY",
    "FREQ=DAILY;FREQ=WEEKLY",
    "FREQ=FORTNIGHTLY",
    "FREQ=DAILY;BYDAY=XX",
    "FREQ=DAILY;BYHOUR=24",
    "FREQ=DAILY;UNTIL=20270231T090000",
    "FREQ=DAILY;BYMOON=3",
    "FREQ=DAILY=1",
  ])("%s", (rrule) => {
    expect(imported(rrule)).toBe("malformed");
  });
});

const list = (values: fc.Arbitrary<number | string>): fc.Arbitrary<string> =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 3 }).map((some) => some.join());
const wallTime = fc
  .integer({ min: Date.UTC(2027, 0, 1) / 1_800_000, max: Date.UTC(2029, 11, 31) / 1_800_000 })
  .map((half) => half * 1_800_000)
  // Where clocks skip an hour, local times are not in the order of their instants.
  .filter((localTime) => ![2, 3].includes(new Date(localTime).getUTCHours()));
const drawnRule = fc.record({
  startLocal: wallTime,
  frequency: fc.constantFrom("DAILY", "WEEKLY"),
  halvesUntil: fc.option(fc.integer({ min: 0, max: 380 * 48 })),
  isUtc: fc.boolean(),
  unsaid: fc.constantFrom("", "", "", "", ";INTERVAL=2", ";COUNT=400"),
  parts: fc.record(
    {
      BYDAY: list(fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU")),
      BYHOUR: list(fc.integer({ min: 0, max: 23 })),
      BYMINUTE: list(fc.constantFrom(0, 30)),
      BYMONTH: list(fc.integer({ min: 1, max: 12 })),
    },
    { requiredKeys: [] },
  ),
});

/** The rule's departures by rrule alone: from its start on, and of a season every year. */
function instantsOf(rrule: string, startLocal: number, untilLocal: number | null): number[] {
  const years = untilLocal === null ? [0] : [0, 1];
  const { until: _, ...options } = rrulePackage.RRule.parseString(rrule);
  const season = seasonOf(options, startLocal, untilLocal);
  const localTimes = years.flatMap((year) => {
    const dtstart = new Date(sameDay(season.start, year));
    const until = new Date(lastDay(season.end, year));
    const byweekday = options.byweekday ?? weekdayOf(options.freq, startLocal);
    // rrule gives the times of a day in the order of the rule, and ends at the first one beyond its end.
    const beyond = new Date(until.getTime() + 86_400_000);
    const rule = new rrulePackage.RRule({ ...options, byweekday, dtstart, until: beyond });
    return rule.all().filter((localTime) => localTime <= until);
  });
  const texts = localTimes.map((localTime) => localTime.toISOString());
  const instants = texts.map((text) => instantOfLocal(zone, text.slice(0, 10), text.slice(11, 16)));
  return [...new Set(instants)].toSorted((a, b) => a - b);
}

type ParsedRule = ReturnType<typeof rrulePackage.RRule.parseString>;

/** The season from its first time of day to its last one: hours without a departure are no part of it. */
function seasonOf(
  options: ParsedRule,
  startLocal: number,
  untilLocal: number | null,
): { start: number; end: number } {
  if (untilLocal === null) return { start: startLocal, end: sameDay(startLocal, 2) - 1 };
  const dtstart = new Date(startLocal);
  const { byhour, byminute } = new rrulePackage.RRule({ ...options, dtstart }).options;
  const times = byhour.flatMap((hour) => byminute.map((minute) => (hour * 60 + minute) * 60_000));
  const [earliest, latest] = [Math.min(...times), Math.max(...times)];
  const midnight = (localTime: number): number => Math.floor(localTime / 86_400_000) * 86_400_000;
  const isLate = startLocal - midnight(startLocal) > latest;
  const isEarly = untilLocal - midnight(untilLocal) < earliest;
  return {
    start: isLate ? midnight(startLocal) + 86_400_000 + earliest : startLocal,
    end: isEarly ? midnight(untilLocal) - 60_000 : untilLocal,
  };
}

function weekdayOf(frequency: number | undefined, localTime: number): number | null {
  return frequency === rrulePackage.RRule.WEEKLY ? (new Date(localTime).getUTCDay() + 6) % 7 : null;
}

function sameDay(localTime: number, years: number): number {
  const date = new Date(localTime);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** A season that ends on 29 February ends on the 28th of other years. */
function lastDay(localTime: number, years: number): number {
  const moved = sameDay(localTime, years);
  return new Date(moved).getUTCDate() === new Date(localTime).getUTCDate()
    ? moved
    : moved - 86_400_000;
}

it("expands a rule of 288 times a day over its days alone", () => {
  const between = jest.spyOn(rrulePackage.RRule.prototype, "between");
  const hours = [...Array(24).keys()].join();
  const rule = `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55`;
  const found = imported(rule, "2027-06-01T00:00");
  expect(found).toMatchObject([{ startTimes: { length: 288 } }]);
  const dates = between.mock.results.flatMap(({ value }) => value as Date[]);
  expect(dates.length).toBeLessThanOrEqual(2 * 366);
  between.mockRestore();
});

it("a random rule becomes periods with exactly its departures, or is refused by a part", () => {
  let compared = 0;
  fc.assert(
    fc.property(drawnRule, ({ startLocal, frequency, halvesUntil, isUtc, parts, unsaid }) => {
      const drawnEnd = halvesUntil === null ? null : startLocal + halvesUntil * 1_800_000;
      const others = Object.entries(parts).map(([name, value]) => `;${name}=${value}`);
      const rule = `FREQ=${frequency}${others.join("")}${unsaid}`;
      const end = drawnEnd === null ? null : endOf(drawnEnd, isUtc);
      const rrule = end === null ? rule : `${rule};UNTIL=${end.text}`;
      const dtstart = new Date(startLocal).toISOString().slice(0, 16);
      const found = imported(rrule, dtstart);
      if (!Array.isArray(found)) return !["RRULE", undefined].includes((found as RuleRefusal).part);
      compared++;
      const from = instantOfLocal(zone, dtstart.slice(0, 10), dtstart.slice(11));
      const { until: _, ...options } = rrulePackage.RRule.parseString(rule);
      const { start } = seasonOf(options, startLocal, end?.localTime ?? null);
      const last = new Date(sameDay(start, 2) - 60_000).toISOString();
      const to = instantOfLocal(zone, last.slice(0, 10), last.slice(11, 16));
      const periods = found as Recurrence[];
      expect(departuresOf(periods, zone, { from, to })).toEqual(
        instantsOf(rule, startLocal, end?.localTime ?? null),
      );
      return true;
    }),
    { numRuns: 400 },
  );
  expect(compared).toBeGreaterThan(40);
});

/** An end as a rule has it, and its local time. */
function endOf(localTime: number, isUtc: boolean): { text: string; localTime: number } {
  const local = new Date(localTime).toISOString();
  const instant = instantOfLocal(zone, local.slice(0, 10), local.slice(11, 16));
  const digits = new Date(isUtc ? instant : localTime)
    .toISOString()
    .replaceAll(/[-:]|\.\d{3}Z/g, "");
  return isUtc
    ? { text: `${digits}Z`, localTime: localTimeOf(zone, instant) }
    : { text: digits, localTime };
}
