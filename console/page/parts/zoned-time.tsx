/** Times and days, which name their zone where it is not the viewer's. */
import { locale } from "../texts/texts.ts";
import { isSameTime } from "../zone.ts";

export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Given {
  readonly at: string;
  readonly zone: string;
  /** Whether the day is shown as well. */
  readonly withDay?: boolean;
  /** A zone that stands above already, such as in the heading of a day. */
  readonly knownZone?: string;
}

export function ZonedTime({ at, zone, withDay = false, knownZone }: Given) {
  const isKnown = knownZone !== undefined && isSameTime(at, zone, knownZone);
  return (
    <time dateTime={at}>
      {timeWords(at, zone, withDay)}
      {!isKnown && !isSameTime(at, zone, viewerZone) && <small class="minor"> {zone}</small>}
    </time>
  );
}

/** With its day, by the viewer's own clock. */
export function ViewerTime({ at }: Pick<Given, "at">) {
  return <ZonedTime at={at} zone={viewerZone} withDay />;
}

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

/** "Tuesday, 1 June 2027" of a day YYYY-MM-DD, which has no zone. */
export function dayWords(date: string): string {
  return dateWords(date, { dateStyle: "full" });
}

/** A day YYYY-MM-DD in another form. */
export function dateWords(date: string, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale.value, { ...form, timeZone: "UTC" }).format(new Date(date));
}
