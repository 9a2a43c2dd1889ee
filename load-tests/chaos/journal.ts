/** The answers that clients have got, to be held against what is stored. */
import { type Booking, stateOf } from "./booking.ts";
import type { Reply } from "./http.ts";

/** One booking to be, sent once or, by its key, again and again. */
export interface Creation {
  /** In its notes: how it is found. */
  readonly mark: string;
  readonly key: string | undefined;
  readonly replies: Reply[];
}

/** A booking that was answered. */
export interface Kept {
  readonly id: string;
  readonly round: number;
  /** The booking as the last answer has it. */
  acked: Booking;
  /** The states that it may have reached since, by requests whose outcome is not known. */
  readonly maybe: ((booking: Booking) => boolean)[];
  /**
   * The states that it may reach by requests whose client has left. A server may carry these out after later ones were
   * answered, such as when a gateway goes on that was stopped.
   */
  readonly late: ((booking: Booking) => boolean)[];
  /** One request at a time. */
  isBusy: boolean;
}

interface Resized {
  acked: number;
  isUncertain: boolean;
  /** Asked for by requests whose client has left. */
  readonly late: number[];
}

export interface Journal {
  /** The creations of the present round. */
  readonly creations: Creation[];
  /** How many there were in all. */
  sent: number;
  readonly bookings: Map<string, Kept>;
  readonly resources: Map<string, Resized>;
  /** Every state that a read has shown, by booking. */
  readonly shown: Map<string, Set<string>>;
  /** Bookings that earlier rounds have found stored. */
  readonly settled: Set<string>;
  /** Findings of doctor in earlier rounds. */
  readonly doctored: Set<string>;
  /** Faults that were seen while the load ran. */
  readonly findings: string[];
  /** How many answers there were of each kind. */
  readonly answers: Map<string, number>;
}

/** Whether a request whose outcome is not known may have made the booking what it is. */
export function mayBe({ maybe, late }: Kept, booking: Booking): boolean {
  return [...maybe, ...late].some((isDone) => isDone(booking));
}

export function newJournal(): Journal {
  return {
    creations: [],
    sent: 0,
    bookings: new Map(),
    resources: new Map(),
    shown: new Map(),
    settled: new Set(),
    doctored: new Set(),
    findings: [],
    answers: new Map(),
  };
}

export function noteAnswer({ answers }: Journal, what: string, { status, body }: Reply): void {
  const code = typeof body["code"] === "string" ? ` ${body["code"]}` : "";
  const name = `${what} ${status}${code}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
}

export function noteShown({ shown }: Journal, booking: Booking): void {
  const states = shown.get(booking.id) ?? new Set();
  shown.set(booking.id, states.add(stateOf(booking)));
}
