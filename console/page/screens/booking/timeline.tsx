/** What became of the booking, newest first: when, who, what, and each field as it was and as it is. */
import { useEffect } from "preact/hooks";
import type { AuditLog, Booking } from "@slipway/client";
import { IfLoaded } from "../../parts/loaded.tsx";
import { changesOf } from "../../parts/record-changes.ts";
import { ZonedTime, viewerZone } from "../../parts/zoned-time.tsx";
import { me } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { BookingChanges } from "./booking-changes.tsx";

/** The log has a change within a second. */
const againMs = 1_000;

export function Timeline({ booking, zone }: { booking: Booking; zone: string }) {
  const { id, updatedAt } = booking;
  const words = texts.value.booking;
  const log = useLoad(id, (slipway, signal) =>
    slipway.auditLogs.list({ entityType: "booking", entityId: id }, { signal }),
  );
  useUntilThere(log.data, updatedAt, log.reload);
  return (
    <section>
      <h2>{words.timeline}</h2>
      <IfLoaded loaded={log}>
        {(entries) => (
          <ol class="timeline">
            {entries.map((entry) => (
              <li key={entry.id}>
                <ZonedTime at={entry.timestamp} zone={viewerZone} withDay />{" "}
                <strong>{deedOf(entry)}</strong> {fill(words.by, { name: actorOf(entry) })}
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

/** Asks again until the log has the change that the page shows. */
function useUntilThere(
  entries: readonly AuditLog[] | undefined,
  updatedAt: string,
  reload: () => void,
): void {
  const newest = entries?.[0]?.after as { readonly updatedAt?: string } | null | undefined;
  const isBehind = entries !== undefined && (newest?.updatedAt ?? updatedAt) < updatedAt;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(reload, againMs);
    return () => clearTimeout(timer);
  }, [entries, updatedAt]);
}

/** A later release may have further ones. */
function deedOf({ action }: AuditLog): string {
  const deeds: Readonly<Record<string, string>> = texts.value.booking.deed;
  return deeds[action.replace(/^booking\./, "")] ?? action;
}

function actorOf({ actorType, actorId, source }: AuditLog): string {
  const { actor } = texts.value.booking;
  if (actorId !== null && actorId === me.value?.user?.id) return actor.you;
  if (actorType === "USER") return actor.user;
  if (actorType === "SYSTEM") return actor.system;
  const isChannel = !["api/v1", "cli", "system"].includes(source);
  return isChannel ? fill(actor.channel, { code: source }) : actor.key;
}
