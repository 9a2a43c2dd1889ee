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
const summer2027 = { ...summer, validFrom: "2027-06-01", validUntil: "2027-08-31" };

const said: Said[] = [
  {
    name: "a daily rule without an end recurs all year at the time of its start",
    rrule: "FREQ=DAILY",
    periods: [
      {
        ...allYear,
        weekdays: everyDay,
        startTimes: ["09:00"],
        validFrom: "2027-06-01",
        validUntil: null,
      },
    ],
  },
  {
    name: "a folded line, parameters of the property and a semicolon at the end change nothing",
    rrule:
      'RRULE;X-A=TRASH;X-B="a;b:c":FREQ=WEEKLY;UNTIL=20270831T235900;BYDAY=MO,TU;WK\r\n ST=MO;',
    periods: [{ ...summer2027, weekdays: [1, 2] }],
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
    name: "UNTIL ends the window",
    rrule: "FREQ=DAILY;UNTIL=20270831T235959",
    periods: [summer2027],
  },
  {
    name: "UNTIL in UTC is an instant, here the last hour of 31 August in Rome",
    rrule: "FREQ=DAILY;UNTIL=20270831T215900Z",
    periods: [summer2027],
  },
  {
    name: "UNTIL of the last second that has a name means for ever",
    rrule: "FREQ=DAILY;UNTIL=99991231T235959",
    periods: [{ ...allYear, validUntil: "9999-12-31" }],
  },
  {
    name: "UNTIL of that second in UTC, which is of the year 10000 in Rome, too",
    rrule: "FREQ=DAILY;UNTIL=99991231T235959Z",
    periods: [{ ...allYear, validUntil: "9999-12-31" }],
  },
  {
    name: "UNTIL at midnight ends the season on the day before",
    rrule: "FREQ=DAILY;UNTIL=20270901T000000",
    periods: [summer2027],
  },
  {
    name: "a season of a whole year has every day of its window",
    rrule: "FREQ=DAILY;UNTIL=20280601T000000",
    periods: [{ ...allYear, validFrom: "2027-06-01", validUntil: "2028-05-31" }],
  },
  {
    name: "UNTIL years later ends the window in its year",
    rrule: "FREQ=DAILY;BYMONTH=2;UNTIL=20320229T090000",
    periods: [
      {
        startMonthDay: "02-01",
        endMonthDay: "02-29",
        validFrom: "2027-06-01",
        validUntil: "2032-02-29",
      },
    ],
  },
  {
    name: "times that begin or end on another day have periods of their own",
    rrule: "FREQ=DAILY;BYHOUR=8,9,14;UNTIL=20270831T120000",
    periods: [
      { startTimes: ["08:00"], validFrom: "2027-06-02", validUntil: "2027-08-31" },
      { startTimes: ["09:00"], validFrom: "2027-06-01", validUntil: "2027-08-31" },
      { startTimes: ["14:00"], validFrom: "2027-06-01", validUntil: "2027-08-30" },
    ],
  },
  {
    name: "EXDATE gives excepted days, in any zone's way to write them; one without a departure gives none",
    rrule:
      "EXDATE;TZID=Europe/Rome:20270810T090000,20270605T090000\nRRULE:FREQ=DAILY;BYMONTH=6,8\n" +
      "EXDATE:20270606T070000Z,20270605T090000,20270607T100000,20270705T090000",
    periods: [
      { startMonthDay: "06-01", exceptDates: ["2027-06-05", "2027-06-06"] },
      { startMonthDay: "08-01", exceptDates: ["2027-08-10"] },
    ],
  },
  {
    name: "EXDATE of one time of a day gives a period for the others",
    rrule: "FREQ=DAILY;BYHOUR=9,14\nEXDATE:20270605T140000",
    periods: [
      { startTimes: ["09:00"], exceptDates: [] },
      { startTimes: ["14:00"], exceptDates: ["2027-06-05"] },
    ],
  },
  {
    name: "EXDATE in UTC names a time that the clocks skip by its instant",
    rrule: "FREQ=DAILY\nEXDATE:20280326T013000Z",
    dtstart: "2027-06-01T02:30",
    periods: [{ startTimes: ["02:30"], exceptDates: ["2028-03-26"] }],
  },
  {
    name: "each day of RDATE is a period of that day",
    rrule:
      "FREQ=DAILY;UNTIL=20270831T090000\nRDATE:20280229T150000,20271224T100000,20271224T080000Z" +
      "\nEXDATE:20271225T100000\nRDATE:20271225T100000",
    periods: [
      summer2027,
      {
        startMonthDay: "12-24",
        endMonthDay: "12-24",
        weekdays: [5],
        startTimes: ["09:00", "10:00"],
        validFrom: "2027-12-24",
        validUntil: "2027-12-24",
      },
      { startMonthDay: "02-29", startTimes: ["15:00"], validUntil: "2028-02-29" },
    ],
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
  ["UNTIL", "FREQ=DAILY;UNTIL=20270531T235900"],
  ["UNTIL", "FREQ=DAILY;BYMONTH=12;UNTIL=20270831T235900"],
  ["UNTIL", "FREQ=WEEKLY;BYDAY=SU;UNTIL=20270603T235900"],
  ["DTSTART", "FREQ=DAILY", "2027-06-01T09:00+02:00"],
  ["DTSTART", "FREQ=DAILY", "2027-06-01T09:00:00Z"],
  ["DTSTART", "FREQ=DAILY", "2027-06-01T09:00:30"],
  ["DTSTART", "DTSTART;TZID=Europe/Rome:20270601T090000\nRRULE:FREQ=DAILY"],
  ["EXDATE", "FREQ=DAILY\r\nEXDATE;VALUE=DATE:20270615"],
  ["EXDATE", "FREQ=DAILY\nEXDATE;TZID=America/New_York:20270615T090000"],
  [
    "EXDATE",
    `FREQ=DAILY;BYHOUR=${range(24)}\nEXDATE:${Array.from({ length: 21 }, (_, hour) => `20270615T${String(hour).padStart(2, "0")}0000,202706${hour + 2 < 10 ? "0" : ""}${hour + 2}T${String(hour).padStart(2, "0")}0000`).join()}`,
    "2027-06-01T00:00",
  ],
  ["RDATE", "FREQ=DAILY\nRDATE:20270615T150030"],
  ["RDATE", "FREQ=DAILY\nRDATE:20271031T013000Z"],
  ["EXRULE", "FREQ=DAILY\nEXRULE:FREQ=WEEKLY"],
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
    "FREQ=DAILY\nEXDATE:20270231T090000",
    "FREQ=DAILY\nRDATE:tomorrow",
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
  halvesUntil: fc.option(
    fc.oneof(fc.integer({ min: 0, max: 380 * 48 }), fc.integer({ min: 0, max: 1200 * 48 })),
  ),
  exceptDays: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }),
  addedHalves: fc.uniqueArray(fc.integer({ min: -200, max: 60 * 48 }), { maxLength: 3 }),
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

interface Drawn {
  readonly rrule: string;
  readonly startLocal: number;
  readonly untilLocal: number | null;
  readonly except: readonly number[];
  readonly added: readonly number[];
}

/** The rule's departures by rrule alone, in the order of their instants. */
function instantsOf({ rrule, startLocal, untilLocal, except, added }: Drawn): number[] {
  const options = rrulePackage.RRule.parseString(rrule);
  const end = untilLocal ?? endCompared(startLocal);
  // rrule gives the times of a day in the order of the rule, and ends at the first one beyond its end.
  const until = new Date(end + dayMs);
  const byweekday = options.byweekday ?? weekdayOf(options.freq, startLocal);
  const dtstart = new Date(startLocal);
  const set = new rrulePackage.RRuleSet();
  for (const localTime of except) set.exdate(new Date(localTime));
  set.rrule(new rrulePackage.RRule({ ...options, byweekday, dtstart, until }));
  const ruled = set.all().filter((date) => date.getTime() <= end);
  const beside = added.filter((localTime) => !except.includes(localTime));
  const localTimes = [...ruled.map((date) => date.getTime()), ...beside];
  const instants = localTimes.map((localTime) => {
    const text = new Date(localTime).toISOString();
    return instantOfLocal(zone, text.slice(0, 10), text.slice(11, 16));
  });
  return [...new Set(instants)].toSorted((a, b) => a - b);
}

const dayMs = 86_400_000;
/** Until when the departures of a rule without an end are compared. */
const endCompared = (startLocal: number): number => startLocal + 800 * dayMs;

/** The times of a day of a rule, in milliseconds. */
function timesOf(rrule: string, startLocal: number): number[] {
  const { RRule } = rrulePackage;
  const dtstart = new Date(startLocal);
  const { byhour, byminute } = new RRule({ ...RRule.parseString(rrule), dtstart }).options;
  return byhour.flatMap((hour) => byminute.map((minute) => (hour * 60 + minute) * 60_000));
}

function weekdayOf(frequency: number | undefined, localTime: number): number | null {
  return frequency === rrulePackage.RRule.WEEKLY ? (new Date(localTime).getUTCDay() + 6) % 7 : null;
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
    fc.property(drawnRule, (drawn) => {
      const { startLocal, frequency, halvesUntil, isUtc, parts, unsaid } = drawn;
      const drawnEnd = halvesUntil === null ? null : startLocal + halvesUntil * 1_800_000;
      const others = Object.entries(parts).map(([name, value]) => `;${name}=${value}`);
      const rule = `FREQ=${frequency}${others.join("")}${unsaid}`;
      const end = drawnEnd === null ? null : endOf(drawnEnd, isUtc);
      const times = timesOf(rule, startLocal);
      const midnight = Math.floor(startLocal / dayMs) * dayMs;
      const except = drawn.exceptDays.map(
        (day, index) => midnight + day * dayMs + (times[index % times.length] ?? 0),
      );
      const added = drawn.addedHalves.map((half) => startLocal + half * 1_800_000);
      const lines = [
        end === null ? rule : `${rule};UNTIL=${end.text}`,
        ...except.map((localTime) => `EXDATE:${endOf(localTime, false).text}`),
        ...added.map((localTime) => `RDATE:${endOf(localTime, false).text}`),
      ];
      const found = imported(lines.join("\n"), new Date(startLocal).toISOString().slice(0, 16));
      if (!Array.isArray(found)) return !["RRULE", undefined].includes((found as RuleRefusal).part);
      compared++;
      const untilLocal = end?.localTime ?? null;
      const asked = { rrule: rule, startLocal, untilLocal, except, added };
      const to = end === null ? endCompared(startLocal) - dayMs : Date.UTC(2040, 0, 1);
      expect(departuresOf(found as Recurrence[], zone, { from: 0, to })).toEqual(
        instantsOf(asked).filter((instant) => instant <= to),
      );
      return true;
    }),
    { numRuns: 150 },
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
