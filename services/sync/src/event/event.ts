/** An event that a channel has sent, and what becomes of it. Pure. */
import {
  type Kept,
  type OutputOf,
  type RefusalCode,
  answerOf,
  customers,
  sync,
} from "@slipway/contracts";

export type EventRecord = OutputOf<typeof sync.getEvent>;

/** The sender, whom the audit log names for the changes that the event makes. */
interface Sender {
  readonly actorType: "USER" | "API_KEY" | "SYSTEM";
  readonly actorId: string | null;
  readonly credentialId: string | null;
}

export interface ChannelEvent extends Omit<Kept<EventRecord>, "payload"> {
  readonly tenantId: string;
  /** Its booking at the channel: events of one are carried out one after the other. */
  readonly stream: string;
  /** Its place in the stream, in the order in which events were answered. */
  readonly position: number;
  /** JSON. */
  readonly payload: string;
  readonly sender: Sender;
  /** Null once it is carried out or has failed. */
  readonly nextAttemptAt: Date | null;
  /** Until then one replica carries it out. */
  readonly leasedUntil: Date | null;
  /** An attempt was begun whose end nobody knows. */
  readonly isUnfinished: boolean;
  /** When its patience began anew, and after how many attempts: when it was last reprocessed. Absent until then. */
  readonly restarted?: { readonly at: Date; readonly attempts: number };
}

export function eventRecord(event: ChannelEvent): EventRecord {
  const payload = JSON.parse(event.payload) as Record<string, unknown>;
  return answerOf(sync.channelEvent, { ...event, payload });
}

/**
 * The fields of an event after the erasure of persons; null: it names none. A name with an e-mail address goes, too:
 * an event that was not carried out yet is then refused.
 */
export function erasedFields(
  event: ChannelEvent,
): Pick<ChannelEvent, "payload" | "externalEventId" | "stream"> | null {
  const { id, externalEventId, stream } = event;
  const left = customers.withoutPersons({ ...eventRecord(event), stream });
  const erased = {
    payload: JSON.stringify(left["payload"]),
    externalEventId: left["externalEventId"] === null ? `erased ${id}` : externalEventId,
    stream: left["stream"] === null ? `event erased ${id}` : stream,
  };
  const isLeft =
    erased.payload === event.payload &&
    erased.externalEventId === externalEventId &&
    erased.stream === stream;
  return isLeft ? null : erased;
}

/** The events that are to be carried out in their order: those of one booking of the channel. */
export function streamOf(
  payload: Readonly<Record<string, unknown>>,
  externalEventId: string,
): string {
  const { externalId } = payload;
  // An event that names no booking fails by itself and waits for nobody.
  return typeof externalId === "string" ? `booking ${externalId}` : `event ${externalEventId}`;
}

export type Outcome =
  | { readonly status: "PROCESSED"; readonly bookingId: string }
  | {
      readonly status: "FAILED";
      readonly error: string;
      readonly bookingId: string | null;
      /** It was given up with an attempt whose end nobody knows. */
      readonly isUnfinished: boolean;
    }
  /** Nothing is known to be done: again later. */
  | { readonly status: "RECEIVED"; readonly error: string };

/** Refusals that say nothing of the event: another attempt may succeed. */
const passing: ReadonlySet<RefusalCode> = new Set([
  "OVERLOADED",
  "SERVICE_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "OUTCOME_UNKNOWN",
]);

export function isPassing(code: RefusalCode): boolean {
  return passing.has(code);
}

const patienceMs = 24 * 60 * 60 * 1_000;
const pauseMs = { first: 500, max: 60_000 };
/** The most attempts after a fault of ours, which may be the event's. */
const faultsMax = 10;

type Patience = Pick<ChannelEvent, "attempts" | "createdAt" | "restarted">;

/** The outcome of a failed attempt: an event is given up after a day, a fault after ten attempts. */
export function outcomeAfter(
  event: Patience,
  failure: { readonly error: string; readonly isFault: boolean },
  now: number,
  bookingId: string | null,
): Outcome {
  const since = event.restarted?.at ?? event.createdAt;
  const isOver =
    now - since.getTime() >= patienceMs ||
    (failure.isFault && attemptsSince(event) + 1 >= faultsMax);
  const { error } = failure;
  return isOver
    ? { status: "FAILED", error, bookingId, isUnfinished: true }
    : { status: "RECEIVED", error };
}

/** When an event is tried again after another attempt. */
export function nextAttempt(event: Patience, now: number): Date {
  return new Date(now + Math.min(pauseMs.max, pauseMs.first * 2 ** attemptsSince(event)));
}

function attemptsSince({ attempts, restarted }: Patience): number {
  return attempts - (restarted?.attempts ?? 0);
}
