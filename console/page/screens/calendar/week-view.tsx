/** A week by resource: what departs as bars over its hours, and the places that are taken as a line. */
import type { Resource } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { signs } from "../../parts/free-places.ts";
import { ZonedTime, dateWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { dayIn } from "../../zone.ts";
import { DayLink } from "./day-link.tsx";
import type { CalendarData, Shown } from "./load-calendar.ts";
import type { CalendarDeparture } from "./month.ts";
import { nameWords } from "./month-view.tsx";
import { ResourceDay } from "./resource-day.tsx";
import { barsOf, hoursOf, peakOf, stepsOf } from "./week.ts";

interface Given {
  readonly shown: Shown;
  readonly data: CalendarData | undefined;
  readonly title: string;
}

export function WeekView({ shown, data, title }: Given) {
  const words = texts.calendar;
  const { timezone } = shown.supplier;
  const all = [...(data?.byDay.values() ?? [])].flat();
  const resources = [...(data?.usage.keys() ?? [])].flatMap(
    (id) => data?.catalog.resources.get(id) ?? [],
  );
  const hours = hoursOf(barsOf(all, timezone));
  return (
    <div class="scroller">
      <table class="calendar week">
        <caption>{fill(words.hours, hours)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.resources.one}</th>
            {shown.days.map((day) => (
              <th key={day} scope="col">
                <DayLink day={day} shown={shown} isToday={day === dayIn(new Date(), timezone)}>
                  {dateWords(day, { weekday: "short", day: "numeric" })}
                </DayLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resources.map((resource) => (
            <Week key={resource.id} resource={resource} shown={shown} data={data} hours={hours} />
          ))}
        </tbody>
      </table>
      {data && resources.length === 0 && <p class="minor">{words.noResource}</p>}
      {resources.length > 0 && (
        <details>
          <summary>{words.asTable}</summary>
          <AsTable caption={title} resources={resources} departures={all} timezone={timezone} />
        </details>
      )}
    </div>
  );
}

interface WeekGiven extends Pick<Given, "shown" | "data"> {
  readonly resource: Resource;
  readonly hours: { readonly from: number; readonly to: number };
}

function Week({ resource, shown, data, hours }: WeekGiven) {
  const words = texts.calendar;
  const { timezone } = shown.supplier;
  const usage = data?.usage.get(resource.id) ?? [];
  const places = resource.quantity * resource.capacityPerResource;
  const barsOfDays = shown.days.map((day) => {
    const departures = data?.byDay.get(day) ?? [];
    const own = departures.filter(({ entry }) => placesOf(entry, resource.id));
    return { day, bars: barsOf(own, timezone) };
  });
  // The most lanes of any day of the week, so that the lines of all days stand at one height.
  const lanes = Math.max(0, ...barsOfDays.flatMap(({ bars }) => bars.map(({ lane }) => lane + 1)));
  return (
    <tr>
      <th scope="row">{resource.name}</th>
      {barsOfDays.map(({ day, bars }) => {
        const steps = stepsOf(usage, { day, timezone });
        const taken = peakOf(steps);
        return (
          <td key={day}>
            <ResourceDay bars={bars} lanes={lanes} steps={steps} hours={hours} places={places} />
            <span aria-hidden="true">
              {taken}/{places}
            </span>
            <span class="unseen">
              {counted(bars.length, words.departures)}, {fill(words.peak, { taken, places })}
            </span>
          </td>
        );
      })}
    </tr>
  );
}

interface TableGiven {
  readonly caption: string;
  readonly resources: readonly Resource[];
  readonly departures: readonly CalendarDeparture[];
  readonly timezone: string;
}

function AsTable({ caption, resources, departures, timezone }: TableGiven) {
  const { calendar: words, day, sale } = texts;
  const rows = resources.flatMap((resource) =>
    departures.flatMap((departure) => {
      const free = placesOf(departure.entry, resource.id)?.vacancies;
      return free === undefined ? [] : [{ resource, departure, free }];
    }),
  );
  return (
    <DataList
      caption={caption}
      rows={rows}
      keyOf={({ resource, departure: { entry } }) => resource.id + entry.optionId + entry.startAt}
      columns={[
        {
          title: day.departure,
          cell: ({ departure: { entry, name } }) => (
            <>
              <ZonedTime at={entry.startAt} zone={entry.timezone} knownZone={timezone} withDay />{" "}
              {nameWords({ entry, name })}
            </>
          ),
        },
        { title: texts.resources.one, cell: ({ resource }) => resource.name },
        { title: words.freePlaces, isNumber: true, cell: ({ free }) => free },
        {
          title: day.status,
          cell: ({ departure: { level } }) => (
            <>
              <span aria-hidden="true">{signs[level]}</span> {sale[level]}
            </>
          ),
        },
      ]}
    />
  );
}

function placesOf({ resources }: CalendarDeparture["entry"], id: string) {
  return resources?.find(({ resourceId }) => resourceId === id);
}
