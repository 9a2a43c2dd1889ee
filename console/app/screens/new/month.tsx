/** A month with what is free on each day: as a dot, and in the name of the day for a reader of the screen. */
import { Box, Stack } from "@mantine/core";
import { Calendar } from "@mantine/dates";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CalendarDay } from "@slipway/client";
import { type Level, levelOf } from "../../../page/parts/free-places.ts";
import { dayWords } from "../../../page/parts/time-words.ts";
import { ask } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayAfter, dayIn } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { newTexts } from "./texts.ts";

interface Given {
  readonly optionId: string;
  readonly timezone: string;
  readonly date: string;
  readonly choose: (date: string) => void;
}

const colors: Readonly<Record<Level, string>> = {
  nothing: "transparent",
  full: "gray.6",
  few: "orange.6",
  free: "teal.6",
  blocked: "red.6",
};

/** The longest month; days of the next one are hidden. */
const daysMax = 31;

export function Month({ optionId, timezone, date, choose }: Given) {
  const today = dayIn(new Date(), timezone);
  const words = newTexts();
  const [shown, setShown] = useState(date);
  // A key may lead into another month.
  useEffect(() => setShown(date), [date]);
  const from = `${shown.slice(0, 7)}-01`;
  const { data, error, refetch } = useQuery({
    queryKey: ["month", optionId, from],
    queryFn: ({ signal }) =>
      ask(
        ({ availability }) =>
          availability.listCalendar({ optionId, from, to: dayAfter(from, daysMax - 1) }),
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const known = new Map(data?.map((day) => [day.date, day]));
  const levelAt = (day: string): Level | undefined =>
    data && (day < today ? "nothing" : levelOfDay(known.get(day)));
  return (
    <Box component="fieldset" className="plain" aria-label={texts.day.title}>
      <ProblemNote error={error} again={() => void refetch()} />
      <Calendar
        fullWidth
        size="md"
        date={shown}
        onDateChange={setShown}
        hideOutsideDates
        highlightToday
        ariaLabels={{ previousMonth: words.monthBefore, nextMonth: words.monthAfter }}
        getDayProps={(day) => {
          const level = levelAt(day);
          return {
            selected: day === date,
            onClick: () => choose(day),
            "aria-label": level ? `${dayWords(day)}, ${texts.sale[level]}` : dayWords(day),
            "aria-pressed": day === date,
            className:
              day !== date && (level === "nothing" || level === "full") ? "soft" : undefined,
          };
        }}
        renderDay={(day) => (
          <Stack gap={2} align="center" aria-hidden>
            <span className="number">{Number(day.slice(8))}</span>
            <Box
              w={6}
              h={6}
              bg={day === date ? "white" : colors[levelAt(day) ?? "nothing"]}
              className="dot"
            />
          </Stack>
        )}
      />
    </Box>
  );
}

function levelOfDay(day: CalendarDay | undefined): Level {
  if (!day || day.departures === 0) return "nothing";
  return day.available ? levelOf(day) : "full";
}
