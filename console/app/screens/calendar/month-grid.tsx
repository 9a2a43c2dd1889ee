/** A month as a heat map: each day has the shade of what is taken, and its departures. */
import { Group, Text } from "@mantine/core";
import Lock from "lucide-react/icons/lock";
import { useLocation } from "wouter";
import { dateWords } from "../../../page/parts/time-words.ts";
import type { CalendarData, Shown } from "../../../page/screens/calendar/load-calendar.ts";
import { type CalendarDeparture, weeksOf } from "../../../page/screens/calendar/month.ts";
import { counted } from "../../../page/texts/texts.ts";
import { dayIn, timeIn } from "../../../page/zone.ts";
import { hrefOf } from "../../address.ts";
import { colorOf } from "../../theme.ts";
import { DayLink, freeWords, nameWords } from "./day-link.tsx";
import { heatOf, shadeOf } from "./heat.ts";
import { calendarTexts } from "./texts.ts";
import { type Days, useDrawing } from "./use-drawing.ts";

/** More of them are a count. */
const departuresMax = 4;

export interface GridGiven {
  readonly shown: Shown;
  /** Undefined: it is being loaded. */
  readonly data: CalendarData | undefined;
  readonly chosen: Days | undefined;
  readonly choose: (days: Days | undefined) => void;
}

export function MonthGrid({ shown, data, chosen, choose, title }: GridGiven & { title: string }) {
  const weeks = weeksOf(shown.days);
  const drawing = useDrawing(chosen, choose);
  return (
    <table className="month" aria-busy={!data}>
      <caption className="unseen">{title}</caption>
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
                <td key={index} className="outside">
                  &nbsp;
                </td>
              ) : (
                <Day key={day} day={day} shown={shown} data={data} drawing={drawing} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayGiven extends Pick<GridGiven, "shown" | "data"> {
  readonly day: string;
  readonly drawing: ReturnType<typeof useDrawing>;
}

function Day({ day, shown, data, drawing }: DayGiven) {
  const [, go] = useLocation();
  const { timezone } = shown.supplier;
  const departures = data === undefined ? undefined : (data.byDay.get(day) ?? []);
  const { share, state } = heatOf(departures ?? []);
  const isToday = day === dayIn(new Date(), timezone);
  return (
    <td
      className="heat day"
      data-shade={shadeOf(share ?? 0)}
      data-state={departures ? state : undefined}
      data-chosen={drawing.isChosen(day) || undefined}
      onClick={() => {
        if (!drawing.hasDrawn()) go(hrefOf(`/day/${day}`, { product: shown.productId }));
      }}
      {...drawing.of(day)}
    >
      <Group justify="space-between" wrap="nowrap" gap={4} mb={2}>
        <DayLink day={day} departures={departures} isToday={isToday} />
        <Text span fz={11} fw={600} className="number share" aria-hidden>
          {state === "closed" && <Lock size={11} />}
          {state === "full" && calendarTexts().legendFull}
          {state === "open" && share !== undefined && `${share} %`}
        </Text>
      </Group>
      {data && departures && <Departures departures={departures} shown={shown} data={data} />}
    </td>
  );
}

interface DeparturesGiven {
  readonly departures: readonly CalendarDeparture[];
  readonly shown: Shown;
  readonly data: CalendarData;
}

function Departures({ departures, shown, data }: DeparturesGiven) {
  const { timezone } = shown.supplier;
  const listed = departures.length > departuresMax ? departures.slice(0, 3) : departures;
  const more = departures.length - listed.length;
  return (
    <ul className="plain departures">
      {listed.map((departure) => {
        const { entry, level } = departure;
        const name = nameWords(departure);
        const product = data.catalog.options.get(entry.optionId)?.product.id ?? "";
        return (
          <li key={entry.optionId + entry.startAt} title={name} data-level={level}>
            <i
              style={{
                background: `var(--mantine-color-${colorOf(product, data.catalog.products)}-6)`,
              }}
            />
            <span className="number">
              <b>{timeIn(entry.startAt, timezone)}</b> {freeWords(departure)}
            </span>
            <span className="unseen">{name}</span>
          </li>
        );
      })}
      {more > 0 && <li className="number">{counted(more, calendarTexts().more)}</li>}
    </ul>
  );
}
