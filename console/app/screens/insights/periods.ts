/** Ranges of days that one looks at, and the parts of a chart that they have. Pure. */
import { dayAfter, isDay } from "../../../page/zone.ts";

export interface Range {
  /** Both inclusive, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export const daysMax = 400;

export function daysIn({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The range of an address, where it has one that can be read; else the four weeks around today. */
export function rangeGiven(from: string | null, to: string | null, today: string): Range {
  const usual = { from: dayAfter(today, -14), to: dayAfter(today, 13) };
  if (!from || !to || !isDay(from) || !isDay(to)) return usual;
  const given = { from, to };
  const days = daysIn(given);
  return days < 1 || days > daysMax ? usual : given;
}

export const presets = ["around", "past", "coming", "month", "quarter", "year"] as const;

export type Preset = (typeof presets)[number];

export function presetRange(preset: Preset, today: string): Range {
  const month = `${today.slice(0, 7)}-01`;
  const ranges: Readonly<Record<Preset, Range>> = {
    around: rangeGiven(null, null, today),
    past: { from: dayAfter(today, -28), to: dayAfter(today, -1) },
    coming: { from: today, to: dayAfter(today, 27) },
    month: { from: month, to: lastOfMonth(month) },
    quarter: { from: dayAfter(today, -89), to: today },
    year: { from: dayAfter(today, -364), to: today },
  };
  return ranges[preset];
}

export function presetOf({ from, to }: Range, today: string): Preset | undefined {
  return presets.find((each) => {
    const range = presetRange(each, today);
    return range.from === from && range.to === to;
  });
}

/** As many days that end where the range begins. */
export function rangeBefore(range: Range): Range {
  return { from: dayAfter(range.from, -daysIn(range)), to: dayAfter(range.from, -1) };
}

export type Step = "day" | "week" | "month";

/** A chart of more than two months has a bar for each week, of more than seven for each month. */
export function stepOf(range: Range): Step {
  const days = daysIn(range);
  if (days <= 62) return "day";
  return days <= 214 ? "week" : "month";
}

/** The first day of each part, in order. A week begins on Monday. */
export function partsOf(range: Range): readonly string[] {
  const step = stepOf(range);
  const days = Array.from({ length: daysIn(range) }, (_, at) => dayAfter(range.from, at));
  return [...new Set(days.map((day) => partOf(day, step)))];
}

/** The first day of the part that a day belongs to. */
export function partOf(day: string, step: Step): string {
  if (step === "day") return day;
  if (step === "month") return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return dayAfter(day, -sinceMonday);
}

function lastOfMonth(first: string): string {
  const next = dayAfter(first, 31).slice(0, 7);
  return dayAfter(`${next}-01`, -1);
}
