/** Bookings in answers and lists: none that may still be undone, and at rest all of them. */
import type { OutputOf, bookings } from "@slipway/contracts";
import { Violation } from "../violation.ts";
import type { BookingDocument } from "./records.ts";
import { type State, bookingsIn } from "./state.ts";

type Booking = OutputOf<typeof bookings.getBooking>;

interface Page {
  readonly items: readonly Booking[];
  readonly total?: number;
}

/** A list that is asked for. */
export interface List {
  readonly status: string;
  /** Bookings that have had this status all the time since. */
  readonly has: Set<string>;
  /** Bookings that have had it at some time since. */
  readonly mayHave: Set<string>;
}

export class Shown {
  readonly #state: State;
  /** By booking: every durable updatedAt. */
  readonly #versions = new Map<string, Set<number>>();

  readonly #lists = new Set<List>();

  constructor(state: State) {
    this.#state = state;
  }

  written({ _id, updatedAt, status }: BookingDocument): void {
    for (const list of this.#lists)
      if (status === list.status) list.mayHave.add(_id);
      else list.has.delete(_id);
    const versions = this.#versions.get(_id) ?? new Set();
    this.#versions.set(_id, versions.add(updatedAt.getTime()));
  }

  /** The number of a booking's durable versions. */
  versionsOf(id: string): number {
    return this.#versions.get(id)?.size ?? 0;
  }

  check({ id, updatedAt }: Pick<Booking, "id" | "updatedAt">): void {
    if (this.#versions.get(id)?.has(Date.parse(updatedAt))) return;
    throw new Violation("I2", `${id} of ${updatedAt} was shown, and may still be undone`);
  }

  /** A list is asked for: until it is answered, what is written may be in it or not. */
  listed(status: string): List {
    const ids = [...bookingsIn(this.#state)].flatMap((booking) =>
      booking.status === status ? [booking._id] : [],
    );
    const list = { status, has: new Set(ids), mayHave: new Set(ids) };
    this.#lists.add(list);
    return list;
  }

  /** @param page undefined where there is no answer. */
  listAnswered(list: List, page: Page | undefined): void {
    this.#lists.delete(list);
    if (!page) return;
    const { has, mayHave, status } = list;
    const { items, total = 0 } = page;
    const shown = new Set(items.map(({ id }) => id));
    const isWhole = items.length < total || [...has].every((id) => shown.has(id));
    const isTrue = [...shown].every((id) => mayHave.has(id));
    if (has.size <= total && total <= mayHave.size && isWhole && isTrue) return;
    const counts = `${total} in all, of ${has.size} to ${mayHave.size} that were stored`;
    throw new Violation("I2", `a list of ${status} has ${counts}`);
  }

  /** A list at rest, of which at most one page is shown. */
  checkList(status: string, { items, total = 0 }: Page): void {
    const stored = [...bookingsIn(this.#state)].filter((booking) => booking.status === status);
    const shown = new Set(items.map(({ id }) => id));
    const isWhole = items.length < total || stored.every(({ _id }) => shown.has(_id));
    if (total === stored.length && items.length > 0 === total > 0 && isWhole) return;
    const counts = `${total} in all and ${items.length} shown of ${stored.length}`;
    throw new Violation("I2", `a list of ${status} has ${counts}`);
  }
}
