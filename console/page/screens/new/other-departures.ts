/** The way out of a full departure. Pure. */
import type { AvailabilityEntry } from "@slipway/client";

const most = 3;

interface Wanted {
  /** Start of the departure that is full; undefined: a time that no departure has. */
  readonly startAt: string | undefined;
  readonly travellers: number;
}

/** The departures nearest to it that have room for as many, soonest first; of a time of one's own the first. */
export function otherDepartures<
  Entry extends Pick<AvailabilityEntry, "startAt" | "available" | "vacancies">,
>(entries: readonly Entry[], { startAt, travellers }: Wanted): Entry[] {
  const away = (each: Entry): number =>
    startAt === undefined ? 0 : Math.abs(Date.parse(each.startAt) - Date.parse(startAt));
  return entries
    .filter(
      (each) =>
        each.startAt !== startAt &&
        each.available &&
        (each.vacancies === null || each.vacancies >= travellers),
    )
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, most)
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt));
}
