/** The twelve months, and when a season is in them. The words and the menu beside it say and do the same. */
import { Box } from "@mantine/core";
import type { PointerEvent } from "react";
import { dateWords } from "../../../page/parts/time-words.ts";
import { dayOf } from "../../../page/screens/seasons/year.ts";
import { type End, type When, isMovable, partsInYear } from "./when.ts";

const months = Array.from({ length: 12 }, (_, month) => month);
const share = (days: number): string => `${(100 * days) / 366}%`;

export function MonthHeads() {
  return (
    <Box className="year months" aria-hidden>
      {months.map((month) => (
        <span key={month}>
          {dateWords(`2024-${String(month + 1).padStart(2, "0")}-01`, { month: "narrow" })}
        </span>
      ))}
    </Box>
  );
}

interface Given {
  readonly when: When;
  readonly year: number;
  readonly color: string;
  readonly state: "stays" | "added" | "removed";
  /** Days that are not the same in every year: 29 February, and clock changes. */
  readonly marked: readonly string[];
  /** An end is dragged over this day of the year, and is let go when it is over. Without it nothing can be dragged. */
  readonly drag?: ((end: End, day: number, isOver: boolean) => void) | undefined;
}

export function YearStrip({ when, year, color, state, marked, drag }: Given) {
  return (
    <Box className="year strip" aria-hidden>
      {months.map((month) => (
        <i key={month} />
      ))}
      {partsInYear(when, year).map(([from, to], part) => (
        <b
          key={part}
          data-state={state}
          style={{
            left: share(from),
            width: share(to - from),
            color: `var(--mantine-color-${color}-6)`,
          }}
        >
          {drag &&
            (["first", "last"] as const)
              .map((side) => ({ part, side }))
              .filter((end) => isMovable(when, year, end))
              .map((end) => <Grip key={end.side} end={end} drag={drag} />)}
        </b>
      ))}
      {marked.map((day) => (
        <s key={day} style={{ left: share(dayOf(day.slice(-5)) + 0.5) }} />
      ))}
    </Box>
  );
}

interface GripGiven {
  readonly end: End;
  readonly drag: NonNullable<Given["drag"]>;
}

/** An end of a season, for a mouse: a finger scrolls, and the menu beside it changes the same days. */
function Grip({ end, drag }: GripGiven) {
  const move = (event: PointerEvent<HTMLElement>, isOver: boolean): void => {
    const grip = event.currentTarget;
    const strip = grip.closest(".strip")?.getBoundingClientRect();
    if (!strip || !grip.hasPointerCapture(event.pointerId)) return;
    // The last day is the one before the edge.
    const edge = Math.round((366 * (event.clientX - strip.left)) / strip.width);
    drag(end, end.side === "first" ? edge : edge - 1, isOver);
  };
  return (
    <em
      data-side={end.side}
      onPointerDown={(event) => {
        if (event.pointerType === "mouse" && event.button === 0)
          event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => move(event, false)}
      onPointerUp={(event) => move(event, true)}
    />
  );
}
