import type { ActionSchema, Context } from "moleculer";
import {
  type Action,
  type Caller,
  type FieldError,
  type InputOf,
  type OutputOf,
  caller as callerSchema,
  fieldErrors,
} from "@slipway/contracts";
import { isConnected, senderOf } from "@slipway/nats";
import { isProven, mustProve } from "./caller-proof.ts";
import { deadlineMs } from "./constants.ts";
import { isRecord, parseOutput, reasonOf } from "./parsed-output.ts";
import { refusalOf, refuse, refuseFields } from "./refuse.ts";
import { type Repeat, repeatIn, withRepeat } from "./repeat.ts";
import { type Request, isLate } from "./request.ts";

export type UseCase<A extends Action> = (
  request: Request,
  input: InputOf<A>,
) => Promise<OutputOf<A>> | OutputOf<A>;

/**
 * The effect of a failed database operation: certainly none ("nothingDone"), or a write that may stand ("inDoubt").
 * A "fault" is no failure of the database but a bug of ours.
 */
export type DatabaseFailure = "nothingDone" | "inDoubt" | "fault";

export interface ServiceState {
  /** False while the service's database is unreachable: nothing is begun then. */
  isUp: () => boolean;
  /** Whether it lacks nothing but its database, which may have another primary soon. Absent: it has none. */
  lacksDatabase?: () => boolean;
  failureOf: (error: unknown) => DatabaseFailure;
  /** Counts a stored record that cannot be answered, and names it in the log. Absent: the service stores none. */
  noteUnreadable?: (id: string, reason: string) => void;
  /** Parses the first built answers of an action, and then few. Absent: parses each. */
  samplesBuilt?: true;
}

/**
 * The action of a contract: parses the input, freezes the caller, refuses what comes too late or
 * cannot be begun, runs the use case and parses its output. A bad output is our fault, never a 4xx. A list goes on without
 * stored records that break its contract.
 */
export function handle<A extends Action>(
  contract: A,
  useCase: UseCase<A>,
  state: ServiceState,
): ActionSchema {
  const isSample = contract.built ? builtSamples(state) : undefined;
  return {
    ...(contract.routedBy === undefined
      ? {}
      : { strategy: "Rendezvous", strategyOptions: { key: contract.routedBy } }),
    async handler(context: Context): Promise<OutputOf<A>> {
      if (!state.isUp()) await nextPrimary(state);
      // Without the bus, work would stop half way at the next call or announcement.
      if (!state.isUp() || !isConnected(context.broker)) throw refuse("SERVICE_UNAVAILABLE");
      const shown = requestOf(context, contract);
      if (isLate(shown)) throw refuse("DEADLINE_EXCEEDED");
      const { sender } = shown;
      if (sender !== undefined && mustProve(contract, sender)) await expectProof(context, shown);
      const request = { ...shown, caller: withoutProof(shown.caller) };
      const input = isParsed(contract, context.params)
        ? context.params
        : parseInput(contract, context.params);
      try {
        const output = await useCase(request, input);
        if (isSample?.() === false) return output;
        const answer = parseOutput(contract, output, { input, note: state.noteUnreadable });
        return request.repeat ? withRepeat(request.repeat, answer) : answer;
      } catch (error) {
        throw answeredError(contract, state, { input, error });
      }
    },
  };
}

/** A database that fails over in good order has another primary within a second or two. */
const primaryMsMax = 2_000;
const primaryPollMs = 20;

/** Waits for the next primary, so that a planned fail-over refuses nobody. Nothing has begun, and the deadline goes on. */
async function nextPrimary({ lacksDatabase }: ServiceState): Promise<void> {
  const until = performance.now() + primaryMsMax;
  while (lacksDatabase?.() && performance.now() < until)
    await new Promise((resume) => setTimeout(resume, primaryPollMs));
}

const builtParsedFirst = 100;
const builtParsedEvery = 1_000;

/**
 * Whether to parse the next built answer. A release whose answers break their contract fails at once, and a rare answer is
 * found some day. Parsing all took a quarter of the processor time of a month of departures.
 */
function builtSamples({ samplesBuilt }: ServiceState): () => boolean {
  let count = 0;
  return () => {
    count++;
    return !samplesBuilt || count <= builtParsedFirst || count % builtParsedEvery === 0;
  };
}

const heardMsMax = 1_000;
const hearEveryMs = 20;

/** A node that has just started may not have heard of auth: it waits a moment for that, and begins nothing without. */
async function expectProof({ broker }: Context, { caller }: Request): Promise<void> {
  const until = performance.now() + heardMsMax;
  for (;;) {
    const found = isProven(broker, caller);
    if (found === true) return;
    if (found === false) throw refuse("UNAUTHENTICATED");
    if (performance.now() > until) throw refuse("SERVICE_UNAVAILABLE");
    await new Promise((resume) => setTimeout(resume, hearEveryMs));
  }
}

/** The error that the caller gets for what a use case threw. */
function answeredError(
  contract: Action,
  state: ServiceState,
  { input, error }: { input: unknown; error: unknown },
): unknown {
  if (refusalOf(error)) return error;
  if (state.failureOf(error) !== "fault") return withCause(refusalOfFailure(contract), error);
  if (contract.kind === "read" && isRecord(input))
    state.noteUnreadable?.(input.id, reasonOf(error));
  return error;
}

/**
 * The answer to a failure of the database in the middle of a use case. The failed operation itself may have done
 * nothing. But a mutation may have written before it, here or in another service. Only the use case knows that nothing
 * was written, and then it refuses with SERVICE_UNAVAILABLE itself.
 */
function refusalOfFailure({ kind }: Action): Error {
  return refuse(kind === "read" ? "SERVICE_UNAVAILABLE" : "OUTCOME_UNKNOWN");
}

/** The cause goes to this node's log (see `watchCalls`) and to no caller. */
function withCause(refusal: Error, cause: unknown): Error {
  refusal.cause = cause;
  return refusal;
}

/** Inputs of this process with the schema that they are good by; over the wire an input is another. */
const parsedBy = new WeakMap<object, Action["input"]>();

function isParsed<A extends Action>({ input: schema }: A, input: unknown): input is InputOf<A> {
  return typeof input === "object" && input !== null && parsedBy.get(input) === schema;
}

/** Parses an input as its contract says, or refuses with every field at fault. */
export function parseInput<A extends Action>(
  contract: A,
  input: unknown,
  place: FieldError["in"] | ((field: string) => FieldError["in"]) = "body",
): InputOf<A> {
  const parsed = contract.input.safeParse(input);
  if (parsed.success) {
    if (typeof parsed.data === "object" && parsed.data !== null)
      parsedBy.set(parsed.data, contract.input);
    return parsed.data as InputOf<A>;
  }
  throw refuseFields(fieldErrors(parsed.error, { schema: contract.input, input }, place));
}

/** An input put together of parsed parts: this node takes it as it is, another node parses it. */
export function asParsed<A extends Action>(contract: A, input: InputOf<A> & object): InputOf<A> {
  parsedBy.set(input, contract.input);
  return input;
}

/** Callers of this process: frozen, so that they are still what they were when they were parsed. */
const callers = new WeakSet<Caller>();

/** The caller of one request, made of what its credential was resolved to, which was parsed then. */
export function callerFor(identity: Omit<Caller, "requestId">, requestId: string): Caller {
  const caller: Caller = Object.freeze({ ...identity, requestId });
  callers.add(caller);
  return caller;
}

/** A proof is good for everybody who has it: it goes no further than to whom it was shown. */
function withoutProof(shown: Caller): Caller {
  if (shown.proof === undefined) return shown;
  const { proof: _proof, ...rest } = shown;
  const caller: Caller = Object.freeze(rest);
  callers.add(caller);
  return caller;
}

function callerOf(given: unknown): Caller {
  if (callers.has(given as Caller)) return given as Caller;
  const caller: Caller = Object.freeze(callerSchema.parse(given));
  callers.add(caller);
  return caller;
}

function requestOf(context: Context, contract: Action): Request {
  const meta = context.meta as { caller?: unknown };
  const caller = callerOf(meta.caller);
  const headers = (context.headers ?? {}) as { deadline?: unknown; repeat?: Repeat };
  const { deadline: header } = headers;
  const deadline = typeof header === "number" ? header : Date.now() + deadlineMs[contract.kind];
  const repeat = headers.repeat && repeatIn(headers.repeat);
  return { caller, deadline, repeat, sender: senderOf(context.headers), via: context };
}
