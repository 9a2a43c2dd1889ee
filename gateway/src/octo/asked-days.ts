/** Days of departures that a request names, local to each product; both included. Pure. */
import { refuseOcto } from "./errors.ts";

export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface AskedRange {
  readonly localDateStart?: string | null | undefined;
  readonly localDateEnd?: string | null | undefined;
}

/** Refuses a range that is not whole, or in the wrong order. */
export function daysOf({ localDateStart: from, localDateEnd: to }: AskedRange): Days {
  if (!from || !to)
    throw refuseOcto("BAD_REQUEST", "localDateStart and localDateEnd are both needed");
  if (from > to) throw refuseOcto("BAD_REQUEST", "localDateStart must not be after localDateEnd");
  return { from, to };
}
