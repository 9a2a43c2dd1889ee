import type { Context, Middleware } from "moleculer";
import { type CallOutcome, callEnded } from "@slipway/metrics";
import { type Span, busCall, inSpan, keptParent, startSpan, traceIdOf } from "@slipway/telemetry";
import { describeError } from "./describe-error.ts";
import { refusalOf } from "./refuse.ts";

/** Writes a line; what else there is to say may be put together only where the line is written. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  line: string,
  more?: object | (() => object),
) => void;

/** Errors that say something other than "refused", by their type. */
const outcomes: Readonly<Record<string, CallOutcome>> = {
  SERVICE_NOT_FOUND: "unavailable",
  SERVICE_NOT_AVAILABLE: "unavailable",
  QUEUE_FULL: "unavailable",
  SERVICE_UNAVAILABLE: "unavailable",
  OVERLOADED: "unavailable",
  REQUEST_TIMEOUT: "unanswered",
  REQUEST_REJECTED: "unanswered",
  DEADLINE_EXCEEDED: "unanswered",
  OUTCOME_UNKNOWN: "unanswered",
};

const slowMs = 1_000;

type Call = (action: string, input: unknown, options?: CallOptions) => Promise<unknown>;
export type Served = (context: Context) => Promise<unknown>;

interface CallOptions {
  parentCtx?: { headers?: Headers | null };
  headers?: Headers;
}

interface Headers {
  traceparent?: unknown;
}

/**
 * Counts every call where it is made and takes the trace along to the next one. Where telemetry is on, the call has a
 * span at its caller and one where it is served. A served call goes to the log. Every call is at level debug. A slow
 * one, or one that its database failed, is a warning. A fault of ours is an error.
 */
export function watchCalls(log: Log | undefined): Middleware {
  const watching = {
    name: "WatchCalls",
    call: counted,
    localAction: (next: Served) => served(next, log),
  };
  return watching as unknown as Middleware;
}

function counted(next: Call): Call {
  return (action, input, options) => {
    const startedAt = performance.now();
    // A context hands its meta to the calls it makes, but not its headers.
    const parent = parentOf(options);
    const span = startSpan(() => busCall(action, "client"), parent ?? keptParent());
    const traceparent = span?.traceparent ?? parent;
    const isSent = options?.headers?.traceparent === traceparent;
    const headers = { ...options?.headers, traceparent };
    const answer = next(action, input, isSent ? options : { ...options, headers });
    const end = (outcome: CallOutcome, error?: unknown): void => {
      callEnded(action, outcome, (performance.now() - startedAt) / 1_000);
      if (span) endSpan(span, outcome, error);
    };
    // The very promise goes back: the bus keeps the call's context on it.
    answer.then(
      () => end("ok"),
      (error: unknown) => end(outcomeOf(error), error),
    );
    return answer;
  };
}

function parentOf(options: CallOptions | undefined): string | undefined {
  const given = options?.headers?.traceparent ?? options?.parentCtx?.headers?.traceparent;
  return typeof given === "string" ? given : undefined;
}

/** A refusal is an answer and no failure of the call. */
function endSpan(span: Span, outcome: CallOutcome, error: unknown): void {
  const { type } = (error ?? {}) as { type?: unknown };
  const code = typeof type === "string" ? type : outcome;
  span.set({ "rpc.response.status_code": code });
  span.end(outcome === "ok" || outcome === "refused" ? undefined : code);
}

/** Runs each served call in a span of its own, which the calls and statements that it makes continue, and logs it. */
function served(next: Served, log: Log | undefined): Served {
  return (context) => {
    const startedAt = performance.now();
    const given = context.headers as Headers | null | undefined;
    const parent = typeof given?.traceparent === "string" ? given.traceparent : undefined;
    const span = startSpan(() => busCall(context.action?.name ?? "", "server"), parent);
    if (span) {
      // The very object stays: it is also what the sender of the call is known by.
      const headers: Headers = given ?? {};
      headers.traceparent = span.traceparent;
      context.headers = headers;
    }
    const answer = span ? inSpan(span, () => next(context)) : next(context);
    const end = (outcome: CallOutcome, error?: unknown): void => {
      if (span) endSpan(span, outcome, error);
      if (log) logCall(log, context, { startedAt, outcome, error });
    };
    answer.then(
      () => end("ok"),
      (error: unknown) => end(outcomeOf(error), error),
    );
    return answer;
  };
}

interface Ended {
  readonly startedAt: number;
  readonly outcome: CallOutcome;
  readonly error: unknown;
}

function logCall(log: Log, context: Context, { startedAt, outcome, error }: Ended): void {
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const line = (): object => ({ ...whatOf(context), outcome, durationMs });
  const { cause } = (error ?? {}) as { cause?: unknown };
  if (outcome === "failed") log("error", "call failed", { ...line(), err: describeError(error) });
  else if (cause !== undefined)
    log("warn", "the database failed a call", { ...line(), err: describeError(cause) });
  else if (durationMs > slowMs) log("warn", "slow call", line);
  else log("debug", "call", line);
}

function whatOf(context: Context): object {
  const { caller } = context.meta as { caller?: { requestId?: unknown; tenantId?: unknown } };
  return {
    action: context.action?.name,
    requestId: caller?.requestId,
    traceId: traceIdOf((context.headers as Headers | null)?.traceparent),
    tenantId: caller?.tenantId,
  };
}

/** The outcome of a failed call: whether the called service was there, and whether it refused. */
export function outcomeOf(error: unknown): CallOutcome {
  const { type } = (error ?? {}) as { type?: unknown };
  const known = typeof type === "string" ? outcomes[type] : undefined;
  return known ?? (refusalOf(error) ? "refused" : "failed");
}
