/** Screen 4: what is free on the days of a month, or on the resources of a week. */
import type { Supplier } from "@slipway/client";
import { OfSupplier } from "../../parts/of-supplier.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { viewerZone } from "../../parts/zoned-time.tsx";
import type { Params } from "../../route.ts";
import { query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { locale, texts } from "../../texts/texts.ts";
import { useChanges } from "../../use-changes.ts";
import { dayGiven, isSameTime } from "../../zone.ts";
import { BookingChart } from "./booking-chart.tsx";
import { CalendarControls } from "./calendar-controls.tsx";
import type { Shown } from "./load-calendar.ts";
import { daysOfMonth, daysOfWeek } from "./month.ts";
import { MonthView } from "./month-view.tsx";
import { useCalendar } from "./use-calendar.ts";
import { useDayKeys } from "./use-day-keys.ts";
import { WeekView } from "./week-view.tsx";

export const calendarScreen: Screen = {
  paths: ["/calendar", "/calendar/{date}"],
  scopes: ["availability:read", "suppliers:read", "catalog:read"],
  title: ({ calendar }) => calendar.title,
  hasOwnHeading: true,
  View: CalendarScreen,
};

function CalendarScreen({ params }: { params: Params }) {
  return (
    <OfSupplier title={texts.calendar.title}>
      {(supplier, suppliers) => (
        <Calendar
          supplier={supplier}
          suppliers={suppliers}
          date={dayGiven(params["date"], supplier.timezone)}
        />
      )}
    </OfSupplier>
  );
}

interface Given {
  readonly supplier: Supplier;
  readonly suppliers: readonly Supplier[];
  readonly date: string;
}

function Calendar({ supplier, suppliers, date }: Given) {
  const words = texts.calendar;
  const view = query.value.get("view") === "week" && may("resources:read") ? "week" : "month";
  const shownOn = (day: string): Shown => ({
    supplier,
    productId: query.value.get("product") ?? undefined,
    view,
    days: view === "week" ? daysOfWeek(day) : daysOfMonth(day),
  });
  const shown = shownOn(date);
  const calendar = useCalendar(shown);
  // Where a booking was before it changed is not said, so any change may be news.
  const since = may("bookings:read") ? calendar.data?.since : undefined;
  useChanges({ supplierId: supplier.id, since }, () => {
    // Drops data read ahead: it may lack the change, which is heard of only once.
    calendar.away();
    calendar.reload();
  });
  useDayKeys(date, supplier.timezone);
  const View = view === "week" ? WeekView : MonthView;
  const isAbroad = !isSameTime(new Date(`${date}T12:00Z`), supplier.timezone, viewerZone);
  return (
    <>
      <h1>{titleOf(shown.days)}</h1>
      <CalendarControls
        date={date}
        shown={shown}
        shownOn={shownOn}
        suppliers={suppliers}
        calendar={calendar}
      />
      {isAbroad && <p class="minor">{fill(words.zone, { zone: supplier.timezone })}</p>}
      <ProblemNote error={calendar.error} again={calendar.reload} />
      <View shown={shown} data={calendar.data} title={titleOf(shown.days)} />
      {view === "month" && <BookingChart shown={shown} since={since} />}
      {!calendar.data && calendar.isLoading && <p class="minor">{texts.app.loading}</p>}
    </>
  );
}

/** "June 2028", or "29 May – 4 June 2028". */
function titleOf(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)].map((day) => new Date(`${day}T00:00:00Z`));
  const form = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  if (days.length > 7) return new Intl.DateTimeFormat(locale.value, form).format(first);
  const withDay = new Intl.DateTimeFormat(locale.value, { ...form, day: "numeric" });
  return first && last ? withDay.formatRange(first, last) : "";
}
