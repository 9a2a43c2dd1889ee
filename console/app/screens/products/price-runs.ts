/** Days whose lowest price would change, joined. Pure. */
import type { PriceChange } from "@slipway/client";

interface PriceRun extends PriceChange {
  /** The last day; `date` is the first. */
  readonly until: string;
  readonly days: number;
}

/** Joins days that follow each other in the list and change by the same prices. */
export function runsOf(days: readonly PriceChange[]): PriceRun[] {
  const runs: PriceRun[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last.before === day.before && last.after === day.after)
      runs[runs.length - 1] = { ...last, until: day.date, days: last.days + 1 };
    else runs.push({ ...day, until: day.date, days: 1 });
  }
  return runs;
}
