import { describe, expect, it, jest } from "@jest/globals";
import { type Recurrence, departuresOf, instantOfLocal, localTimeOf } from "@slipway/departures";
import fc from "fast-check";
// oxlint-disable-next-line import/default -- a Common JS package
import rrulePackage from "rrule";
import type { RuleRefusal } from "./rule-parts.ts";
import { periodsOfRule } from "./rule-periods.ts";

const zone = "Europe/Rome";

function imported(rrule: string, dtstart = "2027-06-01T09:00") {
  return periodsOfRule({ rrule, dtstart }, zone);
}

/** A period in one line: its season, days of the week, times, window and excepted days. */
function shown(period: Recurrence): string {
  const { startMonthDay, endMonthDay, weekdays, startTimes, validFrom, validUntil } = period;
  const days = weekdays.length === 7 ? "daily" : `on ${weekdays.join("")}`;
  const except = (period.exceptDates ?? []).map((day) => `-${day}`);
  const window = `${validFrom ?? ""}..${validUntil ?? ""}`;
  return [`${startMonthDay}..${endMonthDay}`, days, ...startTimes, window, ...except].join(" ");
}

const said: [name: string, rrule: string, periods: string[], dtstart?: string][] = [
  [
    "a daily rule without an end recurs all year at the time of its start",
    "FREQ=DAILY",
    ["01-01..12-31 daily 09:00 2027-06-01.."],
  ],
  [
    "a folded line, parameters of the property and a semicolon at the end change nothing",
    'RRULE;X-A=TRASH;X-B="a;b:c":FREQ=WEEKLY;UNTIL=20270831T235900;BYDAY=MO,TU;WK\r\n ST=MO;',
    ["06-01..08-31 on 12 09:00 2027-06-01..2027-08-31"],
  ],
  [
    "a weekly rule without BYDAY recurs on the weekday of its start",
    "RRULE:FREQ=WEEKLY",
    ["01-01..12-31 on 2 09:00 2027-06-01.."],
  ],
  [
    "BYHOUR and BYMINUTE give every combination",
    "freq=weekly;byday=sa,su;byhour=14,9;byminute=30,0;bysecond=0;wkst=su;interval=1",
    ["01-01..12-31 on 06 09:00 09:30 14:00 14:30 2027-06-01.."],
  ],
  [
    "UNTIL ends the window",
    "FREQ=DAILY;UNTIL=20270831T235959",
    ["06-01..08-31 daily 09:00 2027-06-01..2027-08-31"],
  ],
  [
    "UNTIL in UTC is an instant, here the last hour of 31 August in Rome",
    "FREQ=DAILY;UNTIL=20270831T215900Z",
    ["06-01..08-31 daily 09:00 2027-06-01..2027-08-31"],
  ],
  [
    "UNTIL of the last second that has a name means for ever",
    "FREQ=DAILY;UNTIL=99991231T235959",
    ["01-01..12-31 daily 09:00 2027-06-01..9999-12-31"],
  ],
  [
    "UNTIL of that second in UTC, which is of the year 10000 in Rome, too",
    "FREQ=DAILY;UNTIL=99991231T235959Z",
    ["01-01..12-31 daily 09:00 2027-06-01..9999-12-31"],
  ],
  [
    "UNTIL at midnight ends the season on the day before",
    "FREQ=DAILY;UNTIL=20270901T000000",
    ["06-01..08-31 daily 09:00 2027-06-01..2027-08-31"],
  ],
  [
    "a season of a whole year has every day of its window",
    "FREQ=DAILY;UNTIL=20280601T000000",
    ["01-01..12-31 daily 09:00 2027-06-01..2028-05-31"],
  ],
  [
    "UNTIL years later ends the window in its year",
    "FREQ=DAILY;BYMONTH=2;UNTIL=20320229T090000",
    ["02-01..02-29 daily 09:00 2027-06-01..2032-02-29"],
  ],
  [
    "times that begin or end on another day have periods of their own",
    "FREQ=DAILY;BYHOUR=8,9,14;UNTIL=20270831T120000",
    [
      "06-02..08-31 daily 08:00 2027-06-02..2027-08-31",
      "06-01..08-31 daily 09:00 2027-06-01..2027-08-31",
      "06-01..08-30 daily 14:00 2027-06-01..2027-08-30",
    ],
  ],
  [
    "EXDATE gives excepted days, in any zone's way to write them; one without a departure gives none",
    "EXDATE;TZID=Europe/Rome:20270810T090000,20270605T090000\nRRULE:FREQ=DAILY;BYMONTH=6,8\n" +
      "EXDATE:20270606T070000Z,20270605T090000,20270607T100000,20270705T090000",
    [
      "06-01..06-30 daily 09:00 2027-06-01.. -2027-06-05 -2027-06-06",
      "08-01..08-31 daily 09:00 2027-06-01.. -2027-08-10",
    ],
  ],
  [
    "EXDATE of one time of a day gives a period for the others",
    "FREQ=DAILY;BYHOUR=9,14\nEXDATE:20270605T140000",
    ["01-01..12-31 daily 09:00 2027-06-01..", "01-01..12-31 daily 14:00 2027-06-01.. -2027-06-05"],
  ],
  [
    "EXDATE in UTC names a time that the clocks skip by its instant",
    "FREQ=DAILY\nEXDATE:20280326T013000Z",
    ["01-01..12-31 daily 02:30 2027-06-01.. -2028-03-26"],
    "2027-06-01T02:30",
  ],
  [
    "each day of RDATE is a period of that day",
    "FREQ=DAILY;UNTIL=20270831T090000\nRDATE:20280229T150000,20271224T100000,20271224T080000Z\n" +
      "EXDATE:20271225T100000\nRDATE:20271225T100000",
    [
      "06-01..08-31 daily 09:00 2027-06-01..2027-08-31",
      "12-24..12-24 on 5 09:00 10:00 2027-12-24..2027-12-24",
      "02-29..02-29 on 2 15:00 2028-02-29..2028-02-29",
    ],
  ],
  [
    "a start after the last time of its day begins the season on the next day",
    "FREQ=DAILY;BYHOUR=8;UNTIL=20270831T120000",
    ["06-02..08-31 daily 08:00 2027-06-02..2027-08-31"],
  ],
  [
    "a season spans the turn of the year",
    "FREQ=DAILY;UNTIL=20280110T120000",
    ["12-20..01-10 daily 09:00 2027-12-20..2028-01-10"],
    "2027-12-20T09:00",
  ],
  [
    "BYMONTH gives a period for each run of months",
    "FREQ=DAILY;BYMONTH=12,1,2,7",
    ["07-01..07-31 daily 09:00 2027-06-01..", "12-01..02-29 daily 09:00 2027-06-01.."],
  ],
  [
    "BYMONTH and UNTIL give what both name",
    "FREQ=DAILY;BYMONTH=6,8;UNTIL=20270810T235900",
    [
      "06-15..06-30 daily 09:00 2027-06-15..2027-08-10",
      "08-01..08-10 daily 09:00 2027-06-15..2027-08-10",
    ],
    "2027-06-15T09:00:00",
  ],
  [
    "a season that begins on 29 February begins on 1 March in other years",
    "FREQ=DAILY;UNTIL=20280430T120000",
    ["02-29..04-30 daily 09:00 2028-02-29..2028-04-30"],
    "2028-02-29T09:00",
  ],
  [
    "a start on 29 February after the times of that day begins the season on 1 March",
    "FREQ=DAILY;BYMINUTE=0;UNTIL=20280301T090000",
    ["03-01..03-01 daily 09:00 2028-03-01..2028-03-01"],
    "2028-02-29T09:30",
  ],
  [
    "an end on 29 February before the times of that day ends the season on the 28th",
    "FREQ=DAILY;UNTIL=20280229T003000",
    ["02-20..02-28 daily 09:00 2028-02-20..2028-02-28"],
    "2028-02-20T09:00",
  ],
];

describe("a rule that periods can say", () => {
  it.each(said)("%s", (_name, rrule, periods, ...dtstart) => {
    expect((imported(rrule, ...dtstart) as Recurrence[]).map(shown)).toEqual(periods);
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
