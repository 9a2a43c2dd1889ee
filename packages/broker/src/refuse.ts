import { Errors } from "moleculer";
import { type FieldError, type RefusalCode, isRefusalCode, refusals } from "@slipway/contracts";

/** What a refusal carries beside its code; only `errors` reaches the client. */
export interface RefusalDetails {
  detail?: string;
  errors?: readonly FieldError[];
  retryAfterSeconds?: number;
}

/**
 * The error of an expected failure. One of the bus's own classes, because only those survive the
 * wire as they are; test `type` (see `refusalOf`), never a class.
 */
export function refuse(code: RefusalCode, details: RefusalDetails = {}): Error {
  const { status, title } = refusals[code];
  // It is expected, so nobody asks where it was thrown; the bus's class would find that out twice.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new Errors.MoleculerClientError(title, status, code, details);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The code and details of a refusal, wherever on the bus it was thrown; undefined for other errors. */
export function refusalOf(
  error: unknown,
): { code: RefusalCode; details: RefusalDetails } | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { type, data } = error as { type?: unknown; data?: unknown };
  if (!isRefusalCode(type)) return undefined;
  return { code: type, details: typeof data === "object" && data !== null ? data : {} };
}

export function isRefusal(error: unknown, code: RefusalCode): boolean {
  return refusalOf(error)?.code === code;
}
