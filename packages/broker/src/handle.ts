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
import { refusalOf, refuse, refuseFields } from "./refuse.ts";
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

/** The state of a service, as it reports it to the bus. */
export interface ServiceState {
  /** False while the service's database is unreachable: nothing is begun then. */
  isUp: () => boolean;
  failureOf: (error: unknown) => DatabaseFailure;
}

/**
 * The action of a contract: parses the input, freezes the caller, refuses what comes too late or
 * cannot be begun, runs the use case and parses its output. A bad output is our fault, never a 4xx.
 */
export function handle<A extends Action>(
  contract: A,
  useCase: UseCase<A>,
  state: ServiceState,
): ActionSchema {
  return {
    ...(contract.routedBy === undefined
      ? {}
      : { strategy: "Rendezvous", strategyOptions: { key: contract.routedBy } }),
    async handler(context: Context): Promise<OutputOf<A>> {
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
        return contract.output.parse(await useCase(request, input)) as OutputOf<A>;
      } catch (error) {
        if (refusalOf(error) || state.failureOf(error) === "fault") throw error;
        throw withCause(refusalOfFailure(contract), error);
      }
    },
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

/**
 * An input that was put together here of parts that were parsed: on this node it is taken as it is.
 * A node that gets it over the wire parses it.
 */
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
  const header: unknown = (context.headers as { deadline?: unknown } | null)?.deadline;
  const deadline = typeof header === "number" ? header : Date.now() + deadlineMs[contract.kind];
  return { caller, deadline, sender: senderOf(context.headers), via: context };
}
