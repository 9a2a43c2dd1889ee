import { Errors } from "moleculer";
import {
  type FactsOf,
  type FieldError,
  type RefusalCode,
  isRefusalCode,
  refusals,
} from "@slipway/contracts";

/** The details that a refusal of this code carries. A caught refusal, whose code is not known, may carry any of them. */
export type RefusalDetails<Code extends RefusalCode = never> = FactsOf<Code> & {
  /** A sentence that says what happened, where title and facts do not. It repeats no value of the client. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
};

/** The error of an expected failure, of a class that survives the wire. Test `type` (`refusalOf`), never a class. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  details: RefusalDetails<Code> = {},
): Error {
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

/** The error of an input whose fields are at fault. */
export function refuseFields(errors: readonly FieldError[]): Error {
  const detail = errors.length === 1 ? "1 field is invalid" : `${errors.length} fields are invalid`;
  return refuse("VALIDATION_FAILED", { detail, errors });
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

/** The answer; null where it is refused with this code. */
export async function unlessRefused<Answer>(
  code: RefusalCode,
  answer: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error, code)) return null;
    throw error;
  }
}

/** Looks up the record that a field of the body names. Its NOT_FOUND then points at the field, such as `supplierId`. */
export async function pointAtField<Found>(field: string, lookUp: Promise<Found>): Promise<Found> {
  try {
    return await lookUp;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== "NOT_FOUND" || refusal.details.errors) throw error;
    throw refuseUnknown(field);
  }
}

/** The error of a field of the body that names no record of the tenant. */
export function refuseUnknown(field: string): Error {
  const detail = "names no record of the tenant";
  return refuse("NOT_FOUND", {
    errors: [{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE", detail }],
  });
}
