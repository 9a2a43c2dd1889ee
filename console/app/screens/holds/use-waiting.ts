/** Bookings that wait for a decision, read anew when bookings change, and now by the server's clock. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { endedCount, isDecided } from "../../../page/screens/holds/decisions.ts";
import { loadWaiting } from "../../../page/screens/holds/load-waiting.ts";
import { waitingOf } from "../../../page/screens/holds/waiting.ts";
import { ask } from "../../../page/session.ts";
import { useChanges } from "../../../page/use-changes.ts";

export function useWaiting() {
  const { data, error, refetch } = useQuery({
    queryKey: ["waiting"],
    queryFn: ({ signal }) => ask((slipway) => loadWaiting(slipway), signal),
  });
  useChanges({ since: data?.since }, () => void refetch());
  const ended = endedCount.value;
  useEffect(() => {
    if (ended > 0) void refetch();
  }, [ended, refetch]);
  const now = useClock() + (data?.aheadMs ?? 0);
  const found = data && waitingOf(data.bookings, { entries: data.entries, now });
  return {
    approvals: found?.approvals.filter(({ booking }) => !isDecided(booking)),
    holds: found?.holds.filter(({ booking }) => !isDecided(booking)),
    unscheduled: data?.unscheduled.filter((booking) => !isDecided(booking)),
    catalogs: data?.catalogs,
    now,
    error,
    reload: () => void refetch(),
  };
}

/** Now, anew each second: holds count down. */
function useClock(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
