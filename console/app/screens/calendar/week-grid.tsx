/** A week as a heat map: a column for each day with all that departs. */
import { Box, Group, Progress, Skeleton, Text } from "@mantine/core";
import Lock from "lucide-react/icons/lock";
import { Link } from "wouter";
import { dateWords } from "../../../page/parts/time-words.ts";
import type { CalendarData, Shown } from "../../../page/screens/calendar/load-calendar.ts";
import { type CalendarDeparture, isUnscheduled } from "../../../page/screens/calendar/month.ts";
import { dayIn, timeIn } from "../../../page/zone.ts";
import { hrefOf } from "../../address.ts";
import { colorOf } from "../../theme.ts";
import { DayLink, freeWords, heatWords, nameWords } from "./day-link.tsx";
import { heatOf, shadeOf, takenOf } from "./heat.ts";
import type { GridGiven } from "./month-grid.tsx";
import { useDrawing } from "./use-drawing.ts";

export function WeekGrid({ shown, data, chosen, choose }: GridGiven) {
  const drawing = useDrawing(chosen, choose);
  const { timezone } = shown.supplier;
  return (
    <Box className="week" aria-busy={!data}>
      {shown.days.map((day) => {
        const departures = data === undefined ? undefined : (data.byDay.get(day) ?? []);
        const heat = heatOf(departures ?? []);
        return (
          <Box key={day} component="section" className="week-day" {...drawing.of(day)}>
            <Box
              className="heat head"
              data-shade={shadeOf(heat.share ?? 0)}
              data-state={departures ? heat.state : undefined}
              data-chosen={drawing.isChosen(day) || undefined}
            >
              <DayLink
                day={day}
                departures={departures}
                isToday={day === dayIn(new Date(), timezone)}
                short={dateWords(day, { weekday: "short", day: "numeric" })}
              />
              <Text fz={11} aria-hidden className="number">
                {departures && heatWords(heat)}
              </Text>
            </Box>
            {!departures && <Skeleton h={120} />}
            {departures?.map((each) => (
              <Departure
                key={each.entry.optionId + each.entry.startAt}
                day={day}
                departure={each}
                shown={shown}
                data={data}
              />
            ))}
          </Box>
        );
      })}
    </Box>
  );
}

interface Given {
  readonly day: string;
  readonly departure: CalendarDeparture;
  readonly shown: Shown;
  readonly data: CalendarData | undefined;
}

function Departure({ day, departure, shown, data }: Given) {
  const { entry, level } = departure;
  const name = nameWords(departure);
  const { optionId, startAt, capacity } = entry;
  const product = data?.catalog.options.get(optionId)?.product;
  const color = colorOf(product?.id ?? "", data?.catalog.products ?? []);
  const taken = takenOf(entry);
  const href = hrefOf(`/day/${day}`, {
    product: shown.productId,
    departure: `${optionId}@${startAt}`,
  });
  return (
    <Link
      href={href}
      className="week-departure"
      draggable={false}
      title={name}
      style={{ borderInlineStartColor: `var(--mantine-color-${color}-6)` }}
    >
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <Text span size="sm" fw={600} className="number">
          {timeIn(startAt, shown.supplier.timezone)}
        </Text>
        <Text span size="xs" className="number">
          {level === "blocked" && <Lock size={11} aria-hidden />} {freeWords(departure)}
        </Text>
      </Group>
      <Text size="xs" lineClamp={1}>
        {isUnscheduled(entry) ? name : (product?.name ?? name)}
      </Text>
      {taken !== undefined && (
        <Progress
          value={(100 * taken) / Math.max(1, capacity ?? 1)}
          color={color}
          size={4}
          mt={4}
          aria-hidden
        />
      )}
    </Link>
  );
}
