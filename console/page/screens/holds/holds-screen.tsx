/** Screen 5: what waits for approval and what is on hold, and the decisions on it. */
import { useEffect, useState } from "preact/hooks";
import { IfLoaded } from "../../parts/loaded.tsx";
import { may } from "../../session.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useChanges } from "../../use-changes.ts";
import { useLoad } from "../../use-load.ts";
import { DecisionList } from "./decision-list.tsx";
import { decide, endedCount, isDecided } from "./decisions.ts";
import { loadWaiting } from "./load-waiting.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { type WaitingAction, WaitingTable } from "./waiting-table.tsx";
import { type Waiting, waitingOf } from "./waiting.ts";

export const holdsScreen: Screen = {
  paths: ["/holds"],
  scopes: ["bookings:read", "catalog:read", "availability:read"],
  title: ({ holds }) => holds.title,
  View: HoldsScreen,
};

function HoldsScreen() {
  const loaded = useLoad("waiting", loadWaiting, endedCount.value);
  const [rejected, setRejected] = useState<readonly Waiting[]>([]);
  const { data } = loaded;
  useChanges({ since: data?.since }, loaded.reload);
  const now = useClock() + (data?.aheadMs ?? 0);
  const {
    holds: words,
    booking: { action },
  } = texts;
  const undecided = ({ booking }: Waiting): boolean => !isDecided(booking);
  const bookingsOf = (rows: readonly Waiting[]) => rows.map(({ booking }) => booking);
  const actionsOf = (actions: WaitingAction[]) => (may("bookings:write") ? actions : []);
  return (
    <>
      <DecisionList />
      <IfLoaded loaded={loaded}>
        {({ bookings, unscheduled, entries, catalogs }) => {
          const { approvals, holds } = waitingOf(bookings, { entries, now });
          return (
            <>
              <WaitingTable
                caption={words.approvals}
                empty={words.noApproval}
                rows={approvals.filter(undecided)}
                catalogs={catalogs}
                now={now}
                actions={actionsOf([
                  { name: action.approve, act: (rows) => decide("approve", bookingsOf(rows)) },
                  { name: action.reject, act: setRejected },
                ])}
              />
              <WaitingTable
                caption={words.onHold}
                empty={words.noHold}
                rows={holds.filter(undecided)}
                catalogs={catalogs}
                now={now}
                actions={actionsOf([
                  { name: action.extend, act: (rows) => decide("extend", bookingsOf(rows)) },
                  { name: words.release, act: (rows) => decide("release", bookingsOf(rows)) },
                ])}
              />
              {unscheduled.length > 0 && (
                <WaitingTable
                  caption={texts.day.alone}
                  empty=""
                  rows={unscheduled.map((booking) => ({ booking, entry: undefined }))}
                  catalogs={catalogs}
                  now={now}
                  actions={[]}
                />
              )}
            </>
          );
        }}
      </IfLoaded>
      {rejected.length > 0 && (
        <RejectDialog
          rows={rejected}
          reject={(reason) => decide("reject", bookingsOf(rejected), reason)}
          close={() => setRejected([])}
        />
      )}
    </>
  );
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
