/** How much of a day is taken. Pure. */
import { type CalendarDeparture, levelOfDay } from "../../../page/screens/calendar/month.ts";

export type View = "month" | "week" | "resources";

export interface Heat {
  /** 0 to 100; undefined: nothing that departs has a limit. */
  readonly share: number | undefined;
  readonly state: "nothing" | "open" | "full" | "closed";
}

type Entry = Pick<CalendarDeparture["entry"], "capacity" | "vacancies">;

/** Places that are taken; undefined of an entry without a limit, and of one that is offered no more. */
export function takenOf({ capacity, vacancies }: Entry): number | undefined {
  if (capacity === null || vacancies === null || capacity === 0) return undefined;
  return Math.min(capacity, Math.max(0, capacity - vacancies));
}

export function heatOf(departures: readonly CalendarDeparture[]): Heat {
  let [taken, places] = [0, 0];
  for (const { entry } of departures) {
    const own = takenOf(entry);
    if (own === undefined) continue;
    taken += own;
    places += entry.capacity ?? 0;
  }
  const share = places === 0 ? undefined : Math.round((100 * taken) / places);
  const level = levelOfDay(departures);
  if (level === "blocked") return { share, state: "closed" };
  if (level === "free" || level === "few") return { share, state: "open" };
  return { share, state: level };
}

/** The shade of a share, 0 to 5. */
export function shadeOf(share: number): number {
  return share === 0 ? 0 : Math.min(5, Math.ceil(share / 20));
}

/** Two days in the order of the calendar. */
export function inOrder(a: string, b: string): readonly [from: string, to: string] {
  return a <= b ? [a, b] : [b, a];
}
