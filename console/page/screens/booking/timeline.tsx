/** The history of the booking, newest first: when, who, what, and each field as it was and as it is. */
import { useEffect, useRef } from "preact/hooks";
import type { AuditLog, Booking } from "@slipway/client";
import { IfLoaded } from "../../parts/loaded.tsx";
import { changesOf } from "../../parts/record-changes.ts";
import { ViewerTime } from "../../parts/zoned-time.tsx";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { useActorNames } from "../../actor-names.ts";
import { BookingChanges } from "./booking-changes.tsx";

/** The log has a change within a second. */
const againMs = 1_000;
/** A log that stays behind longer is not asked for ever. */
const triesMax = 10;

export function Timeline({ booking, zone }: { booking: Booking; zone: string }) {
  const { id, updatedAt } = booking;
  const words = texts.booking;
  const nameOf = useActorNames();
  const log = useLoad(id, (slipway) =>
    slipway.auditLogs.list({ entityType: "booking", entityId: id }),
  );
  useUntilThere(log.data, updatedAt, log.reload);
  return (
    <section>
      <h2>{words.timeline}</h2>
      <IfLoaded loaded={log}>
        {(entries) => (
          <ol>
            {entries.map((entry) => (
              <li key={entry.id}>
                <ViewerTime at={entry.timestamp} /> <strong>{deedOf(entry)}</strong> ·{" "}
                {nameOf(entry)}
                <BookingChanges
                  changes={changesOf(entry.before, entry.after)}
                  of={[entry.after, entry.before] as (Booking | null)[]}
                  zone={zone}
                />
              </li>
            ))}
          </ol>
        )}
      </IfLoaded>
    </section>
  );
}

/** Asks again until the log has the change that the page shows, for a while. */
function useUntilThere(
  entries: readonly AuditLog[] | undefined,
  updatedAt: string,
  reload: () => void,
): void {
  const newest = entries?.[0]?.after as { readonly updatedAt?: string } | null | undefined;
  const isBehind = entries !== undefined && (newest?.updatedAt ?? updatedAt) < updatedAt;
  const left = useRef(triesMax);
  useEffect(() => {
    left.current = triesMax;
  }, [updatedAt]);
  useEffect(() => {
    if (!isBehind || left.current-- <= 0) return undefined;
    const timer = setTimeout(reload, againMs);
    return () => clearTimeout(timer);
  }, [entries, updatedAt]);
}

/** A later release may have further ones. */
function deedOf({ action }: AuditLog): string {
  const deeds: Readonly<Record<string, string>> = texts.booking.deed;
  return deeds[action.replace(/^booking\./, "")] ?? action;
}
