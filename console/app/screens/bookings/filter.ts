/** The filter of the list, and the query that asks for it. Pure. */
import { liveStatuses } from "../../../page/parts/booking-facts.ts";
import { daysOfWeek } from "../../../page/screens/calendar/month.ts";
import { isDay, rangeOfDay } from "../../../page/zone.ts";

export const views = ["all", "today", "week", "hold", "resellers", "cancelled"] as const;
export type View = (typeof views)[number];

export interface Filter {
  readonly view: View;
  readonly text: string;
  /** A day of travel; null: any. */
  readonly date: string | null;
  readonly product: string | null;
  readonly status: string | null;
  readonly source: string | null;
  readonly sort: Sort;
}

export type Sort = "startAt" | "createdAt";

/** The statuses of a saved filter; undefined: any. */
const statusesOf: Readonly<Partial<Record<View, string>>> = {
  today: liveStatuses,
  week: liveStatuses,
  hold: "ON_HOLD",
  cancelled: "CANCELLED,REJECTED,EXPIRED",
};

export function viewGiven(text: string | null): View {
  return views.find((each) => each === text) ?? "all";
}

/** By date of travel where the list is of some days, else the newest first. */
export function sortGiven(
  text: string | null,
  { view, date }: Pick<Filter, "view" | "date">,
): Sort {
  if (text === "startAt" || text === "createdAt") return text;
  return date !== null || view === "today" || view === "week" ? "startAt" : "createdAt";
}

/** As the API takes it, but for the source. */
export function askedOf(filter: Filter, today: string, timezone: string) {
  const { view, text, date, product, status, sort } = filter;
  return {
    search: text.trim() === "" ? undefined : text.trim(),
    productId: product ?? undefined,
    status: status ?? statusesOf[view],
    sort,
    ...rangeOf(date !== null && isDay(date) ? date : undefined, view, today, timezone),
  };
}

function rangeOf(date: string | undefined, view: View, today: string, timezone: string) {
  if (date !== undefined || view === "today") return rangeOfDay(date ?? today, timezone);
  if (view !== "week") return {};
  const days = daysOfWeek(today);
  return {
    from: rangeOfDay(days[0] ?? today, timezone).from,
    to: rangeOfDay(days.at(-1) ?? today, timezone).to,
  };
}
