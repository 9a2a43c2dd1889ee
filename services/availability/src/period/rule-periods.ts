/** The availability periods that give the same departures as a recurrence rule of RFC 5545. */
import { type Recurrence, dayMs, departuresOf, minuteMs } from "@slipway/departures";
// oxlint-disable-next-line import/default -- a Common JS package
import rrulePackage from "rrule";
import { type RecurrenceRule, type SentRule, readRule } from "./recurrence-rule.ts";
import { type Malformed, type RuleRefusal, dayAndMinute, untilText } from "./rule-parts.ts";

/** A period has no more. */
const startTimesMax = 288;
const comparedYears = 2;

/**
 * The periods of a rule, or the part of it that no period can say. A rule with an end says a season, and a season
 * recurs every year. Each of its days has every time, in the rule and in the periods. So their days over two years are
 * compared, and no departure is more or less than the rule's. That takes as long for 288 times a day as for one.
 */
export function periodsOfRule(
  sent: SentRule,
  zone: string,
): readonly Recurrence[] | RuleRefusal | Malformed {
  const rule = readRule(sent, zone);
  if (typeof rule === "string" || "part" in rule) return rule;
  const { weekdays, minutes } = rule;
  if (minutes.length > startTimesMax)
    return { part: "BYMINUTE", reason: `a period has at most ${startTimesMax} start times` };
  const season = seasonOf(rule);
  if (season && "part" in season) return season;
  const firstDay = season ? season.first : firstDayOf(rule);
  if (typeof firstDay !== "number") return firstDay;
  const validFrom = new Date(firstDay * dayMs).toISOString().slice(0, 10);
  const startTimes = minutes.map((minute) => timeText(minute));
  const ranges = rangesOf(namedDays(rule, season));
  if (ranges.length === 0) return withoutDepartures;
  const periods = ranges.map((range) => ({ ...range, weekdays, startTimes, validFrom }));
  return namesTheSameDays(season ? { ...rule, ...edgesOf(season) } : rule, ranges)
    ? periods
    : { part: "RRULE", reason: "no period gives the same departures over two years" };
}

const withoutDepartures = { part: "UNTIL", reason: "the rule gives no departure" };

/** First and last day of a season, in days since the epoch. */
interface Season {
  readonly first: number;
  readonly last: number;
}

/** Null: the rule has no end, so that it recurs all year. */
function seasonOf({
  startLocal,
  untilLocal,
  minutes,
}: RecurrenceRule): Season | RuleRefusal | null {
  if (untilLocal === null) return null;
  const start = dayAndMinute(startLocal);
  const until = dayAndMinute(untilLocal);
  const onLast = minutes.filter((minute) => minute <= until.minute).length;
  const cutFirst = firstDayOf({ startLocal, minutes });
  const first = typeof cutFirst === "number" ? cutFirst : start.day;
  const last = onLast === 0 ? until.day - 1 : until.day;
  if (first > last) return withoutDepartures;
  if (last * dayMs >= yearsAfter(start.day * dayMs, 1))
    return { part: "UNTIL", reason: "must be within a year of dtstart" };
  if (typeof cutFirst !== "number") return cutFirst;
  if (onLast > 0 && onLast < minutes.length) return { part: "UNTIL", reason: betweenTimes };
  return { first, last };
}

const betweenTimes = "must not be between two start times of a day";

/** The first day on which a rule departs at all its times, in days since the epoch; refused where that day lacks some. */
function firstDayOf({
  startLocal,
  minutes,
}: Pick<RecurrenceRule, "startLocal" | "minutes">): number | RuleRefusal {
  const { day, minute } = dayAndMinute(startLocal);
  const left = minutes.filter((each) => each >= minute).length;
  if (left > 0 && left < minutes.length) return { part: "DTSTART", reason: betweenTimes };
  return left === 0 ? day + 1 : day;
}

/** Begins and ends a season with days on which something departs, whatever the hours of the rule's start and end are. */
function edgesOf({ first, last }: Season): Pick<RecurrenceRule, "startLocal" | "untilLocal"> {
  return { startLocal: first * dayMs, untilLocal: (last + 1) * dayMs - minuteMs };
}

const leapYear = Array.from({ length: 366 }, (_, day) => {
  const date = new Date(Date.UTC(2024, 0, 1 + day));
  return { month: date.getUTCMonth() + 1, monthDay: date.toISOString().slice(5, 10) };
});

/** Which days of a leap year the rule names, by its season and its months. */
function namedDays({ months }: RecurrenceRule, season: Season | null): boolean[] {
  const first = season ? dayOfLeapYear(season.first) : 0;
  const last = season ? dayOfLeapYear(season.last) : 365;
  return leapYear.map(({ month }, day) => {
    const isInSeason = first <= last ? first <= day && day <= last : first <= day || day <= last;
    return isInSeason && (months.length === 0 || months.includes(month));
  });
}

function dayOfLeapYear(day: number): number {
  const monthDay = new Date(day * dayMs).toISOString().slice(5, 10);
  return leapYear.findIndex((each) => each.monthDay === monthDay);
}

type Range = Pick<Recurrence, "startMonthDay" | "endMonthDay">;

/** The runs of named days. One may span the turn of the year. */
function rangesOf(isNamed: readonly boolean[]): Range[] {
  if (!isNamed.includes(false)) return [rangeOf(0, 365)];
  return [...isNamed.keys()]
    .filter((day) => isNamed[day] && !isNamed.at(day - 1))
    .map((first) => {
      let last = first;
      while (isNamed[(last + 1) % 366]) last++;
      return rangeOf(first, last % 366);
    });
}

function rangeOf(first: number, last: number): Range {
  const monthDay = (day: number): string => leapYear[day]?.monthDay ?? "";
  return { startMonthDay: monthDay(first), endMonthDay: monthDay(last) };
}

function timeText(minute: number): string {
  return new Date(minute * minuteMs).toISOString().slice(11, 16);
}

/** Compares local midnights: a zone then makes the same instants of the times of both. */
function namesTheSameDays(rule: RecurrenceRule, ranges: readonly Range[]): boolean {
  const { weekdays } = rule;
  const startLocal = dayAndMinute(rule.startLocal).day * dayMs;
  const range = { from: startLocal, to: yearsAfter(startLocal, comparedYears) - 1 };
  const periods = ranges.map((each) => ({ ...each, weekdays, startTimes: ["00:00"] }));
  const given = departuresOf(periods, "UTC", range);
  const meant = midnightsOf({ ...rule, startLocal }, range);
  return given.length === meant.length && given.every((day, at) => day === meant[at]);
}

interface Days {
  readonly from: number;
  readonly to: number;
}

/** The days of a rule that starts at midnight, ascending; those of a season once a year. */
function midnightsOf({ text, startLocal, untilLocal }: RecurrenceRule, range: Days): number[] {
  if (untilLocal === null) return expanded(text, startLocal, range);
  return Array.from({ length: comparedYears }, (_, years) => {
    const until = untilText(yearsAfter(untilLocal, years, "on the day before"));
    const moved = text.replace(/UNTIL=[^;]+/, `UNTIL=${until}`);
    return expanded(moved, yearsAfter(startLocal, years), range);
  }).flat();
}

function expanded(text: string, startLocal: number, { from, to }: Days): number[] {
  const { RRule } = rrulePackage;
  const rule = new RRule({ ...RRule.parseString(text), dtstart: new Date(startLocal) });
  return rule.between(new Date(from), new Date(to), true).map((date) => date.getTime());
}

/** The same local time in a later year. A season of 29 February begins on the day after, or ends on the day before. */
function yearsAfter(
  localTime: number,
  years: number,
  leapDay: "on the day after" | "on the day before" = "on the day after",
): number {
  const date = new Date(localTime);
  const month = date.getUTCMonth();
  const moved = Date.UTC(date.getUTCFullYear() + years, month, date.getUTCDate());
  const hasDay = new Date(moved).getUTCMonth() === month;
  const day = hasDay || leapDay === "on the day after" ? moved : moved - dayMs;
  return day + (localTime - dayAndMinute(localTime).day * dayMs);
}
