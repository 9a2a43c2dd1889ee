/**
 * I8: no claim is taken or confirmed on a departure that is called off, no later request sells there, and each of its bookings is cancelled and told
 * once. An answered call-off lasts until a client asks to reopen the departure.
 */
import type { Entry } from "../engine/server.ts";
import { Violation } from "../violation.ts";
import { type BookingDocument, type LedgerDocument, newSteps } from "./records.ts";
import { type State, bookingsIn, holdsPlaces, lastSteps, ledgersIn } from "./state.ts";

/** A call-off that a client waits for, and whether another asked to reopen the departure meanwhile. */
interface Question {
  readonly key: string;
  isReopened: boolean;
}

interface Asked {
  readonly id: string;
  readonly kind: string;
  readonly calledOff: object | undefined;
}

export class CallOffs {
  readonly #state: State;
  /** Departures that a client has asked to call off. */
  readonly #asked = new Set<string>();
  /** Call-offs without an answer. */
  readonly #open = new Set<Question>();
  /** By departure: its call-off, answered, and no client has asked to reopen it since. */
  readonly #answered = new Map<string, object>();
  /** Departures that may be reopened at any moment: a client waits for the answer, or got none. */
  readonly #reopening = new Map<string, number>();
  /** Claims that are held. */
  readonly #held = new Set<string>();
  /** Bookings whose cancellation is told. */
  readonly #told = new Set<string>();

  constructor(state: State) {
    this.#state = state;
  }

  /** Departures, as option and instant. */
  standing(): readonly string[] {
    return [...this.#asked];
  }

  asked(key: string): Question {
    this.#asked.add(key);
    const question = { key, isReopened: (this.#reopening.get(key) ?? 0) > 0 };
    this.#open.add(question);
    return question;
  }

  answered(question: Question): void {
    this.#open.delete(question);
    const { key, isReopened } = question;
    if (isReopened) return;
    if (!this.#isCalledOff(key))
      throw new Violation("I8", `${key} was answered as called off, and is not`);
    if (!this.#answered.has(key)) this.#answered.set(key, {});
  }

  reopening(key: string): void {
    this.#answered.delete(key);
    for (const question of this.#open) if (question.key === key) question.isReopened = true;
    this.#reopening.set(key, (this.#reopening.get(key) ?? 0) + 1);
  }

  reopened(key: string): void {
    this.#reopening.set(key, (this.#reopening.get(key) ?? 0) - 1);
  }

  /** The answered call-off of a departure, if no client has asked to reopen it. */
  of(key: string): object | undefined {
    return this.#answered.get(key);
  }

  /** An order or a command after an answered call-off that still stands sells nothing there. */
  checkSold(id: string, key: string, before: object | undefined): void {
    if (before && before === this.of(key))
      throw new Violation("I8", `${id} was sold after ${key} had been called off`);
  }

  /** A confirmation or an approval sells its booking. */
  checkAnswered({ id, kind, calledOff }: Asked, booking: BookingDocument): void {
    if (kind === "confirm" || kind === "approve")
      this.checkSold(id, departureOf(booking), calledOff);
  }

  refused(key: string): void {
    if (!this.#asked.has(key)) throw new Violation("I6", `${key} was never called off`);
  }

  written({ table, before, after }: Entry): void {
    if (table === "ledgers" && after) this.#ledgerWritten(before as never, after as never);
    if (table === "bookings" && after?.["live"] === true)
      this.#bookingWritten(before as never, after as never);
  }

  #ledgerWritten(before: LedgerDocument | undefined, after: LedgerDocument): void {
    if (before) this.#checkReopened(before, after);
    for (const { id, line, state, step } of newSteps(before, after)) {
      const isConfirmed = state === "CONFIRMED" && this.#held.has(id);
      if (state === "HELD") this.#held.add(id);
      else this.#held.delete(id);
      const isOff = before?.runs?.[departureOfLine(line)]?.state === "CALLED_OFF";
      if (isOff && (step === 1 || isConfirmed))
        throw new Violation("I8", `${id} became ${state} on a departure that is called off`);
    }
  }

  /** A booking of before is cancelled before others get its place. */
  #checkReopened(before: LedgerDocument, after: LedgerDocument): void {
    for (const [departure, { state }] of Object.entries(after.runs ?? {})) {
      if (state !== "OPEN" || before.runs?.[departure]?.state !== "CALLED_OFF") continue;
      for (const claim of lastSteps(this.#state, after).values()) {
        const isHeld = claim.state === "HELD" && (claim.until ?? 0) * 1000 > this.#state.fastest();
        if (departureOfLine(claim.line) === departure && (isHeld || claim.state === "CONFIRMED"))
          throw new Violation("I8", `${departure} was reopened before ${claim.id} was released`);
      }
    }
  }

  #bookingWritten(before: BookingDocument | undefined, after: BookingDocument): void {
    for (const { id, type, actorType } of after.outbox) {
      if (type !== "booking.cancelled" || before?.outbox.some((each) => each.id === id)) continue;
      if (this.#told.has(after._id)) throw new Violation("I8", `${after._id} is told twice`);
      this.#told.add(after._id);
      // A booking that needs nothing may have been inserted late, and reopening has not waited for it.
      if (
        actorType === "SYSTEM" &&
        // It may have followed its order.
        after.orderId === undefined &&
        after.claims.length > 0 &&
        !this.#isCalledOff(departureOf(after))
      )
        throw new Violation("I8", `${after._id} was cancelled, and its departure runs`);
    }
  }

  checkAtRest(): void {
    for (const booking of bookingsIn(this.#state))
      if (holdsPlaces(booking, this.#state.now()) && this.#isCalledOff(departureOf(booking)))
        throw new Violation("I8", `${booking._id} is live on a departure that is called off`);
  }

  #isCalledOff(key: string): boolean {
    const departure = key.replace("|", ":");
    return [...ledgersIn(this.#state)].some(
      ({ runs }) => runs?.[departure]?.state === "CALLED_OFF",
    );
  }
}

/** As option and instant. */
export function departureOf({ optionId, startAt }: BookingDocument): string {
  return `${optionId}|${startAt.getTime()}`;
}

/** A claim's line names option, start and end. */
function departureOfLine(line: string): string {
  return line.split(":").slice(0, 2).join(":");
}
