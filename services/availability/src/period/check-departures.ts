import { type Recurrence, dayMs, departuresOf } from "@slipway/departures";
import { departuresMax } from "../constants.ts";
import { refuseDays } from "../departure/check-range.ts";
import { daysThatFit } from "../departure/starts.ts";

/** Refuses more departures than one answer rests on, before any of them is looked at, and says how many days would do. */
export function checkDepartures(
  periods: readonly Recurrence[],
  timezone: string,
  { from, days }: { from: number; days: number },
): void {
  const isTooLong = (some: number): boolean => {
    const range = { from, to: from + some * dayMs - 1, limit: departuresMax + 1 };
    return departuresOf(periods, timezone, range).length > departuresMax;
  };
  if (!isTooLong(days)) return;
  const fitting = daysThatFit(days, (first) => !isTooLong(first));
  const departures = `There are more than ${departuresMax} departures`;
  throw refuseDays(`${departures}; from their start they may be those of`, fitting);
}
