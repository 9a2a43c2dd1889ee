/** One change of one booking, repeated until its outcome is known; what contradicts itself is a finding. */
import { setTimeout as pause } from "node:timers/promises";
import { type Booking, hasExpired, isSame, stateOf } from "./booking.ts";
import type { RandomSource } from "@slipway/simulation/random-source";
import { type Ask, type Reply, isBroken, isFailure, untilAnswered } from "./http.ts";
import { type Journal, type Kept, mayBe, noteAnswer, noteShown } from "./journal.ts";
import type { Stage } from "./stage.ts";

export interface LoadOptions {
  readonly ask: Ask;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly random: RandomSource;
  readonly round: number;
  /** YYYY-MM-DD, of this round alone. */
  readonly day: string;
  /** In names of what this run makes. */
  readonly label: string;
}

export interface Change {
  readonly what: "confirm" | "approve" | "reject" | "cancel" | "update" | "extend";
  readonly body?: object;
  /** Whether a booking shows that it was made. */
  readonly isDone: (booking: Booking) => boolean;
}

const giveUpMs = 45_000;
/** The share of requests without a clear answer whose client turns to other things. */
const desertedShare = 0.3;

interface Persistent {
  readonly what: string;
  readonly send: () => Promise<Reply>;
  /** Whether an answer settles it. */
  readonly take: (reply: Reply) => boolean | Promise<boolean>;
  /** Whether the client may turn to other things. */
  readonly mayDesert?: boolean;
}

/** Sends again and again, until an answer settles it; false: the client has given up. */
export async function persist(
  { journal, random }: LoadOptions,
  { what, send, take, mayDesert = true }: Persistent,
): Promise<boolean> {
  const until = performance.now() + giveUpMs;
  for (;;) {
    const reply = await send();
    noteAnswer(journal, what, reply);
    if (await take(reply)) return true;
    if (performance.now() > until || (mayDesert && random.next() < desertedShare)) return false;
    await pause(random.between(20, 500));
  }
}

export async function change(options: LoadOptions, kept: Kept, wanted: Change): Promise<void> {
  await persist(options, {
    what: wanted.what,
    send: () => sendChange(options, kept, wanted),
    async take(reply) {
      const isMade = reply.status < 300 && reply.status > 0;
      if (isMade) settle(options, kept, reply.body as unknown as Booking);
      else if (isBroken(reply)) kept.late.push(wanted.isDone);
      else if (reply.status === 503) await checkUndone(options, kept, wanted);
      else if (isFailure(reply)) kept.maybe.push(wanted.isDone);
      else await refused(options, { kept, wanted, reply });
      return !isFailure(reply);
    },
  });
}

function sendChange(
  { ask }: LoadOptions,
  { id, acked }: Kept,
  { what, body }: Change,
): Promise<Reply> {
  if (what !== "update") return ask("POST", `/bookings/${id}/${what}`, body ?? {});
  return ask("PATCH", `/bookings/${id}`, { ...body, expectedUpdatedAt: acked.updatedAt });
}

function settle({ journal }: LoadOptions, kept: Kept, booking: Booking): void {
  noteShown(journal, booking);
  kept.acked = booking;
  kept.maybe.length = 0;
}

/** 503 promises that nothing was done. */
async function checkUndone(options: LoadOptions, kept: Kept, { what }: Change): Promise<void> {
  // Only where nothing else can have changed it.
  if (kept.maybe.length + kept.late.length > 0 || options.random.next() < 0.5) return;
  const found = await readBooking(options, kept);
  if (found === undefined || isSame(found, kept.acked) || hasExpired(kept.acked, found)) return;
  options.journal.findings.push(
    `${kept.id}: ${what} was answered 503, nothing was done; yet it is ${stateOf(found)}, not ${stateOf(kept.acked)}`,
  );
}

interface Refused {
  kept: Kept;
  wanted: Change;
  reply: Reply;
}

const saysMadeAlready = new Set(["INVALID_STATE", "VERSION_CONFLICT", "HOLD_EXPIRED"]);

/** A refusal that rests on the booking's own state must agree with what its clients know of it. */
async function refused(options: LoadOptions, { kept, wanted, reply }: Refused): Promise<void> {
  const code = String(reply.body["code"]);
  if (!saysMadeAlready.has(code)) return;
  const found = await readBooking(options, kept);
  if (found === undefined) return;
  if (mayBe(kept, found) || hasExpired(kept.acked, found)) return settle(options, kept, found);
  const isUnchanged = isSame(found, kept.acked);
  // An insert that took long is dated later: then the token was old indeed.
  if (isUnchanged && found.updatedAt !== kept.acked.updatedAt) return settle(options, kept, found);
  const shown = isUnchanged ? "nobody has changed it" : `it is ${stateOf(found)}`;
  options.journal.findings.push(
    `${kept.id}: ${wanted.what} was refused with ${code}, although ${shown}; known is ${stateOf(kept.acked)} of ${kept.acked.updatedAt}, read ${found.updatedAt}`,
  );
}

/** Reads a booking that was answered before; a booking that is gone is a finding. */
export async function readBooking(
  { ask, journal }: LoadOptions,
  { id }: Kept,
): Promise<Booking | undefined> {
  const reply = await untilAnswered(() => ask("GET", `/bookings/${id}`));
  if (reply.status !== 200) {
    journal.findings.push(`${id} was answered, and is ${reply.status} now`);
    return undefined;
  }
  const booking = reply.body as unknown as Booking;
  noteShown(journal, booking);
  return booking;
}
