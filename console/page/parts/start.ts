/** A departure of the timetable, or a time of the user's own, as the API takes it. Pure. */
import type { CreateBookingRequest } from "@slipway/client";

export type Start = Partial<Pick<CreateBookingRequest, "startAt" | "customStart">>;

interface Chosen {
  readonly startAt: string | null;
  /** Date and time of the user's own; the time is empty where there is none. */
  readonly date: string;
  readonly ownTime: string;
}

/** Undefined: none is chosen yet. */
export function startOf({ startAt, date, ownTime }: Chosen): Start | undefined {
  if (startAt !== null) return { startAt };
  return ownTime === "" ? undefined : { customStart: { localDate: date, localTime: ownTime } };
}
