/** The days that the calendar shows, read anew when bookings change, and the next ones ahead. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Shown, keyOf, loadCalendar } from "../../../page/screens/calendar/load-calendar.ts";
import { endedCount } from "../../../page/screens/holds/decisions.ts";
import { ask, may } from "../../../page/session.ts";
import { useChanges } from "../../../page/use-changes.ts";

export function useCalendar(shown: Shown) {
  const queries = useQueryClient();
  const queryOf = (of: Shown) => ({
    queryKey: ["calendar", keyOf(of)],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      ask((slipway) => loadCalendar(slipway, of), signal),
  });
  const { data, error, refetch } = useQuery(queryOf(shown));
  // Where a booking was before it changed is not said, so any change may be news.
  const since = may("bookings:read") ? data?.since : undefined;
  useChanges({ supplierId: shown.supplier.id, since }, () => void refetch());
  const ended = endedCount.value;
  useEffect(() => {
    if (ended > 0) void refetch();
  }, [ended, refetch]);
  return {
    data,
    error,
    reload: () => void refetch(),
    /** The pointer comes near to what leads there. */
    near: (next: Shown) => void queries.query(queryOf(next)).catch(() => undefined),
  };
}
