/** What is shown of bookings: nothing that may still be undone, and at rest all there is. */
import type { OutputOf, bookings } from "@slipway/contracts";
import { Violation } from "../violation.ts";
import type { BookingDocument } from "./records.ts";
import { type State, bookingsIn } from "./state.ts";

type Booking = OutputOf<typeof bookings.getBooking>;

export class Shown {
  readonly #state: State;
  /** Of each booking, every updatedAt that it has had. */
  readonly #versions = new Map<string, Set<number>>();

  constructor(state: State) {
    this.#state = state;
  }

  written({ _id, updatedAt }: BookingDocument): void {
    const versions = this.#versions.get(_id) ?? new Set();
    this.#versions.set(_id, versions.add(updatedAt.getTime()));
  }

  /** How often a booking has been dated. */
  versionsOf(id: string): number {
    return this.#versions.get(id)?.size ?? 0;
  }

  check({ id, updatedAt }: Pick<Booking, "id" | "updatedAt">): void {
    if (this.#versions.get(id)?.has(Date.parse(updatedAt))) return;
    throw new Violation("I2", `${id} of ${updatedAt} was shown, and may still be undone`);
  }

  /** A list at rest, of which at most one page is shown. */
  checkList(status: string, { items, total = 0 }: { items: readonly Booking[]; total?: number }) {
    const stored = [...bookingsIn(this.#state)].filter((booking) => booking.status === status);
    const shown = new Set(items.map(({ id }) => id));
    const isWhole = items.length < total || stored.every(({ _id }) => shown.has(_id));
    if (total === stored.length && items.length > 0 === total > 0 && isWhole) return;
    const counts = `${total} in all and ${items.length} shown of ${stored.length}`;
    throw new Violation("I2", `a list of ${status} has ${counts}`);
  }
}
