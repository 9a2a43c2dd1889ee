/** Every way in which `/octo` says no, in the words of the OCTO standard: the one place that maps refusals. */
import { refuse } from "@slipway/broker";
import { type RefusalCode, refusals } from "@slipway/contracts";
import { type Refusal, problemOf } from "../http/problem.ts";

/** Errors that say which value was sent, and the field in which they say it. */
const fieldOf = {
  INVALID_PRODUCT_ID: "productId",
  INVALID_OPTION_ID: "optionId",
  INVALID_UNIT_ID: "unitId",
  INVALID_AVAILABILITY_ID: "availabilityId",
  INVALID_BOOKING_UUID: "uuid",
} as const;

type IdError = keyof typeof fieldOf;

export const octoErrorCodes = [
  ...(Object.keys(fieldOf) as IdError[]),
  "BAD_REQUEST",
  "UNPROCESSABLE_ENTITY",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "INTERNAL_SERVER_ERROR",
] as const;
type OctoErrorCode = (typeof octoErrorCodes)[number];

/** The ids of a request by the standard's names, as the client sent them. */
type SentIds = Readonly<Record<string, unknown>>;

interface Refused {
  readonly refusal: Refusal;
  readonly requestId: string;
  readonly hasCredential: boolean;
  /** Undefined: the request reached no route. */
  readonly sent?: SentIds | undefined;
  /** The code of a refusal that the façade itself makes. */
  readonly own?: OctoErrorCode | undefined;
}

/** The error of the standard for refusals of a status. BY_REQUEST: the request decides. Others are faults. */
const errorOfStatus: Readonly<Record<number, OctoErrorCode | "BY_REQUEST">> = {
  400: "BAD_REQUEST",
  401: "BY_REQUEST",
  403: "FORBIDDEN",
  404: "BY_REQUEST",
  405: "BAD_REQUEST",
  409: "UNPROCESSABLE_ENTITY",
  413: "BAD_REQUEST",
};

/** Refusals that have another error than their status. */
const ownError: Readonly<Partial<Record<RefusalCode, OctoErrorCode>>> = {
  UNKNOWN_UNIT: "INVALID_UNIT_ID",
  UNIT_RESTRICTION: "UNPROCESSABLE_ENTITY",
  OPTION_RESTRICTION: "UNPROCESSABLE_ENTITY",
  PRICE_NOT_CONFIGURED: "UNPROCESSABLE_ENTITY",
  NOT_A_DEPARTURE: "INVALID_AVAILABILITY_ID",
  BOOKING_CUTOFF_PASSED: "UNPROCESSABLE_ENTITY",
  IN_THE_PAST: "INVALID_AVAILABILITY_ID",
  RESOURCE_NOT_LINKED: "UNPROCESSABLE_ENTITY",
  RESOURCE_TOO_SMALL: "UNPROCESSABLE_ENTITY",
  SUPPLIER_MISMATCH: "UNPROCESSABLE_ENTITY",
  NO_LINKED_RESOURCE: "UNPROCESSABLE_ENTITY",
  HOLD_EXPIRED: "INVALID_BOOKING_UUID",
};

export function octoErrorOf(refused: Refused) {
  const { refusal, requestId, sent } = refused;
  const error = codeOf(refused);
  const isPath = sent === undefined && refusal.code === "NOT_FOUND";
  const { status } = refusals[refusal.code];
  const keepsStatus =
    error === "INTERNAL_SERVER_ERROR" || isPath || status === 405 || status === 413;
  return {
    // The standard answers each of its own errors with 400.
    status: keepsStatus ? status : 400,
    body: {
      error,
      errorMessage: messageOf(refusal, requestId),
      requestId,
      // The value that was sent, under the name that the standard gives it.
      ...(isIdError(error) ? { [fieldOf[error]]: sentValue(sent, fieldOf[error]) } : {}),
    },
  };
}

function codeOf({ refusal, own, hasCredential, sent }: Refused): OctoErrorCode {
  if (own) return own;
  const { code } = refusal;
  const error = ownError[code] ?? errorOfStatus[refusals[code].status] ?? "INTERNAL_SERVER_ERROR";
  if (error !== "BY_REQUEST") return error;
  if (code === "UNAUTHENTICATED") return hasCredential ? "FORBIDDEN" : "UNAUTHORIZED";
  return sent ? notFoundCode(refusal, sent) : "BAD_REQUEST";
}

/** The error of an id that names nothing: of the field at fault, else of the id in the path. */
function notFoundCode({ details }: Refusal, sent: SentIds): OctoErrorCode {
  const pointer = details.errors?.[0]?.pointer ?? "";
  const pointed = octoErrorCodes
    .filter(isIdError)
    .find((error) => pointer.split("/").includes(fieldOf[error]));
  if (pointed) return pointed;
  if (sent["uuid"] !== undefined) return "INVALID_BOOKING_UUID";
  return sent["productId"] === undefined ? "BAD_REQUEST" : "INVALID_PRODUCT_ID";
}

function isIdError(error: OctoErrorCode): error is IdError {
  return Object.hasOwn(fieldOf, error);
}

function sentValue(sent: SentIds | undefined, field: string): string {
  const value = sent?.[field];
  return typeof value === "string" ? value : "";
}

/** Text of the error: its detail or title, with the fields at fault. */
function messageOf(refusal: Refusal, requestId: string): string {
  const { title, detail, errors = [] } = problemOf(refusal, requestId);
  const fields = errors.map(
    (each) => `${each.pointer.replace(/^#\/?/, "") || "body"}: ${each.detail}`,
  );
  return [detail ?? title, ...fields].join("; ");
}

/** On an error: the ids that its request sent, and what the façade itself refuses with. */
const ofError = Symbol("octo");

interface Marks {
  readonly sent?: SentIds;
  readonly own?: OctoErrorCode;
}

type Marked = Error & { [ofError]?: Marks };

/** A refusal of the façade itself. `sent` is the value at fault, such as `{ unitId }`. */
export function refuseOcto(error: OctoErrorCode, sentence: string, sent: SentIds = {}): Error {
  const code = isIdError(error) ? "NOT_FOUND" : "VALIDATION_FAILED";
  const refusal: Marked = refuse(code, { detail: sentence });
  refusal[ofError] = { own: error, sent };
  return refusal;
}

/** The refusal of an id: it says which one was sent. */
export function refuseId(error: IdError, sentence: string, sent: string | null | undefined): Error {
  return refuseOcto(error, sentence, { [fieldOf[error]]: sent ?? "" });
}

/** The same error, with the ids that its request sent. Ids that it has already stay. */
export function withSent(error: unknown, sent: SentIds): unknown {
  if (typeof error !== "object" || error === null) return error;
  const marked = error as Marked;
  const marks = marked[ofError];
  marked[ofError] = { ...marks, sent: { ...sent, ...marks?.sent } };
  return error;
}

export function marksOf(error: unknown): Marks {
  return (error as Marked | undefined)?.[ofError] ?? {};
}
