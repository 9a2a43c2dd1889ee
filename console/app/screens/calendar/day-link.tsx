/** A day as a link to its sheet, which says how much is taken. */
import type { MouseEvent } from "react";
import { Link } from "wouter";
import { dayWords } from "../../../page/parts/time-words.ts";
import { type CalendarDeparture, isUnscheduled } from "../../../page/screens/calendar/month.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { hrefOf, useChoice } from "../../address.ts";
import { type Heat, heatOf } from "./heat.ts";
import { calendarTexts } from "./texts.ts";

interface Given {
  readonly day: string;
  /** Undefined: they are being loaded. */
  readonly departures: readonly CalendarDeparture[] | undefined;
  readonly isToday: boolean;
  /** The text that is seen; undefined: the number of the day. */
  readonly short?: string;
}

export function DayLink({ day, departures, isToday, short }: Given) {
  const [product] = useChoice("product");
  const words = calendarTexts();
  const label = departures
    ? fill(words.day, {
        day: dayWords(day),
        departures: counted(departures.length, texts.calendar.departures),
        taken: heatWords(heatOf(departures)),
      })
    : dayWords(day);
  return (
    <Link
      href={hrefOf(`/day/${day}`, { product: product ?? undefined })}
      className="day-link number"
      draggable={false}
      data-date={day}
      // It contains what is seen.
      aria-label={short === undefined ? label : `${short}: ${label}`}
      aria-current={isToday ? "date" : undefined}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      {short ?? Number(day.slice(8))}
    </Link>
  );
}

/** The name of a departure, and that it was sold in a season that is deleted. */
export function nameWords({ entry, name }: CalendarDeparture): string {
  return isUnscheduled(entry) ? `${name}: ${texts.day.alone}` : name;
}

/** The places for one more booking: resources are shared, so places that are gone are no guests. Empty for what has left. */
export function freeWords({ entry: { vacancies, startAt }, level }: CalendarDeparture): string {
  const { free, legendClosed, legendFull } = calendarTexts();
  if (vacancies !== null && vacancies < 0) return String(-vacancies);
  if (level === "blocked") return legendClosed;
  if (Date.parse(startAt) <= Date.now() || vacancies === null) return "";
  return level === "full" ? legendFull : counted(vacancies, free);
}

export function heatWords({ share, state }: Heat): string {
  const words = calendarTexts();
  if (state === "nothing") return words.none;
  if (state === "closed") return words.closed;
  if (state === "full") return words.full;
  return share === undefined ? words.noLimit : fill(words.taken, { share });
}
