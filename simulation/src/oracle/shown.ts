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

/** The filter and the order of a list. */
export interface Filter {
  readonly statuses: readonly string[];
  readonly optionId?: string | undefined;
  /** Newest first, or the earliest start first. */
  readonly order: "createdAt" | "startAt";
}

/** A list that is asked for. */
export interface List {
  readonly filter: Filter;
  /** Bookings that have matched the filter all the time since. */
  readonly has: Set<string>;
  /** Bookings that have matched it at some time since. */
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

  written(booking: BookingDocument): void {
    const { _id, updatedAt } = booking;
    for (const list of this.#lists)
      if (isListed(booking, list.filter)) list.mayHave.add(_id);
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
  listed(filter: Filter): List {
    const ids = this.#stored(filter);
    const list = { filter, has: new Set(ids), mayHave: new Set(ids) };
    this.#lists.add(list);
    return list;
  }

  /** @param page undefined where there is no answer. */
  listAnswered(list: List, page: Page | undefined): void {
    this.#lists.delete(list);
    if (!page) return;
    const { has, mayHave, filter } = list;
    const { items, total = 0 } = page;
    checkOrder(filter, items);
    const shown = new Set(items.map(({ id }) => id));
    const isWhole = items.length < total || [...has].every((id) => shown.has(id));
    const { optionId } = filter;
    const isTrue = items.every(
      (item) => mayHave.has(item.id) && (optionId === undefined || item.optionId === optionId),
    );
    if (has.size <= total && total <= mayHave.size && isWhole && isTrue) return;
    const counts = `${total} in all, of ${has.size} to ${mayHave.size} that were stored`;
    throw new Violation("I2", `${nameOf(filter)} has ${counts}`);
  }

  /** A list at rest, of which at most one page is shown. */
  checkList(filter: Filter, { items, total = 0 }: Page): void {
    checkOrder(filter, items);
    const stored = this.#stored(filter);
    const shown = new Set(items.map(({ id }) => id));
    const isWhole = items.length < total || stored.every((id) => shown.has(id));
    if (total === stored.length && items.length > 0 === total > 0 && isWhole) return;
    const counts = `${total} in all and ${items.length} shown of ${stored.length}`;
    throw new Violation("I2", `${nameOf(filter)} has ${counts}`);
  }

  #stored(filter: Filter): string[] {
    return [...bookingsIn(this.#state)].flatMap((booking) =>
      isListed(booking, filter) ? [booking._id] : [],
    );
  }
}

function isListed({ status, optionId }: BookingDocument, filter: Filter): boolean {
  const isOfOption = filter.optionId === undefined || filter.optionId === optionId;
  return isOfOption && filter.statuses.includes(status);
}

function checkOrder(filter: Filter, items: readonly Booking[]): void {
  const { order } = filter;
  const places = items.map(({ id, [order]: at }) => `${at} ${id}`);
  const wanted = order === "startAt" ? places.toSorted() : places.toSorted().toReversed();
  if (places.every((place, index) => place === wanted[index])) return;
  throw new Violation("I2", `${nameOf(filter)} is not in its order: ${places.join(", ")}`);
}

const nameOf = (filter: Filter): string => `a list of ${JSON.stringify(filter)}`;
