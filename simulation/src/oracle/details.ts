/**
 * The fields of bookings beside their places: only the commands that may change them do, and they change nothing
 * else.
 */
import { refusalOf } from "@slipway/broker";
import type { OutputOf, bookings } from "@slipway/contracts";
import { isSame } from "../engine/document.ts";
import { Violation } from "../violation.ts";
import type { BookingDocument } from "./records.ts";
import type { Shown } from "./shown.ts";
import type { State } from "./state.ts";

type Booking = OutputOf<typeof bookings.getBooking>;

const names = ["customer", "notes", "resellerReference", "externalId", "metadata"] as const;

/** The details that a command brings; null clears. */
type Brought = Partial<Record<"notes" | "resellerReference", string | null | undefined>>;

export class Details {
  readonly #state: State;
  readonly #shown: Shown;

  constructor(state: State, shown: Shown) {
    this.#state = state;
    this.#shown = shown;
  }

  /** Sends a command that brings details. Its answer has them; refused, the booking had others. */
  async brought(id: string, details: Brought, send: () => Promise<Booking>): Promise<Booking> {
    const writes = this.#shown.versionsOf(id);
    try {
      const answer = await send();
      if (differsFrom(answer, details))
        throw new Violation("I2", `${id} was answered without the details that were brought`);
      return answer;
    } catch (error) {
      if (refusalOf(error)?.code === "DETAILS_ALREADY_SET" && writes === this.#shown.versionsOf(id))
        this.#checkRefusal(id, details);
      throw error;
    }
  }

  /** The booking was not written meanwhile. */
  #checkRefusal(id: string, details: Brought): void {
    const stored = this.#state.bookings.documents.get(id) as unknown as BookingDocument;
    const present = Object.entries(details).filter(([name]) => stored[name as "notes"] !== null);
    if (!differsFrom(stored, Object.fromEntries(present)))
      throw new Violation("I6", `${id} was refused its details and has no others`);
  }
}

function differsFrom(record: Brought, details: Brought): boolean {
  return Object.entries(details).some(([name, value]) => record[name as "notes"] !== value);
}

/** Checks a durable change of a booking. */
export function checkDetails(before: BookingDocument, after: BookingDocument): void {
  if (after.reference !== before.reference)
    throw new Violation("I3", `${after._id} has changed its reference`);
  checkTimes(before, after);
  const actions = newActions(before, after);
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  if (actions.includes("booking.detailsUpdated")) {
    if (!isSame(besideDetails(before), besideDetails(after)))
      throw new Violation("I2", `a change of details of ${after._id} has changed more`);
  } else if (changed.some((name) => before[name] !== null) || !mayBring(actions, changed)) {
    throw new Violation("I2", `${after._id} has other ${changed.join(", ")}, by ${actions.join()}`);
  }
}

function mayBring(actions: readonly string[], changed: readonly string[]): boolean {
  return changed.length === 0 || actions.includes("booking.confirmed");
}

/** Whether a change is one of details alone, which a hold may get after its end, too. */
export function isOfDetails(before: BookingDocument, after: BookingDocument): boolean {
  return newActions(before, after).includes("booking.detailsUpdated");
}

/** The actions of the events that a write has added. */
export function newActions(before: BookingDocument, after: BookingDocument): string[] {
  const known = new Set(before.outbox.map(({ id }) => id));
  return after.outbox.filter(({ id }) => !known.has(id)).map(({ type }) => type);
}

/** Everything but details, tokens and events. */
function besideDetails(booking: BookingDocument): object {
  const tokens = { updatedAt: null, revision: null, commit: null, outbox: null, searchText: null };
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  return { ...booking, ...tokens, ...nothing };
}

/** A booking is confirmed once, and ends once. */
function checkTimes(before: BookingDocument, after: BookingDocument): void {
  const isConfirmed = after.status === "CONFIRMED" && before.status !== "CONFIRMED";
  const isCancelled =
    ["CANCELLED", "REJECTED"].includes(after.status) && after.status !== before.status;
  const confirmedAt = isConfirmed ? after.updatedAt : before.confirmedAt;
  const cancelledAt = isCancelled ? after.updatedAt : before.cancelledAt;
  if (isSame([confirmedAt, cancelledAt], [after.confirmedAt, after.cancelledAt])) return;
  throw new Violation("I2", `${after._id} has wrong times in ${after.status}`);
}
