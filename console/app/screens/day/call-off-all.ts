/** Calls departures off, one after the other. */
import type { Operations } from "@slipway/client";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";

/** A departure that still sells, and why. */
export interface CallOffFailure {
  readonly departure: Departure;
  readonly error: unknown;
}

/** Answers those that were not called off; throws where that is each of them. A repeat changes nothing more. */
export async function callOffAll(
  operations: Operations,
  departures: readonly Departure[],
  reason: string,
): Promise<readonly CallOffFailure[]> {
  const failed: CallOffFailure[] = [];
  for (const departure of departures) {
    const { optionId, startAt } = departure;
    try {
      await operations.departures.callOff({ optionId, startAt, reason });
    } catch (error) {
      failed.push({ departure, error });
    }
  }
  if (failed.length === departures.length && failed[0]) throw failed[0].error;
  return failed;
}

/** Whether the departure can be called off: it is in the timetable, has not left, and sells. */
export function mayBeCalledOff({ entry, startAt }: Departure, now: number): boolean {
  return entry !== undefined && entry.runs !== "CALLED_OFF" && Date.parse(startAt) > now;
}
