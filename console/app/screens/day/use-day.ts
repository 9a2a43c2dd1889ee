/** A day, read anew when its bookings change: here, in another window, or by the decisions that were taken. */
import type { Supplier } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type DaySheet, isNews, loadDay } from "../../../page/screens/day/load-day.ts";
import { endedCount, isDecided } from "../../../page/screens/holds/decisions.ts";
import { ask } from "../../../page/session.ts";
import { useChanges } from "../../../page/use-changes.ts";
import { withoutBookings } from "./without-bookings.ts";

export function useDay(supplier: Supplier, date: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ["day", supplier.id, date],
    queryFn: ({ signal }) => ask((slipway) => loadDay(slipway, { supplier, date }), signal),
  });
  useChanges({ supplierId: supplier.id, since: data?.since }, (changed) => {
    if (data && changed.some((booking) => isNews(data, booking))) void refetch();
  });
  const ended = endedCount.value;
  useEffect(() => {
    if (ended > 0) void refetch();
  }, [ended, refetch]);
  const reload = (): void => void refetch();
  return { day: data && shownOf(data), error, reload };
}

/** A booking whose cancellation waits to be sent is off the sheet already. */
function shownOf(sheet: DaySheet): DaySheet {
  const departures = sheet.departures.map((each) =>
    each.bookings.some(isDecided) ? withoutBookings(each, isDecided) : each,
  );
  return { ...sheet, departures };
}
