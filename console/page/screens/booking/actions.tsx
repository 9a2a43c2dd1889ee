/** Buttons for the actions that the booking allows now; each names the state it leads to. */
import { useState } from "preact/hooks";
import { zoneOf } from "../../catalog.ts";
import { extendedMinutes } from "../../parts/hold-time.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";
import { type ActionKind, actionsOf } from "./booking-actions.ts";
import { EndDialog } from "./end-dialog.tsx";
import type { Part } from "./load-booking.ts";

export function Actions({ booking, catalog, aheadMs, done }: Part) {
  const { booking: words, status } = texts;
  const acting = useAction();
  const [ending, setEnding] = useState<"cancel" | "reject">();
  const { id } = booking;
  const sold = catalog?.options.get(booking.optionId);
  const begin = (kind: ActionKind): void => {
    if (kind === "cancel" || kind === "reject") return setEnding(kind);
    const expirationMinutes = extendedMinutes(booking, Date.now() + aheadMs);
    void acting.act(
      ({ bookings }) => {
        if (kind === "extend") return bookings.extend(id, { expirationMinutes });
        return kind === "confirm" ? bookings.confirm(id) : bookings.approve(id);
      },
      (changed) => done(fill(words.now, { status: status[changed.status] }), changed),
    );
  };
  return (
    <section aria-label={words.actions}>
      <ProblemNote error={acting.error} />
      <div class="controls">
        {actionsOf(booking, sold).map(({ kind, leadsTo }) => (
          <button key={kind} type="button" disabled={acting.isBusy} onClick={() => begin(kind)}>
            {words.action[kind]} <span aria-hidden="true">→</span>{" "}
            <span class="minor">{status[leadsTo]}</span>
          </button>
        ))}
      </div>
      {ending && (
        <EndDialog
          kind={ending}
          booking={booking}
          time={timeWords(booking.startAt, zoneOf(catalog, booking.optionId), true)}
          close={() => setEnding(undefined)}
          done={done}
        />
      )}
    </section>
  );
}
