/** Compares what was delivered, and what reads have shown, with what was stored. */
import { type Booking, stateOf } from "./booking.ts";
import { type Entry, auditFindings, everyEntry } from "./audited.ts";
import type { Checked } from "./check-stored.ts";
import type { KilledReceiver } from "./killed-receiver.ts";

export interface DeliveryCheck extends Checked {
  readonly receiver: KilledReceiver;
  readonly startedAt: number;
}

/** The audit log and the receiver have each change of this round's bookings once, and no other change. */
export async function deliveryFindings(
  check: DeliveryCheck,
  bookings: readonly Booking[],
): Promise<string[]> {
  const { journal, receiver } = check;
  const entries = await entriesSince(check);
  const isOurs = (id: string): boolean => !journal.settled.has(id);
  const own = entries.filter(({ entityId }) => isOurs(entityId));
  return [
    ...auditFindings(bookings, own),
    ...receiver.findings(own, isOurs),
    ...shownFindings(check, own),
  ];
}

/** From a while before the round on: the database's clock may have been moved. */
export function entriesSince({ api, startedAt }: DeliveryCheck): Promise<Entry[]> {
  return everyEntry(api, new Date(startedAt - 60_000).toISOString());
}

/** Every state that a read has shown is in the log, whatever has become of the booking since. */
function shownFindings({ journal }: DeliveryCheck, entries: readonly Entry[]): string[] {
  const were = Map.groupBy(entries, ({ entityId }) => entityId);
  return [...journal.shown]
    .filter(([id]) => !journal.settled.has(id))
    .flatMap(([id, states]) => {
      const known = new Set((were.get(id) ?? []).map(({ after }) => after && stateOf(after)));
      // A read shows that a hold is over before this is written.
      const strange = [...states].filter(
        (state) => !known.has(state) && !state.startsWith("EXPIRED"),
      );
      return strange.map((state) => `shown: ${id} as ${state}, which it never was`);
    });
}
