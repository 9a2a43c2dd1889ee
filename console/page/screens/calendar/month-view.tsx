/** A month as a table: each day says how much is free, by colour, sign and word. */
import { signs } from "../../parts/free-places.ts";
import { ZonedTime, dateWords, dayWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { dayIn } from "../../zone.ts";
import { DayLink } from "./day-link.tsx";
import type { CalendarData, Shown } from "./load-calendar.ts";
import { type CalendarDeparture, isUnscheduled, levelOfDay, takenText, weeksOf } from "./month.ts";

/** More of them are a count. */
const departuresMax = 5;

interface Given {
  readonly shown: Shown;
  readonly data: CalendarData | undefined;
  readonly title: string;
}

export function MonthView({ shown, data, title }: Given) {
  const weeks = weeksOf(shown.days);
  return (
    <table class="calendar">
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          {/* The second week is whole. */}
          {weeks[1]?.map((day) => (
            <th key={day} scope="col">
              {day && dateWords(day, { weekday: "short" })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.join()}>
            {week.map((day, index) =>
              day === undefined ? (
                <td key={index}>&nbsp;</td>
              ) : (
                <Day key={day} day={day} shown={shown} departures={data?.byDay.get(day)} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayGiven {
  readonly day: string;
  readonly shown: Shown;
  readonly departures: readonly CalendarDeparture[] | undefined;
}

function Day({ day, shown, departures = [] }: DayGiven) {
  const { sale, calendar } = texts;
  const { timezone } = shown.supplier;
  const levelOfAll = levelOfDay(departures);
  const words = fill(calendar.day, {
    day: dayWords(day),
    departures: counted(departures.length, calendar.departures),
    free: sale[levelOfAll],
  });
  const isToday = day === dayIn(new Date(), timezone);
  return (
    <td class={`level-${levelOfAll}`}>
      <DayLink day={day} shown={shown} words={words} isToday={isToday}>
        {Number(day.slice(8))} <span aria-hidden="true">{signs[levelOfAll]}</span>
      </DayLink>
      <ul>
        {departures.length > departuresMax ? (
          <li>{counted(departures.length, calendar.departures)}</li>
        ) : (
          departures.map(({ entry, level, ...departure }) => (
            <li key={entry.optionId + entry.startAt} title={nameWords({ entry, ...departure })}>
              <ZonedTime at={entry.startAt} zone={entry.timezone} knownZone={timezone} />{" "}
              {takenText(entry)} <span aria-hidden="true">{signs[level]}</span>
              <span class="unseen">
                {sale[level]}, {nameWords({ entry, ...departure })}
              </span>
            </li>
          ))
        )}
      </ul>
    </td>
  );
}

/** "Sunset cruise, Shared boat", and whether the timetable does not have it any more. */
export function nameWords({ name, entry }: Pick<CalendarDeparture, "name" | "entry">): string {
  return isUnscheduled(entry) ? `${name}: ${texts.day.alone}` : name;
}
