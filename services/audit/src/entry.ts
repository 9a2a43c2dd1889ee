import {
  type Caller,
  type NewEntry,
  type OutputOf,
  type audit,
  covers,
  customers,
} from "@slipway/contracts";

type AuditEntry = OutputOf<typeof audit.listLog>["items"][number];

/** An event as the log stores it: times as dates, records as JSON text. */
export type Entry = Omit<NewEntry, "at"> & { readonly timestamp: Date };

export function entryOf({ at, ...event }: NewEntry): Entry {
  return { ...event, timestamp: new Date(at) };
}

/** The entry as it is answered to a caller who may see bookings. */
export function entryRecord({ before, after, timestamp, ...entry }: Entry): AuditEntry {
  return {
    ...entry,
    before: recordOf(before),
    after: recordOf(after),
    timestamp: timestamp.toISOString(),
  };
}

/** How entries are answered to a caller: without persons where it may not see bookings. */
export function entryShownTo({ scopes }: Pick<Caller, "scopes">): (entry: Entry) => AuditEntry {
  if (covers(scopes, "bookings:read")) return entryRecord;
  return (entry) =>
    entryRecord(
      isOfPersons(entry) ? { ...entry, ...changed(entry, customers.withoutPersons) } : entry,
    );
}

function isOfPersons({ entityType }: Pick<Entry, "entityType">): boolean {
  return entityType === "booking" || entityType === "channelEvent";
}

function recordOf(json: string | null): Json | null {
  return json === null ? null : (JSON.parse(json) as Json);
}

type Json = Readonly<Record<string, unknown>>;
type Records = Pick<Entry, "before" | "after">;

export function erasedEntry(entry: Records, erasedAt: string): Records {
  return changed(entry, (record) => customers.erasedRecord(record, erasedAt));
}

/** An entry's records without the person of an e-mail address; the same texts where they do not mention the address. */
export function entryWithoutPerson(entry: Records, address: string, erasedAt: string): Records {
  return changed(entry, (record) => customers.withoutPerson(record, address, erasedAt));
}

function changed({ before, after }: Records, change: (record: Json) => Json): Records {
  const textOf = (json: string | null): string | null => {
    const record = recordOf(json);
    if (record === null) return null;
    const left = change(record);
    return left === record ? json : JSON.stringify(left);
  };
  return { before: textOf(before), after: textOf(after) };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Entries before this instant are no longer kept; null keeps all. */
export function keptFrom(keepDays: number, now: number): Date | null {
  return keepDays === 0 ? null : new Date(now - keepDays * dayMs);
}
