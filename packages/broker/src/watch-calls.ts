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
/** A call as the bus's middlewares pass it on. */
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
    localAction: (next: Served) => spanned(log ? logged(next, log) : next),
  };
  return watching as unknown as Middleware;
}

function counted(next: Call): Call {
  return (action, input, options) => {
    const startedAt = performance.now();
    const span = startSpan(() => busCall(action, "client"), parentOf(options) ?? keptParent());
    const answer = next(action, input, span ? within(span, options) : withTrace(options));
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

function within({ traceparent }: Span, options: CallOptions | undefined): CallOptions {
  return { ...options, headers: { ...options?.headers, traceparent } };
}

/** A refusal is an answer and no failure of the call. */
function endSpan(span: Span, outcome: CallOutcome, error: unknown): void {
  const { type } = (error ?? {}) as { type?: unknown };
  const code = typeof type === "string" ? type : outcome;
  span.set({ "rpc.response.status_code": code });
  span.end(outcome === "ok" || outcome === "refused" ? undefined : code);
}

/** Runs each served call in a span of its own. The calls and statements that it makes continue that span. */
function spanned(next: Served): Served {
  return (context) => {
    const action = context.action?.name ?? "";
    const given = context.headers as Headers | null | undefined;
    const parent = typeof given?.traceparent === "string" ? given.traceparent : undefined;
    const span = startSpan(() => busCall(action, "server"), parent);
    if (!span) return next(context);
    // The very object stays: it is also what the sender of the call is known by.
    const headers: Headers = given ?? {};
    headers.traceparent = span.traceparent;
    context.headers = headers;
    const answer = inSpan(span, () => next(context));
    answer.then(
      () => endSpan(span, "ok", undefined),
      (error: unknown) => endSpan(span, outcomeOf(error), error),
    );
    return answer;
  };
}

/** A context hands its meta to the calls it makes, but not its headers. */
function withTrace(options: CallOptions | undefined): CallOptions | undefined {
  const traceparent = options?.parentCtx?.headers?.traceparent;
  if (traceparent === undefined || options?.headers?.traceparent !== undefined) return options;
  return { ...options, headers: { ...options?.headers, traceparent } };
}

function logged(next: Served, log: Log): Served {
  return (context) => {
    const startedAt = performance.now();
    const write = (outcome: CallOutcome, error?: unknown): void => {
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const line = (): object => ({ ...whatOf(context), outcome, durationMs });
      const { cause } = (error ?? {}) as { cause?: unknown };
      if (outcome === "failed")
        log("error", "call failed", { ...line(), err: describeError(error) });
      else if (cause !== undefined)
        log("warn", "the database failed a call", { ...line(), err: describeError(cause) });
      else if (durationMs > slowMs) log("warn", "slow call", line);
      else log("debug", "call", line);
    };
    const answer = next(context);
    answer.then(
      () => write("ok"),
      (error: unknown) => write(outcomeOf(error), error),
    );
    return answer;
  };
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
