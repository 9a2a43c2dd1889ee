/** The history of a booking or an order, newest first: when, who, what, and each field as it was and as it is. */
import "@mantine/core/styles/Timeline.css";
import { Skeleton, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AuditLog, Booking } from "@slipway/client";
import { useActorNames } from "../../../page/actor-names.ts";
import { changesOf } from "../../../page/parts/record-changes.ts";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { ask } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { ChangeList } from "./change-list.tsx";
import type { Level } from "./panel-given.ts";
import { Section } from "./section.tsx";

/** The log has a change within a second. */
const againMs = 1_000;
/** A log that stays behind longer is not asked for ever. */
const triesMax = 10;

interface Given {
  readonly entityType: "booking" | "order";
  readonly record: Pick<Booking, "id" | "updatedAt">;
  readonly zone: string;
  readonly level: Level;
}

export function History({ entityType, record, zone, level }: Given) {
  const { id, updatedAt } = record;
  const nameOf = useActorNames();
  const { data, error, refetch } = useQuery({
    queryKey: ["history", id],
    queryFn: ({ signal }) =>
      ask(({ auditLogs }) => auditLogs.list({ entityType, entityId: id }), signal),
  });
  useUntilThere(data, updatedAt, () => void refetch());
  return (
    <Section title={texts.booking.timeline} level={level}>
      <ProblemNote error={error} again={() => void refetch()} />
      {!data && !error && <Skeleton h={80} />}
      {data && (
        <Timeline bulletSize={14} lineWidth={2} active={data.length}>
          {data.map((entry) => (
            <Timeline.Item key={entry.id}>
              <Text size="sm">
                <strong>{deedOf(entry)}</strong> · {nameOf(entry)}
              </Text>
              <Text size="xs" className="soft number">
                {timeWords(entry.timestamp, viewerZone, true)}
              </Text>
              <ChangeList
                changes={changesOf(entry.before, entry.after)}
                of={[entry.after, entry.before] as (Booking | null)[]}
                zone={zone}
              />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Section>
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
  const { deed, opened } = texts.booking;
  const deeds: Readonly<Record<string, string>> = { ...deed, "order.create": opened };
  return deeds[action] ?? deeds[action.replace(/^\w+\./, "")] ?? action;
}
