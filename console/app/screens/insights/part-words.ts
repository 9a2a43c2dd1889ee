/** Parts of a chart, and the look that its charts share. */
import { dateWords } from "../../../page/parts/time-words.ts";
import type { Step } from "./periods.ts";

/** "5 Jun" for an axis; in a table with its weekday and year. */
export function partWords(part: string, step: Step, isLong = false): string {
  if (step === "month") return dateWords(part, { month: "short", year: "numeric" });
  return dateWords(part, {
    day: "numeric",
    month: "short",
    ...(isLong
      ? ({ weekday: step === "day" ? "short" : undefined, year: "numeric" } as const)
      : {}),
  });
}

export const chartLook = {
  h: 250,
  textColor: "var(--ink-soft)",
  accessibilityLayer: false,
  gridAxis: "x",
  tickLine: "none",
  xAxisProps: { minTickGap: 16, tickMargin: 8 },
} as const;
