/** The meaning of a recurrence rule of RFC 5545, as far as availability periods can say it. */
import { localTimeOf, localTimesMeaning, minuteMs } from "@slipway/departures";
import {
  type RuleLine,
  type Malformed,
  type RuleParts,
  type RuleRefusal,
  numbersIn,
  readLines,
  untilText,
  localTimeOfUntil,
  weekdayNames,
} from "./rule-parts.ts";

/** Local times are in milliseconds, as if in UTC. */
export interface RecurrenceRule {
  /** The text of the rule's days: without times, with a weekday where a week has one, and its end in local time. */
  readonly text: string;
  readonly startLocal: number;
  /** Null: the rule has no end. */
  readonly untilLocal: number | null;
  /** 0 = Sunday .. 6 = Saturday. */
  readonly weekdays: readonly number[];
  /** 1 = January; empty: every month. */
  readonly months: readonly number[];
  /** Minutes since midnight, ascending. */
  readonly minutes: readonly number[];
  /** Local times at which nothing departs, by EXDATE. */
  readonly except: readonly number[];
  /** Local times at which something departs beside the rule, by RDATE. */
  readonly added: readonly number[];
}

/** A rule as clients send it. */
export interface SentRule {
  readonly rrule: string;
  /** A local date-time; with an offset or with seconds it is refused. */
  readonly dtstart: string;
}

/** Reads a rule whose times are local to the zone. */
export function readRule(
  { rrule, dtstart }: SentRule,
  zone: string,
): RecurrenceRule | RuleRefusal | Malformed {
  const lines = readLines(rrule);
  if (typeof lines === "string" || "part" in lines) return lines;
  const { parts, dates } = lines;
  const refusal = refusalOfStart(dtstart) ?? refusalOfParts(parts) ?? refusalOfDates(dates, zone);
  if (refusal) return refusal;
  const startLocal = Date.parse(`${dtstart.slice(0, "2027-06-01T09:00".length)}:00.000Z`);
  const until = parts.get("UNTIL");
  const untilLocal = until === undefined ? null : localEndOf(until, zone);
  return {
    text: textOf(parts, startLocal, untilLocal),
    startLocal,
    untilLocal,
    weekdays: weekdaysOf(parts, startLocal),
    months: numbersIn(parts, "BYMONTH"),
    minutes: minutesOf(parts, startLocal),
    except: localTimesIn(dates, "EXDATE", zone),
    added: localTimesIn(dates, "RDATE", zone),
  };
}

function refusalOfStart(dtstart: string): RuleRefusal | undefined {
  const [, seconds, offset] = /T\d{2}:\d{2}(?::(\d{2}))?(.*)$/.exec(dtstart) ?? [];
  const part = "DTSTART";
  if (offset) return { part, reason: "must be a local time without an offset" };
  return seconds === undefined || seconds === "00"
    ? undefined
    : { part, reason: "a period departs at whole minutes" };
}

/** Parts of which no value can be said. */
const unsaid: Readonly<Record<string, string>> = {
  COUNT: "a period counts no departures",
  BYSETPOS: "a period picks no single departures of a set",
  BYMONTHDAY: "a period has ranges of days, not days of each month",
  BYYEARDAY: "a period has ranges of days, not days of the year",
  BYWEEKNO: "a period has ranges of days, not weeks of the year",
  RSCALE: "a period has days of the Gregorian calendar",
  SKIP: "a period has days of the Gregorian calendar",
};

function refusalOfParts(parts: RuleParts): RuleRefusal | undefined {
  const frequency = parts.get("FREQ");
  if (frequency !== "DAILY" && frequency !== "WEEKLY")
    return { part: "FREQ", reason: "must be DAILY or WEEKLY" };
  if (Number(parts.get("INTERVAL") ?? 1) !== 1)
    return { part: "INTERVAL", reason: "a period leaves out no days and no weeks in between" };
  for (const [part, reason] of Object.entries(unsaid)) if (parts.has(part)) return { part, reason };
  if (/\d/.test(parts.get("BYDAY") ?? ""))
    return { part: "BYDAY", reason: "a period has every such weekday, not a numbered one" };
  if (numbersIn(parts, "BYSECOND").some((second) => second !== 0))
    return { part: "BYSECOND", reason: "a period departs at whole minutes" };
  if (parts.get("UNTIL")?.length === "YYYYMMDD".length)
    return { part: "UNTIL", reason: "must be a date-time, because dtstart is one" };
  return undefined;
}

function refusalOfDates(dates: readonly RuleLine[], zone: string): RuleRefusal | undefined {
  for (const line of dates) {
    const { part, values } = line;
    if (line.zone !== undefined && line.zone !== zone.toUpperCase())
      return { part, reason: `must be in ${zone} or in UTC` };
    if (values.some((value) => value.length === "YYYYMMDD".length))
      return { part, reason: "must be a date-time, because dtstart is one" };
    const localTimes = values.map((value) => localTimesOf(value, zone)[0] ?? Number.NaN);
    if (part === "RDATE" && localTimes.some((localTime) => localTime % minuteMs !== 0))
      return { part, reason: "must be a whole minute, and the first of two equal local times" };
  }
  return undefined;
}

function localTimesIn(dates: readonly RuleLine[], part: RuleLine["part"], zone: string): number[] {
  return dates
    .filter((line) => line.part === part)
    .flatMap(({ values }) => values)
    .flatMap((value) => localTimesOf(value, zone));
}

/** One in UTC is an instant: no local time means the second of two equal hours, and two mean one after a gap. */
function localTimesOf(value: string, zone: string): number[] {
  const localTime = localTimeOfUntil(value);
  return value.endsWith("Z") ? localTimesMeaning(zone, localTime) : [localTime];
}

/** The last second that a date-time can name: a calendar that means "for ever" ends there. */
const lastLocal = Date.parse("9999-12-31T23:59:59Z");

/** An end in UTC is an instant, whose local time depends on the zone, and may be of the year 10000. */
function localEndOf(until: string, zone: string): number {
  const localTime = localTimeOfUntil(until);
  return until.endsWith("Z") ? Math.min(localTimeOf(zone, localTime), lastLocal) : localTime;
}

/** A rule without a weekday has every one or, of a week, that of its start. */
function weekdaysOf(parts: RuleParts, startLocal: number): number[] {
  const named = parts.get("BYDAY")?.split(",");
  if (named) return [...weekdayNames.keys()].filter((day) => named.includes(dayName(day)));
  return parts.get("FREQ") === "WEEKLY" ? [weekdayOf(startLocal)] : [...weekdayNames.keys()];
}

function weekdayOf(localTime: number): number {
  return new Date(localTime).getUTCDay();
}

function dayName(weekday: number): string {
  return weekdayNames[weekday] ?? "";
}

/** A rule without hours or minutes has those of its start. */
function minutesOf(parts: RuleParts, startLocal: number): number[] {
  const start = new Date(startLocal);
  const hours = parts.has("BYHOUR") ? numbersIn(parts, "BYHOUR") : [start.getUTCHours()];
  const minutes = parts.has("BYMINUTE") ? numbersIn(parts, "BYMINUTE") : [start.getUTCMinutes()];
  return hours
    .flatMap((hour) => minutes.map((minute) => hour * 60 + minute))
    .toSorted((a, b) => a - b);
}

function textOf(parts: RuleParts, startLocal: number, untilLocal: number | null): string {
  const meant = new Map(parts);
  meant.delete("BYHOUR");
  meant.delete("BYMINUTE");
  if (parts.get("FREQ") === "WEEKLY" && !parts.has("BYDAY"))
    meant.set("BYDAY", dayName(weekdayOf(startLocal)));
  if (untilLocal !== null) meant.set("UNTIL", untilText(untilLocal));
  return [...meant].map(([name, value]) => `${name}=${value}`).join(";");
}
