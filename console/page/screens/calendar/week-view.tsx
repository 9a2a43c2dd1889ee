/** A week by resource: what departs as bars over its hours, and the places that are taken as a line. */
import type { Resource } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { signs } from "../../parts/free-places.ts";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, locale, texts } from "../../texts/texts.ts";
import { dayIn } from "../../zone.ts";
import { DayLink } from "./day-link.tsx";
import type { CalendarData, Shown } from "./load-calendar.ts";
import type { CalendarDeparture } from "./month.ts";
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
                  {shortDay(day)}
                </DayLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resources.map((resource) => (
            <tr key={resource.id}>
              <th scope="row">{resource.name}</th>
              {shown.days.map((day) => {
                const departures = (data?.byDay.get(day) ?? []).filter(({ entry }) =>
                  placesOf(entry, resource.id),
                );
                const usage = data?.usage.get(resource.id) ?? [];
                const steps = stepsOf(usage, { day, timezone });
                const places = resource.quantity * resource.capacityPerResource;
                const bars = barsOf(departures, timezone);
                return (
                  <td key={day}>
                    <ResourceDay bars={bars} steps={steps} hours={hours} places={places} />
                    <span aria-hidden="true">
                      {peakOf(steps)}/{places}
                    </span>
                    <span class="unseen">
                      {counted(departures.length, words.departures)},{" "}
                      {fill(words.peak, { taken: peakOf(steps), places })}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {data && resources.length === 0 && <p class="empty">{words.noResource}</p>}
      {resources.length > 0 && (
        <details>
          <summary>{words.asTable}</summary>
          <AsTable caption={title} resources={resources} departures={all} timezone={timezone} />
        </details>
      )}
    </div>
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
              {name}
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

function shortDay(date: string): string {
  const form = { weekday: "short", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale.value, form).format(new Date(`${date}T00:00:00Z`));
}
