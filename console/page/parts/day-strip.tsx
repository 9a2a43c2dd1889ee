/** Fourteen days, each with a sign for what is free on it. */
import { useState } from "preact/hooks";
import type { CalendarDay } from "@slipway/client";
import { DayInput } from "./day-input.tsx";
import { type Level, levelOf, signs } from "./free-places.ts";
import { ProblemNote } from "./problem-note.tsx";
import { dayWords, dateWords } from "./zoned-time.tsx";
import { texts } from "../texts/texts.ts";
import { useLoad } from "../use-load.ts";
import { dayAfter } from "../zone.ts";

interface Given {
  readonly optionId: string;
  readonly timezone: string;
  readonly date: string;
  readonly choose: (date: string) => void;
}

const days = 14;

export function DayStrip({ optionId, date, choose }: Given) {
  const words = texts.sale;
  const [from, setFrom] = useState(date);
  const shows = from <= date && date < dayAfter(from, days);
  const first = shows ? from : date;
  const calendar = useLoad(`${optionId} ${first}`, (slipway) =>
    slipway.availability.listCalendar({ optionId, from: first, to: dayAfter(first, days - 1) }),
  );
  const byDate = new Map(calendar.data?.map((day) => [day.date, day]));
  const move = (by: number): void => {
    setFrom(dayAfter(first, by));
    choose(dayAfter(first, by));
  };
  return (
    <fieldset>
      <legend>{texts.day.title}</legend>
      <ProblemNote error={calendar.error} again={calendar.reload} />
      <div class="controls">
        <button type="button" onClick={() => move(-days)}>
          {words.earlier}
        </button>
        <DayInput label={texts.day.title} date={date} choose={choose} />
        <button type="button" onClick={() => move(days)}>
          {words.later}
        </button>
      </div>
      <div class="controls">
        {Array.from({ length: days }, (_, index) => dayAfter(first, index)).map((each) => (
          <button
            key={each}
            type="button"
            class={each === date ? "main" : ""}
            aria-pressed={each === date}
            title={dayWords(each)}
            onClick={() => choose(each)}
          >
            {shortDay(each)}
            <span class="unseen">, {words[levelOfDay(byDate.get(each))]}</span>{" "}
            <span aria-hidden="true">{signs[levelOfDay(byDate.get(each))]}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function levelOfDay(day: CalendarDay | undefined): Level {
  if (!day || day.departures === 0) return "nothing";
  return day.available ? levelOf(day) : "full";
}

function shortDay(date: string): string {
  return dateWords(date, { weekday: "short", day: "numeric", month: "short" });
}
