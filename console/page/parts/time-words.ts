/** Times and days in the words of the viewer's language. */
import { locale } from "../texts/texts.ts";

export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "14:00", or with its day "Tue 1 Jun 2027, 14:00". */
export function timeWords(at: string | number, timeZone: string, withDay = false): string {
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat(locale.value, {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(withDay ? day : {}),
  }).format(new Date(at));
}

const dayMinutes = 1_440;

/** "7 days", "36 hours" or "1 hour 30 minutes": in days where they are whole. */
export function durationWords(minutes: number, language = locale.value): string {
  const part = (count: number, unit: "day" | "hour" | "minute"): string =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
  if (minutes > 0 && minutes % dayMinutes === 0) return part(minutes / dayMinutes, "day");
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return part(rest, "minute");
  return rest === 0 ? part(hours, "hour") : `${part(hours, "hour")} ${part(rest, "minute")}`;
}

/** "Tuesday, 1 June 2027" of a day YYYY-MM-DD, which has no zone. */
export function dayWords(date: string): string {
  return dateWords(date, { dateStyle: "full" });
}

/** A day YYYY-MM-DD in another form. */
export function dateWords(date: string, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale.value, { ...form, timeZone: "UTC" }).format(new Date(date));
}
