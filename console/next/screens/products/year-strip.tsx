/** The twelve months, and when a season is in them. The words beside it say the same. */
import { Box } from "@mantine/core";
import { dateWords } from "../../../page/parts/time-words.ts";
import { dayOf } from "../../../page/screens/seasons/year.ts";
import { type When, partsInYear } from "./when.ts";

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
}

export function YearStrip({ when, year, color, state, marked }: Given) {
  return (
    <Box className="year strip" aria-hidden>
      {months.map((month) => (
        <i key={month} />
      ))}
      {partsInYear(when, year).map(([from, to]) => (
        <b
          key={from}
          data-state={state}
          style={{
            left: share(from),
            width: share(to - from),
            color: `var(--mantine-color-${color}-6)`,
          }}
        />
      ))}
      {marked.map((day) => (
        <s key={day} style={{ left: share(dayOf(day.slice(-5)) + 0.5) }} />
      ))}
    </Box>
  );
}
