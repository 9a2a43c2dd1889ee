import { type StoredEvent, type OutputOf, type audit, customers } from "@slipway/contracts";

type AuditEntry = OutputOf<typeof audit.listEntries>[number];

/** An event as the log stores it: times as dates, records as JSON text. */
export type Entry = Omit<StoredEvent, "at" | "traceparent"> & { readonly timestamp: Date };

/** The entry of an event. */
export function entryOf({ at, traceparent: _traceparent, ...fact }: StoredEvent): Entry {
  return { ...fact, timestamp: new Date(at) };
}

/** The entry as it is answered. */
export function entryRecord({ before, after, timestamp, ...entry }: Entry): AuditEntry {
  return {
    ...entry,
    before: recordOf(before),
    after: recordOf(after),
    timestamp: timestamp.toISOString(),
  };
}

function recordOf(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

type Records = Pick<Entry, "before" | "after">;

/** What an entry says once personal data is removed from it. */
export function erasedEntry({ before, after }: Records, erasedAt: string): Records {
  return { before: erasedText(before, erasedAt), after: erasedText(after, erasedAt) };
}

function erasedText(json: string | null, erasedAt: string): string | null {
  const record = recordOf(json) as Readonly<Record<string, unknown>> | null;
  return record && JSON.stringify(customers.erasedRecord(record, erasedAt));
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Entries before this instant are no longer kept; null keeps all. */
export function keptFrom(keepDays: number, now: number): Date | null {
  return keepDays === 0 ? null : new Date(now - keepDays * dayMs);
}
