/** The availability periods that give the same departures as a recurrence rule of RFC 5545. */
import {
  type Recurrence,
  dayMs,
  dayText,
  departuresOf,
  isDepartureTime,
  minuteMs,
  recursOnDayOf,
} from "@slipway/departures";
// oxlint-disable-next-line import/default -- a Common JS package
import rrulePackage from "rrule";
import { type RecurrenceRule, type SentRule, readRule } from "./recurrence-rule.ts";
import { type Malformed, type RuleRefusal, dayAndMinute } from "./rule-parts.ts";

/** Most start times and excepted days of a period. */
const startTimesMax = 288;
const exceptDatesMax = 366;
/** Most sets of days that the times of one rule may have: each is expanded. */
const timetablesMax = 20;
const weekMs = 7 * dayMs;
const yearMs = 366 * dayMs;
const comparedMs = 2 * yearMs;

/**
 * The periods of a rule, or the part of it that no period can say. The days from its start to its end are the window of
 * its periods. Times of a day that have other first, last or excepted days have periods of their own. Each date that is
 * added is a period of one day. The days of both are compared over two years from the start on, and over the last one.
 */
export function periodsOfRule(
  sent: SentRule,
  zone: string,
): readonly Recurrence[] | RuleRefusal | Malformed {
  const rule = readRule(sent, zone);
  if (typeof rule === "string" || "part" in rule) return rule;
  const timetables = timetablesOf(rule);
  if (timetables.length > timetablesMax)
    return { part: "EXDATE", reason: `leaves more than ${timetablesMax} different timetables` };
  const found = [...timetables.map((timetable) => periodsOf(rule, timetable)), addedPeriods(rule)];
  const refusal = found.find((each) => "part" in each);
  if (refusal) return refusal;
  const periods = (found as Recurrence[][]).flat();
  if (periods.some(({ startTimes }) => startTimes.length > startTimesMax))
    return { part: "BYMINUTE", reason: `a period has at most ${startTimesMax} start times` };
  return periods.length > 0 ? periods : { part: "UNTIL", reason: "the rule gives no departure" };
}

/** Start times that have the same days, in days since the epoch. */
interface Timetable {
  readonly minutes: readonly number[];
  readonly first: number;
  /** Null: there is none. */
  readonly last: number | null;
  readonly except: readonly number[];
}

function timetablesOf({ startLocal, untilLocal, minutes, except }: RecurrenceRule): Timetable[] {
  const start = dayAndMinute(startLocal);
  const until = untilLocal === null ? null : dayAndMinute(untilLocal);
  const excepted = Map.groupBy(except.map(dayAndMinute), ({ minute }) => minute);
  const daysOf = (minute: number) => ({
    first: minute < start.minute ? start.day + 1 : start.day,
    last: until && (minute > until.minute ? until.day - 1 : until.day),
    except: (excepted.get(minute) ?? []).map(({ day }) => day).toSorted((a, b) => a - b),
  });
  return [...Map.groupBy(minutes, (minute) => JSON.stringify(daysOf(minute))).values()].map(
    (same) => ({ minutes: same, ...daysOf(same[0] ?? 0) }),
  );
}

/** The periods of one timetable; none where it gives no departure. */
function periodsOf(rule: RecurrenceRule, timetable: Timetable): Recurrence[] | RuleRefusal {
  const { minutes, first, last, except } = timetable;
  const validUntil = last === null ? null : dayText(last);
  const window = { validFrom: dayText(first), validUntil };
  const periods = rangesOf(namedDays(rule, timetable)).map((range) => {
    const all = { ...range, weekdays: rule.weekdays, startTimes: minutes.map(timeText), ...window };
    const exceptDates = except.filter((day) => recursOnDayOf(all, day * dayMs)).map(dayText);
    return { ...all, exceptDates: [...new Set(exceptDates)] };
  });
  if (periods.some(({ exceptDates }) => exceptDates.length > exceptDatesMax))
    return { part: "EXDATE", reason: `a period has at most ${exceptDatesMax} such days` };
  const compared = comparedRanges(timetable).map((range) => [
    departuresOf(atFirstTime(periods, minutes), "UTC", range),
    expanded(rule, minutes[0] ?? 0, range),
  ]);
  if (compared.some(([given, meant]) => given?.join() !== meant?.join()))
    return { part: "RRULE", reason: "no period gives the same departures" };
  return compared.some(([given]) => given?.length) ? periods : [];
}

/** Each day has every time, in the timetable and in its periods: one time says whether the days are the same. */
function atFirstTime(periods: readonly Recurrence[], minutes: readonly number[]): Recurrence[] {
  return periods.map((each) => ({ ...each, startTimes: [timeText(minutes[0] ?? 0)] }));
}

function addedPeriods({ added, except }: RecurrenceRule): Recurrence[] {
  const left = new Set(added).difference(new Set(except));
  const byDay = Map.groupBy([...left].map(dayAndMinute), ({ day }) => day);
  return [...byDay.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([day, times]) => {
      const date = dayText(day);
      const monthDay = date.slice(-"MM-DD".length);
      return {
        startMonthDay: monthDay,
        endMonthDay: monthDay,
        weekdays: [new Date(day * dayMs).getUTCDay()],
        startTimes: times.map(({ minute }) => timeText(minute)).toSorted(),
        validFrom: date,
        validUntil: date,
      };
    });
}

const leapYear = Array.from({ length: 366 }, (_, day) => {
  const date = new Date(Date.UTC(2024, 0, 1 + day));
  return { month: date.getUTCMonth() + 1, monthDay: date.toISOString().slice(5, 10) };
});

/** Which days of a leap year the rule names: by its months, and by its season if that is within a year. */
function namedDays({ months }: RecurrenceRule, season: Timetable): boolean[] {
  const isOfYear = season.last !== null && season.last - season.first < 365;
  const first = isOfYear ? dayOfLeapYear(season.first) : 0;
  const last = isOfYear ? dayOfLeapYear(season.last ?? 0) : 365;
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

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The first years of a timetable, a day before it included, and the end of one that lasts longer. */
function comparedRanges({ first, last }: Timetable): Span[] {
  const from = (first - 1) * dayMs;
  const start = { from, to: from + comparedMs };
  if (last === null) return [start];
  const end = { from: last * dayMs - yearMs, to: (last + 2) * dayMs };
  return end.from > start.to ? [start, end] : [{ from, to: Math.min(start.to, end.to) }, end];
}

/** The departures of a rule at one of its times, in local time. */
function expanded(rule: RecurrenceRule, minute: number, { from, to }: Span): number[] {
  const { RRule, RRuleSet } = rrulePackage;
  const { text, startLocal, except } = rule;
  // A rule of days or weeks is the same from a start that is whole weeks later.
  const weeks = Math.max(0, Math.floor((from - startLocal) / weekMs) - 1);
  const dtstart = new Date(startLocal + weeks * weekMs);
  const time = { byhour: [Math.floor(minute / 60)], byminute: [minute % 60] };
  const set = new RRuleSet();
  set.rrule(new RRule({ ...RRule.parseString(text), dtstart, ...time }));
  for (const localTime of except) set.exdate(new Date(localTime));
  const found = set.between(new Date(from), new Date(to), true).map((date) => date.getTime());
  return found.filter(isDepartureTime);
}
