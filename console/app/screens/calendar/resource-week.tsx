/** A week by resource: what departs as bars over its hours, and how much is taken as a line with its peak. */
import { Box, Card, Skeleton, Table, Text } from "@mantine/core";
import type { Resource } from "@slipway/client";
import { dateWords, timeWords } from "../../../page/parts/time-words.ts";
import type { CalendarData, Shown } from "../../../page/screens/calendar/load-calendar.ts";
import type { CalendarDeparture } from "../../../page/screens/calendar/month.ts";
import { barsOf, hoursOf, peakOf, stepsOf } from "../../../page/screens/calendar/week.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { colorOf } from "../../theme.ts";
import { DayLink } from "./day-link.tsx";
import { ResourceDay } from "./resource-day.tsx";
import { calendarTexts } from "./texts.ts";

interface Given {
  readonly shown: Shown;
  readonly data: CalendarData | undefined;
}

export function ResourceWeek({ shown, data }: Given) {
  const { calendar: words, resources: names } = texts;
  const { timezone } = shown.supplier;
  if (!data) return <Skeleton h={320} />;
  const all = [...data.byDay.values()].flat();
  const resources = [...data.usage.keys()].flatMap((id) => data.catalog.resources.get(id) ?? []);
  const hours = hoursOf(barsOf(all, timezone));
  if (resources.length === 0) return <Text className="soft">{words.noResource}</Text>;
  return (
    <>
      <Card withBorder padding={0}>
        <Table.ScrollContainer minWidth={860} type="native" tabIndex={0}>
          <Table verticalSpacing="xs" layout="fixed" className="resource-week">
            <Table.Caption>
              <span>{fill(calendarTexts().hours, hours)}</span>
            </Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={130}>{names.one}</Table.Th>
                {shown.days.map((day) => (
                  <Table.Th key={day}>
                    <DayLink
                      day={day}
                      departures={data.byDay.get(day) ?? []}
                      isToday={day === dayIn(new Date(), timezone)}
                      short={dateWords(day, { weekday: "short", day: "numeric" })}
                    />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {resources.map((resource) => (
                <Week
                  key={resource.id}
                  resource={resource}
                  shown={shown}
                  data={data}
                  hours={hours}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
      <Box component="details">
        <summary>{words.asTable}</summary>
        <AsTable resources={resources} departures={all} timezone={timezone} />
      </Box>
    </>
  );
}

interface WeekGiven {
  readonly resource: Resource;
  readonly shown: Shown;
  readonly data: CalendarData;
  readonly hours: { readonly from: number; readonly to: number };
}

function Week({ resource, shown, data, hours }: WeekGiven) {
  const { timezone } = shown.supplier;
  const usage = data.usage.get(resource.id) ?? [];
  const places = resource.quantity * resource.capacityPerResource;
  const colorOfDeparture = ({ entry }: CalendarDeparture): string =>
    colorOf(data.catalog.options.get(entry.optionId)?.product.id ?? "", data.catalog.products);
  const days = shown.days.map((day) => {
    const own = (data.byDay.get(day) ?? []).filter(({ entry }) => freeIn(entry, resource.id));
    return { day, bars: barsOf(own, timezone) };
  });
  // The most lanes of any day of the week, so that the lines of all days stand at one height.
  const lanes = Math.max(0, ...days.flatMap(({ bars }) => bars.map(({ lane }) => lane + 1)));
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Text size="sm" fw={600}>
          {resource.name}
        </Text>
      </Table.Th>
      {days.map(({ day, bars }) => {
        const steps = stepsOf(usage, { day, timezone });
        const taken = peakOf(steps);
        const { departures, peak } = texts.calendar;
        return (
          <Table.Td key={day}>
            <ResourceDay {...{ bars, lanes, steps, hours, places }} colorOf={colorOfDeparture} />
            <Text size="xs" className="number" aria-hidden data-peak={taken >= places || undefined}>
              {taken}/{places}
            </Text>
            <span className="unseen">
              {counted(bars.length, departures)}, {fill(peak, { taken, places })}
            </span>
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

interface TableGiven {
  readonly resources: readonly Resource[];
  readonly departures: readonly CalendarDeparture[];
  readonly timezone: string;
}

function AsTable({ resources, departures, timezone }: TableGiven) {
  const { calendar: words, day, sale, resources: names } = texts;
  return (
    <Table mt="xs" aria-label={words.asTable}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{day.departure}</Table.Th>
          <Table.Th>{names.one}</Table.Th>
          <Table.Th className="end">{words.freePlaces}</Table.Th>
          <Table.Th>{day.status}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {resources.flatMap((resource) =>
          departures.map(({ entry, name, level }) => {
            const free = freeIn(entry, resource.id)?.vacancies;
            if (free === undefined) return null;
            return (
              <Table.Tr key={resource.id + entry.optionId + entry.startAt}>
                <Table.Td>
                  {timeWords(entry.startAt, timezone, true)} {name}
                </Table.Td>
                <Table.Td>{resource.name}</Table.Td>
                <Table.Td className="number end">{free}</Table.Td>
                <Table.Td>{sale[level]}</Table.Td>
              </Table.Tr>
            );
          }),
        )}
      </Table.Tbody>
    </Table>
  );
}

function freeIn({ resources }: CalendarDeparture["entry"], id: string) {
  return resources?.find(({ resourceId }) => resourceId === id);
}
