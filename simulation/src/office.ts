/** Clients: what they know of the bookings, and how they ask. */
import { type Request, type ServiceBroker, refusalOf } from "@slipway/broker";
import type { InputOf, OutputOf, RefusalCode, bookings } from "@slipway/contracts";
import type { Chance } from "./chance.ts";
import type { Coverage } from "./coverage.ts";
import type { Judge } from "./oracle/judge.ts";
import type { Outside } from "./outside.ts";
import type { Kind, Plan } from "./plan.ts";
import { tenantId } from "./universe.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;
type Booking = OutputOf<typeof bookings.getBooking>;

/** A booking as it was answered last. */
export interface Known {
  readonly id: string;
  readonly optionId: string;
  updatedAt: string;
  startAt: string;
  status: string;
  /** Something was asked of it, and whether it was done nobody knows. */
  isUnclear: boolean;
  /** When it was to end, as a hold, before and after each extension. */
  ends: readonly number[];
}

/** Who sends commands, and what he has learnt. */
export interface Office {
  readonly broker: ServiceBroker;
  readonly chance: Chance;
  readonly judge: Judge;
  readonly coverage: Coverage;
  readonly outside: Outside;
  readonly plan: Plan;
  /** Bookings that were answered; the last ones are asked about most. */
  readonly known: Known[];
  /** Requests with a key that have been sent. */
  readonly sent: CreateInput[];
  /** Ids of the resources by their names. */
  readonly resourceIds: Map<string, string>;
  keys: number;
}

/** Takes an answer into what is known. */
export function learn({ known }: Office, booking: Booking): void {
  const { id, optionId, startAt, updatedAt, status, expiresAt } = booking;
  const one = known.find((each) => each.id === id);
  const learnt = { id, optionId, startAt, updatedAt, status, isUnclear: false };
  const ends = expiresAt === null ? [] : [Date.parse(expiresAt)];
  if (one) Object.assign(one, learnt, { ends: [...new Set([...one.ends, ...ends])] });
  else known.push({ ...learnt, ends });
  if (known.length > 40) known.shift();
}

/** What each question is mostly asked about. */
const askedAbout: Partial<Record<Kind, string>> = {
  confirm: "ON_HOLD",
  extend: "ON_HOLD",
  approve: "PENDING",
};

/** Mostly one that was made lately, or a hold that is about to end, and that will not refuse. */
export function pickKnown({ known, chance }: Office, kind: Kind): Known | undefined {
  const live = known.filter(({ status }) => ["ON_HOLD", "PENDING", "CONFIRMED"].includes(status));
  const fitting = live.filter(({ status }) => status === (askedAbout[kind] ?? status));
  if (askedAbout[kind] && fitting.length === 0 && chance.is(0.85)) return undefined;
  const among = chance.is(0.85) && fitting.length > 0 ? fitting : known;
  const open = among.filter((one) => isNear(one) || one.isUnclear);
  if (open.length > 0 && chance.is(0.3)) return chance.pick(open);
  const back = Math.min(among.length, chance.is(0.7) ? 5 : among.length);
  return among[among.length - 1 - chance.below(back)];
}

const nearMs = 6_000;

/** A hold of it ends or has ended about now, or would have. */
export function isNear({ ends }: Known): boolean {
  return ends.some((end) => Math.abs(end - Date.now()) < nearMs);
}

/** When a hold of which somebody knows ends next, or would have ended had it stayed one. */
export function nextEnd({ known }: Office): number | undefined {
  const now = Date.now();
  const coming = known.flatMap(({ ends }) => ends.filter((end) => end > now + nearMs));
  return coming.length === 0 ? undefined : Math.min(...coming);
}

/** What a client learns: the answer, a refusal, or nothing. */
export type Answer<Result> = Result | { refusal: RefusalCode } | undefined;

/** Asks, counts the outcome, and lets the judge see a failure that is none of the network's. */
export async function attempt<Result extends object>(
  office: Office,
  kind: Kind,
  work: (request: Request) => Promise<Result>,
): Promise<Answer<Result>> {
  const { broker, coverage, judge } = office;
  const request = requestOf(broker);
  try {
    const answer = await work(request);
    coverage.answered(kind, "accepted");
    return answer;
  } catch (error) {
    const refusal = refusalOf(error)?.code;
    judge.failed(kind, error);
    if (refusal !== undefined && refusal !== "OUTCOME_UNKNOWN")
      judge.news.refused(request.caller.actorId, refusal);
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

/** Says nothing about the state: something was away, or too much was going on. */
function isVague(code: RefusalCode): boolean {
  const vague: readonly RefusalCode[] = [
    "SERVICE_UNAVAILABLE",
    "OUTCOME_UNKNOWN",
    "DEADLINE_EXCEEDED",
    "OVERLOADED",
  ];
  return vague.includes(code);
}

let requests = 0;

/** A request of a client, with so much patience; the receiver of its change sees its number. */
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
