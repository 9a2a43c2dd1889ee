/** Makes a call: sends its request, and again where that is safe, until it is answered or its time is up. */
import type { Answered } from "./call.ts";
import {
  SlipwayAbortError,
  SlipwayConnectionError,
  SlipwayProblem,
  isOutcomeUnknown,
} from "./errors.ts";
import type { NamedOperation } from "./operation.ts";
import { readAnswer } from "./read-answer.ts";
import { type Asked, type HttpRequest, requestOf } from "./request.ts";
import { pauseBeforeRetry } from "./retry.ts";
import type { Settings } from "./settings.ts";
import { pause, timeIsUp, withinLimit } from "./time-limit.ts";

/** More than the server's own time, so that its answer is heard. */
const onTheWayMs = 2_000;

/** A repeat with the same idempotency key, or of a read, changes nothing more. */
export async function sendRequest(settings: Settings, asked: Asked): Promise<Answered<unknown>> {
  const { operation, options } = asked;
  const { signal = settings.signal, maxRetries = settings.maxRetries } = options;
  const { attemptMs, totalMs } = timesOf(settings, asked);
  const until = performance.now() + totalMs;
  const request = requestOf(settings, asked);
  /** The failure of an attempt that may have changed something. */
  let unsettled: unknown;
  for (let attempt = 0; ; attempt++) {
    if (signal?.aborted) throw abortError(operation, signal, unsettled ? "unknown" : "not sent");
    try {
      const limit = { signal, ms: Math.min(attemptMs, until - performance.now()) };
      return await withinLimit(limit, (within) => sendOnce(settings, operation, request, within));
    } catch (error) {
      if (signal?.aborted) throw abortError(operation, signal, "unknown");
      const msLeft = until - performance.now();
      const random = Math.random();
      const pauseMs = pauseBeforeRetry({ error, operation, attempt, maxRetries, msLeft, random });
      if (pauseMs === undefined) throw unsettled ? unsettledError(operation, error) : error;
      if (operation.repeat !== "read" && isOutcomeUnknown(error)) unsettled = error;
      await pause(pauseMs, signal);
    }
  }
}

function timesOf(
  { attemptTimeoutMs, timeoutMs }: Settings,
  { operation, options }: Asked,
): { attemptMs: number; totalMs: number } {
  const ownMs = operation.deadlineMs === undefined ? 0 : operation.deadlineMs + onTheWayMs;
  const totalMs = options.timeoutMs ?? Math.max(timeoutMs, ownMs);
  return { attemptMs: Math.max(attemptTimeoutMs, ownMs), totalMs };
}

async function sendOnce(
  settings: Settings,
  operation: NamedOperation,
  { url, init }: HttpRequest,
  signal: AbortSignal,
): Promise<Answered<unknown>> {
  try {
    const response = await settings.fetch(url, { ...init, signal });
    settings.noteDeprecation(operation.name, response.headers);
    return await readAnswer(operation, response);
  } catch (error) {
    throw error instanceof SlipwayProblem ? error : connectionError(settings, operation, error);
  }
}

/**
 * A refusal does not settle an attempt before it: while that one is still at work it holds the very places
 * that the repeat is refused. Only a success does.
 */
function unsettledError({ name }: NamedOperation, error: unknown): unknown {
  if (isOutcomeUnknown(error)) return error;
  const last = error instanceof Error ? error.message : String(error);
  const message = `No answer says what became of ${name}. The last attempt: ${last}`;
  return new SlipwayConnectionError(message, "unknown", error);
}

function abortError(
  { name }: NamedOperation,
  { reason }: AbortSignal,
  outcome: "not sent" | "unknown",
): SlipwayAbortError {
  return new SlipwayAbortError(`${name} was aborted`, outcome, reason);
}

function connectionError(
  { isBeforeSending }: Settings,
  { name }: NamedOperation,
  error: unknown,
): SlipwayConnectionError {
  if (error === timeIsUp)
    return new SlipwayConnectionError(`${name} was not answered in time`, "unknown");
  const { cause = error } = error as { cause?: unknown };
  const what = cause instanceof Error && cause.message !== "" ? cause.message : String(error);
  const outcome = isBeforeSending(cause) ? "not sent" : "unknown";
  return new SlipwayConnectionError(`${name} was not answered: ${what}`, outcome, error);
}
