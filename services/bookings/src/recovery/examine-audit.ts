import { type Request, call } from "@slipway/broker";
import { type OutputOf, audit, partsOf } from "@slipway/contracts";
import { type LastEntry, differenceOf } from "./audit-end.ts";
import { recordOf } from "../record/booking-record.ts";
import type { RecoveryDeps } from "./deps.ts";
import type { Finding } from "./examination.ts";
import type { BookingWithOutbox } from "../record/every-tenant-store.ts";

/** A booking that differs from its last audit entry. */
export interface Difference {
  readonly booking: BookingWithOutbox;
  readonly entry: LastEntry | undefined;
  readonly finding: Finding;
}

/** The most dead letters with which the audit log is compared: more of them must be delivered first. */
const deadLettersMax = 10_000;

/**
 * The bookings that differ from their last audit entry. Each is compared twice. An event goes from its
 * document to the log or to the dead letters, and never back. So an event in flight during the first
 * comparison is in one of them during the second.
 */
export async function listDifferences(
  deps: RecoveryDeps,
  request: Request,
  bookings: readonly BookingWithOutbox[],
): Promise<Difference[]> {
  const first = await look(deps, request, bookings);
  if (first.length === 0) return [];
  const seen = new Map(first.map(({ booking }) => [booking._id, versionIn(booking)]));
  const again = await deps.everyTenant.listNamed([...seen.keys()]);
  const unchanged = again.filter((booking) => seen.get(booking._id) === versionIn(booking));
  return look(deps, request, unchanged);
}

/** A fail-over may undo a revision, which is then used again; the commit token is not. */
function versionIn({ revision, commit }: BookingWithOutbox): string {
  return `${revision} ${commit}`;
}

async function look(
  deps: RecoveryDeps,
  request: Request,
  bookings: readonly BookingWithOutbox[],
): Promise<Difference[]> {
  const delivered = bookings.filter(({ outbox }) => outbox.length === 0);
  const names = delivered.map(({ tenantId, _id }) => ({ tenantId, entityId: _id }));
  const { keptFrom, entries } = await lastEntries(request, names);
  const differences = delivered.flatMap((booking) => {
    const entry = entries.get(booking._id);
    const detail = differenceOf(recordOf(booking), entry, keptFrom);
    if (detail === undefined) return [];
    return [{ booking, entry, finding: { kind: "booking.audit", id: booking._id, detail } }];
  });
  if (differences.length === 0) return [];
  const { deadLetters, items } = await deps.relay.backlog(deadLettersMax);
  if (deadLetters > items.length) return [];
  const waiting = new Set(
    items.filter(({ consumer }) => consumer === "audit").map(({ event }) => event.entityId),
  );
  return differences.filter(({ booking }) => !waiting.has(booking._id));
}

interface RecordName {
  readonly tenantId: string;
  readonly entityId: string;
}

/** An audit entry of a booking that does not exist. */
export interface Ghost extends RecordName {
  readonly entry: LastEntry;
  readonly finding: Finding;
}

/** Bookings that the audit log knows but that do not exist; one page of creations at a time. */
export async function* listGhosts(deps: RecoveryDeps, request: Request): AsyncIterable<Ghost[]> {
  for (let page: string | undefined, isMore = true; isMore; ) {
    const input = { entityType: "booking", ...(page ? { page } : {}) } as const;
    const { items, next } = await call(request, audit.listCreated, input);
    yield await ghostsAmong(deps, request, items);
    isMore = next !== null;
    page = next ?? undefined;
  }
}

/** A booking is inserted before its event, and archived or never deleted: one without a document never existed. */
async function ghostsAmong(
  deps: RecoveryDeps,
  request: Request,
  created: readonly RecordName[],
): Promise<Ghost[]> {
  const owners = await deps.tombstones.findOwners(created.map(({ entityId }) => entityId));
  const living = new Map(
    owners
      .filter(({ live, archivedAt }) => live === true || archivedAt !== undefined)
      .map(({ _id, tenantId }) => [_id, tenantId]),
  );
  const missing = created.filter(({ tenantId, entityId }) => living.get(entityId) !== tenantId);
  const ghosts: Ghost[] = [];
  for (const some of partsOf(missing, namesMax)) {
    const { entries } = await lastEntries(request, some);
    for (const [id, entry] of entries) {
      if (entry.after === null) continue;
      const detail = `its last audit entry is ${entry.action}, and the booking is not there`;
      const finding = { kind: "booking.ghost", id, detail };
      ghosts.push({ tenantId: entry.tenantId, entityId: id, entry, finding });
    }
  }
  return ghosts;
}

/** The most records that audit takes in one call. */
export const namesMax = 200;

/** Asks until all records are answered: audit names those that do not fit in its message. */
async function lastEntries(
  request: Request,
  names: readonly RecordName[],
): Promise<{
  keptFrom: OutputOf<typeof audit.listLastEntries>["keptFrom"];
  entries: Map<string, LastEntry>;
}> {
  const entries = new Map<string, LastEntry>();
  for (let records = names; ; ) {
    const answer = await call(request, audit.listLastEntries, { records: [...records] });
    for (const entry of answer.entries) entries.set(entry.entityId, entry);
    const left = new Set(answer.unanswered);
    if (left.size === 0) return { keptFrom: answer.keptFrom, entries };
    records = names.filter(({ entityId }) => left.has(entityId));
  }
}
