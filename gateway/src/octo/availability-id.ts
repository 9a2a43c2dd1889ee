/** Ids of departures: OCTO names one by its local start, with the offset of that instant. Pure. */
import { primitives } from "@slipway/contracts";
import { localTextOf } from "@slipway/departures";

/** The two starts at 02:30 of a night in autumn have different offsets, and so different ids. */
export function availabilityIdOf(startAt: string, zone: string): string {
  return localTextOf(zone, Date.parse(startAt));
}

/** The instant, in UTC as our interface has it, of an id with any offset; undefined: it names none. */
export function instantOfAvailabilityId(id: string): string | undefined {
  const { data } = primitives.instantInput.safeParse(id);
  return data;
}
