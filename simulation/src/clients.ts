/** The clients: their knowledge of bookings, and how they send requests. */
import { type Request, type ServiceBroker, refusalOf } from "@slipway/broker";
import type { InputOf, OutputOf, RefusalCode, bookings } from "@slipway/contracts";
import type { RandomSource } from "./random-source.ts";
import type { Coverage } from "./coverage.ts";
import type { Oracle } from "./oracle/oracle.ts";
import type { Vacancies } from "./oracle/vacancies.ts";
import type { FakeServices } from "./fake-services.ts";
import type { Kind, Plan } from "./plan.ts";
import { tenantId } from "./fixture.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;
type Booking = OutputOf<typeof bookings.getBooking>;

/** A booking as the last answer had it. */
export interface Known {
  readonly id: string;
  optionId: string;
  updatedAt: string;
  startAt: string;
  status: string;
  orderId: string | null;
  /** A command on it got no answer, so its state is unknown. */
  isUnclear: boolean;
  /** Each end that the hold has had. */
  ends: readonly number[];
}

/** The clients of a world and what they have learnt. */
export interface Clients {
  readonly broker: ServiceBroker;
  readonly random: RandomSource;
  readonly oracle: Oracle;
  readonly vacancies: Vacancies;
  readonly coverage: Coverage;
  readonly fakes: FakeServices;
  readonly plan: Plan;
  /** Bookings from answers; commands mostly concern the last ones. */
  readonly known: Known[];
  /** Requests with an idempotency key that were sent. */
  readonly sent: CreateInput[];
  /** Ids of the last orders. */
  readonly baskets: string[];
  /** Ids of the resources by their names. */
  readonly resourceIds: Map<string, string>;
  keys: number;
}

/** Remembers a booking from an answer. */
export function learn({ known }: Clients, booking: Booking): void {
  const { id, optionId, startAt, updatedAt, status, expiresAt, orderId } = booking;
  const one = known.find((each) => each.id === id);
  const learnt = { id, optionId, startAt, updatedAt, status, orderId, isUnclear: false };
  const ends = expiresAt === null ? [] : [Date.parse(expiresAt)];
  if (one) Object.assign(one, learnt, { ends: [...new Set([...one.ends, ...ends])] });
  else known.push({ ...learnt, ends });
  if (known.length > 40) known.shift();
}

/** The status of the bookings that most commands of a kind concern. */
const askedAbout: Partial<Record<Kind, string>> = {
  confirm: "ON_HOLD",
  extend: "ON_HOLD",
  approve: "PENDING",
};

/** Mostly a recent booking, or a hold that is about to end, in a status that allows the command. */
export function pickKnown({ known, random }: Clients, kind: Kind): Known | undefined {
  const live = known.filter(
    ({ status, orderId }) =>
      ["ON_HOLD", "PENDING", "CONFIRMED"].includes(status) &&
      // A hold of an order is confirmed and extended with it.
      (orderId === null || (kind !== "confirm" && kind !== "extend") || random.is(0.03)),
  );
  const fitting = live.filter(({ status }) => status === (askedAbout[kind] ?? status));
  if (askedAbout[kind] && fitting.length === 0 && random.is(0.85)) return undefined;
  const among = random.is(0.85) && fitting.length > 0 ? fitting : known;
  const open = among.filter((one) => isNear(one) || one.isUnclear);
  if (open.length > 0 && random.is(0.3)) return random.pick(open);
  const back = Math.min(among.length, random.is(0.7) ? 5 : among.length);
  return among[among.length - 1 - random.below(back)];
}

const nearMs = 6_000;

/** One of its holds ends about now, or would have ended. */
export function isNear({ ends }: Known): boolean {
  return ends.some((end) => Math.abs(end - Date.now()) < nearMs);
}

/** The next end of a known hold, whether or not it is still a hold. */
export function nextEnd({ known }: Clients): number | undefined {
  const now = Date.now();
  const coming = known.flatMap(({ ends }) => ends.filter((end) => end > now + nearMs));
  return coming.length === 0 ? undefined : Math.min(...coming);
}

/** The answer that a client gets: a result, a refusal, or nothing. */
export type Answer<Result> = Result | { refusal: RefusalCode } | undefined;

/** Sends a request, counts the outcome, and reports unexpected failures to the oracle. */
export async function attempt<Result extends object>(
  clients: Clients,
  kind: Kind,
  work: (request: Request) => Promise<Result>,
): Promise<Answer<Result>> {
  const { broker, coverage, oracle } = clients;
  const request = requestOf(broker);
  try {
    const answer = await work(request);
    coverage.answered(kind, "accepted");
    return answer;
  } catch (error) {
    const refusal = refusalOf(error)?.code;
    oracle.failed(kind, error);
    if (refusal !== undefined && refusal !== "OUTCOME_UNKNOWN")
      oracle.events.refused(request.caller.actorId, refusal);
    if (refusal === undefined || isVague(refusal)) {
      coverage.answered(kind, "unknown");
      return undefined;
    }
    coverage.answered(kind, "refused");
    coverage.refused(kind, refusal);
    if (refusal === "HOLD_EXPIRED") coverage.answered("expire", "refused");
    return { refusal };
  }
}

/** A code that says nothing about the state. */
export function isVague(code: RefusalCode): boolean {
  const vague: readonly RefusalCode[] = [
    "SERVICE_UNAVAILABLE",
    "OUTCOME_UNKNOWN",
    "DEADLINE_EXCEEDED",
    "OVERLOADED",
  ];
  return vague.includes(code);
}

let requests = 0;

/** A client's request with a deadline. Its actor id is unique, so events can be traced to it. */
export function requestOf(broker: ServiceBroker, patienceMs = 10_000): Request {
  const caller = {
    tenantId,
    actorType: "USER",
    actorId: `usr-${requests++}`,
    credentialId: "key",
    scopes: ["*"],
    source: "api/v1",
    requestId: "simulated",
  } as const;
  return {
    caller: Object.freeze({ ...caller, scopes: ["*"] }),
    deadline: Date.now() + patienceMs,
    via: broker,
  };
}
