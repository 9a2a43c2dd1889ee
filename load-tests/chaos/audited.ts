/** Whether the audit log has exactly the changes of the bookings. */
import { isDeepStrictEqual } from "node:util";
import type { Slipway } from "@slipway/client";
import type { Booking } from "./booking.ts";

export interface Entry {
  id: string;
  entityId: string;
  action: string;
  before: Booking | null;
  after: Booking | null;
  timestamp: string;
}

const pageMax = 200;

/**
 * The faults in the entries of these bookings, the first one of each. A booking's entries are its whole way, each
 * step once and no others. The first begins with nothing, each begins where the one before has ended, and the last
 * ends with the present booking.
 */
export function auditFindings(bookings: readonly Booking[], entries: readonly Entry[]): string[] {
  const byBooking = Map.groupBy(entries, ({ entityId }) => entityId);
  const wrong = bookings.flatMap((booking) => {
    const own = byBooking.get(booking.id) ?? [];
    byBooking.delete(booking.id);
    const finding = wrongWay(booking, own);
    const actions = own.map(({ action }) => action).join(", ");
    return finding === undefined ? [] : [`audit of ${booking.id}: ${finding}; it has ${actions}`];
  });
  const strays = [...byBooking.keys()].map((id) => `audit has ${id}, which is no booking`);
  return [...wrong, ...strays];
}

function wrongWay(booking: Booking, entries: readonly Entry[]): string | undefined {
  let last: Booking | null = null;
  // Two changes of one booking never have the same time.
  const inOrder = entries.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  for (const { action, before, after } of inOrder) {
    if (!isSame(before, last)) return `${action} does not begin where the one before has ended`;
    last = after;
  }
  // A hold is shown as over from its expiry on, up to five seconds before that is written.
  const isOver = booking.status === "EXPIRED" && last?.status === "ON_HOLD";
  const shown: Booking | null = isOver && last ? { ...last, status: "EXPIRED" } : last;
  return isSame(shown, booking) ? undefined : "its last entry does not end with what it is";
}

/** A booking whose insert took very long is dated later without any other change. */
function isSame(one: Booking | null, other: Booking | null): boolean {
  if (one === null || other === null) return one === other;
  return isDeepStrictEqual({ ...one, updatedAt: "" }, { ...other, updatedAt: "" });
}

/** Page by page into the past: a page ends within an instant, whose entries are read again. */
export async function everyEntry(api: Slipway, from?: string): Promise<Entry[]> {
  const found = new Map<string, Entry>();
  let to = new Date(Date.now() + 60_000).toISOString();
  for (;;) {
    const query = { entityType: "booking", from, to, limit: pageMax } as const;
    const page = (await api.auditLogs.list(query)) as unknown as readonly Entry[];
    const ids = new Set(page.map(({ id }) => id));
    if (ids.size < page.length) throw new Error("audit shows an entry twice");
    const known = found.size;
    for (const entry of page) found.set(entry.id, entry);
    if (page.length < pageMax) return [...found.values()];
    if (found.size === known) throw new Error(`more than ${pageMax} entries have the time ${to}`);
    to = page.at(-1)?.timestamp ?? to;
  }
}
