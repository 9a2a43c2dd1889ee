/** How calls fail. Each error says whether the server may have done what was asked. */
import type { ErrorCode, FieldError, Problem } from "./generated/types.ts";

/** A code of the API; a later release may add some. */
export type AnyCode = ErrorCode | typeof unreadableAnswer | (string & {});

/** The code of an answer that is none of Slipway's, such as a proxy's page. */
export const unreadableAnswer = "UNREADABLE_ANSWER";

/** The server, or a proxy before it, has answered with a refusal or a failure. */
export class SlipwayProblem<Code extends string = AnyCode> extends Error {
  override readonly name = "SlipwayProblem";
  /** Status of the answer. */
  readonly status: number;
  /** Why the request was refused. */
  readonly code: Code;
  /** Send it when you ask for help. */
  readonly requestId: string | undefined;
  /** The fields at fault. */
  readonly errors: readonly FieldError[];
  /** How long the server asks to wait before a repeat. */
  readonly retryAfterMs: number | undefined;
  /** "refused": nothing was done. "unknown": a change may have been made; read before you repeat it. */
  readonly outcome: "refused" | "unknown";
  /** The whole body, with facts such as `vacancies`; empty where it is none of Slipway's. */
  readonly body: Partial<Problem>;

  constructor(operation: string, { status, retryAfterMs, body }: RefusedAnswer) {
    super(sentenceFor(operation, status, body));
    this.status = status;
    this.code = (body.code ?? unreadableAnswer) as string as Code;
    this.requestId = body.requestId;
    this.errors = body.errors ?? [];
    this.retryAfterMs = retryAfterMs;
    this.outcome = isRefused(status, body) ? "refused" : "unknown";
    this.body = body;
  }
}

export interface RefusedAnswer {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly body: Partial<Problem>;
}

function sentenceFor(
  operation: string,
  status: number,
  { code, detail }: Partial<Problem>,
): string {
  if (code === undefined)
    return `${operation} was answered ${status} by something else than Slipway`;
  return `${operation} was answered ${status} ${code}${detail === undefined ? "" : `: ${detail}`}`;
}

/** A proxy's 503 does not say that the request has not reached the server; Slipway's does. */
function isRefused(status: number, { code }: Partial<Problem>): boolean {
  return (status >= 400 && status < 500) || (status === 503 && code !== undefined);
}

/** No whole answer came. */
abstract class Unanswered extends Error {
  /** "not sent": nothing was done. "unknown": a change may have been made; read before you repeat it. */
  readonly outcome: "not sent" | "unknown";

  constructor(message: string, outcome: "not sent" | "unknown", cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** No whole answer came: the connection failed, or the time was up. */
export class SlipwayConnectionError extends Unanswered {
  override readonly name = "SlipwayConnectionError";
}

/** Your signal has ended the call; `cause` is its reason. */
export class SlipwayAbortError extends Unanswered {
  override readonly name = "SlipwayAbortError";
}

/**
 * Whether an error is an answer of the server, with this code where one is given. By its type argument
 * alone, `isProblem<BookingsCreateRefusal>(error)`, a switch over the codes is checked for completeness.
 */
export function isProblem<Code extends string = AnyCode>(
  error: unknown,
  code?: Code,
): error is SlipwayProblem<Code> {
  return isNamed(error, "SlipwayProblem") && (code === undefined || error["code"] === code);
}

/** Whether the change that a call asked for may have been made: read before you repeat it. */
export function isOutcomeUnknown(error: unknown): boolean {
  const names = ["SlipwayProblem", "SlipwayConnectionError", "SlipwayAbortError"];
  return names.some((name) => isNamed(error, name) && error["outcome"] === "unknown");
}

/** By its name: a program may have this package twice. */
function isNamed(error: unknown, name: string): error is Readonly<Record<string, unknown>> {
  return typeof error === "object" && error !== null && "name" in error && error.name === name;
}
