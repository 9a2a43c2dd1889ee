/** The text of a recurrence rule of RFC 5545: its parts and the form of each. */
import { dayMs, minuteMs } from "@slipway/departures";

/** By their names, in capitals. */
export type RuleParts = ReadonlyMap<string, string>;

/** Why something is no set of availability periods. */
export interface RuleRefusal {
  /** The property or the part of the rule, such as COUNT. */
  readonly part: string;
  readonly reason: string;
}

/** The text is no recurrence rule at all. */
export type Malformed = "malformed";

/** A line with dates beside the rule, as an event has them. */
export interface RuleLine {
  readonly part: "EXDATE" | "RDATE";
  /** The time zone that it names, in capitals. */
  readonly zone: string | undefined;
  /** In the form of UNTIL. */
  readonly values: readonly string[];
}

/** The rule among the lines of an event, and the dates beside it. */
interface RuleLines {
  readonly parts: RuleParts;
  readonly dates: readonly RuleLine[];
}

const ofOtherLines = /^(DTSTART|DTEND|DURATION|EXRULE)[;:]/;
const ofDates = /^(EXDATE|RDATE)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/;
/** The name of the property and its parameters: names and values, where a value in quotes may have any sign. */
const ofRule = /^RRULE(?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:]*))*:/;

/** Reads the lines of an event; one that is neither the rule nor dates is refused by its name. */
export function readLines(sent: string): RuleLines | RuleRefusal | Malformed {
  // A long line goes on behind a break and a blank (RFC 5545, 3.1).
  const lines = sent
    .toUpperCase()
    .trim()
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  for (const line of lines) {
    const part = ofOtherLines.exec(line)?.[1];
    if (part === "DTSTART") return { part, reason: "send the start as dtstart" };
    if (part !== undefined) return { part, reason: "a period does not say it" };
  }
  const [line = "", ...others] = lines.filter((each) => !ofDates.test(each));
  if (others.length > 0) return { part: "RRULE", reason: "send one rule at a time" };
  const parts = partsOf(line.replace(ofRule, "").replace(/;$/, ""));
  if (!parts || !isWellFormed(parts)) return "malformed";
  const dates = lines.flatMap(datesIn);
  const isWrong = dates.some(({ values }) => !values.every((value) => isDateTime(value)));
  return isWrong ? "malformed" : { parts, dates };
}

function datesIn(line: string): RuleLine[] {
  const [, part, parameters = "", values = ""] = ofDates.exec(line) ?? [];
  if (part === undefined) return [];
  const zone = /;TZID="?([^";]*)/.exec(parameters)?.[1];
  return [{ part: part as RuleLine["part"], zone, values: values.split(",") }];
}

/** Also a date alone, which is refused by its part. */
function isDateTime(value: string): boolean {
  return forms["UNTIL"]?.test(value) === true && !Number.isNaN(localTimeOfUntil(value));
}

function partsOf(line: string): RuleParts | undefined {
  const parts = new Map<string, string>();
  for (const text of line.split(";")) {
    const [name = "", value, ...rest] = text.split("=");
    if (value === undefined || rest.length > 0 || parts.has(name)) return undefined;
    parts.set(name, value);
  }
  return parts;
}

/** The names of weekdays in BYDAY; 0 is Sunday. */
export const weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

const listOf = (item: string): RegExp => new RegExp(`^(?:${item})(?:,(?:${item}))*$`);
const weekday = `(?:${weekdayNames.join("|")})`;

/** Every part of RFC 5545 and RFC 7529. */
const forms: Readonly<Record<string, RegExp>> = {
  FREQ: /^(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  COUNT: /^\d{1,9}$/,
  INTERVAL: /^0*[1-9]\d{0,8}$/,
  BYSECOND: listOf(String.raw`[0-5]?\d|60`),
  BYMINUTE: listOf(String.raw`[0-5]?\d`),
  BYHOUR: listOf(String.raw`[01]?\d|2[0-3]`),
  BYDAY: listOf(String.raw`(?:[+-]?\d{1,2})?${weekday}`),
  BYMONTHDAY: listOf(String.raw`[+-]?\d{1,2}`),
  BYYEARDAY: listOf(String.raw`[+-]?\d{1,3}`),
  BYWEEKNO: listOf(String.raw`[+-]?\d{1,2}`),
  BYMONTH: listOf("0?[1-9]|1[0-2]"),
  BYSETPOS: listOf(String.raw`[+-]?\d{1,3}`),
  WKST: new RegExp(`^${weekday}$`),
  RSCALE: /^[A-Z-]+$/,
  SKIP: /^(OMIT|BACKWARD|FORWARD)$/,
};

function isWellFormed(parts: RuleParts): boolean {
  const until = parts.get("UNTIL");
  return (
    parts.has("FREQ") &&
    [...parts].every(([name, value]) => forms[name]?.test(value) === true) &&
    (until === undefined || !Number.isNaN(localTimeOfUntil(until)))
  );
}

/** The numbers of a list, each once; none where the rule lacks the part. */
export function numbersIn(parts: RuleParts, name: string): number[] {
  const text = parts.get(name);
  return text === undefined ? [] : [...new Set(text.split(",").map(Number))];
}

/** Milliseconds, as if in UTC; NaN for a day or a time that no calendar has. */
export function localTimeOfUntil(until: string): number {
  const [, year, month, day, hours = "00", minutes = "00", seconds = "00"] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?/.exec(until) ?? [];
  const iso = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
  const localTime = Date.parse(iso);
  return !Number.isNaN(localTime) && new Date(localTime).toISOString() === iso
    ? localTime
    : Number.NaN;
}

/** The inverse, in the form that fits a start in UTC. */
export function untilText(localTime: number): string {
  return new Date(localTime).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

/** The day of a local time, in days since the epoch, and the minutes since its midnight. */
export function dayAndMinute(localTime: number): { day: number; minute: number } {
  const day = Math.floor(localTime / dayMs);
  return { day, minute: (localTime - day * dayMs) / minuteMs };
}
