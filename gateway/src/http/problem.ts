import { type Action, type RefusalCode, refusalFacts, refusals } from "@slipway/contracts";
import { type RefusalDetails, refusalOf } from "@slipway/broker";
import type { z } from "zod";
import { serviceOf } from "../route/service-of.ts";

export interface Refusal {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;
}

/** Nothing was begun: no process serves the action. */
const away = new Set(["SERVICE_NOT_FOUND", "SERVICE_NOT_AVAILABLE"]);
/** Nothing was begun: the action's queue is full, or the bus is away. */
const notBegun = new Set(["QUEUE_FULL", "BAD_GATEWAY"]);
/** Begun perhaps, and no answer came. */
const unanswered = new Set(["REQUEST_TIMEOUT", "REQUEST_REJECTED", "DEADLINE_EXCEEDED"]);

/** Stage of a request: before its work has begun, no failure has changed anything. */
export type Stage = "unbegun" | Action["kind"];

const unansweredCodes = {
  unbegun: "SERVICE_UNAVAILABLE",
  read: "DEADLINE_EXCEEDED",
  mutation: "OUTCOME_UNKNOWN",
} as const;

/**
 * Chooses the refusal that answers an error. It reads the error's `type`: its numeric code means other things on
 * the bus (a missing service has 404). Errors that are no refusals are INTERNAL. @param stage says whether an
 * unanswered request may have changed something.
 */
export function refusalFor(error: unknown, stage: Stage): Refusal {
  const type = typeOf(error);
  if (unanswered.has(type)) return { code: unansweredCodes[stage], details: {} };
  if (notBegun.has(type)) return { code: "SERVICE_UNAVAILABLE", details: {} };
  if (away.has(type)) return { code: "SERVICE_UNAVAILABLE", details: detailsOfAway(error) };
  return refusalOf(error) ?? { code: "INTERNAL", details: {} };
}

/** Names the service, which need not be the one that the route calls: a service calls others. */
function detailsOfAway(error: unknown): RefusalDetails {
  const { data } = error as { data?: { action?: unknown } | null };
  if (typeof data?.action !== "string" || data.action === "") return {};
  return { detail: `The service ${serviceOf(data.action)} is away, nothing was done` };
}

function typeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { type } = error as { type?: unknown };
  return typeof type === "string" ? type : "";
}

/** The body of every refused request. @param pages what stands before the code in its type: a URL of pages, or the URN. */
export function problemOf(
  { code, details }: Refusal,
  requestId: string,
  pages: `${string}/` | "urn:slipway:error:" = "urn:slipway:error:",
) {
  const { status, title } = refusals[code];
  const { facts, sentence } = factsOf(code, details);
  const detail = code === "INTERNAL" ? undefined : (details.detail ?? sentence);
  return {
    type: `${pages}${pageNameOf(code)}`,
    title,
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
    requestId,
    ...facts,
    ...(details.errors ? { errors: details.errors } : {}),
  };
}

interface AnyFact {
  readonly of: RefusalCode;
  readonly schema: z.ZodType;
  readonly sentenceOf: (value: never) => string;
}

const factsByCode = Map.groupBy(Object.entries<AnyFact>(refusalFacts), ([, { of }]) => of);

/** The facts that the code may carry and the details have. A service of another release may send others. */
function factsOf(code: RefusalCode, details: RefusalDetails): { facts: object; sentence?: string } {
  for (const [name, { schema, sentenceOf }] of factsByCode.get(code) ?? []) {
    const { data, success } = schema.safeParse((details as Record<string, unknown>)[name]);
    if (success) return { facts: { [name]: data }, sentence: sentenceOf(data as never) };
  }
  return { facts: {} };
}

/** How a code is written in the type of a problem and in the address of its page. */
export function pageNameOf(code: RefusalCode): string {
  return code.toLowerCase().replaceAll("_", "-");
}

export function problemHeaders({ code, details }: Refusal): Record<string, string> {
  const { status } = refusals[code];
  if (status === 401) return { "WWW-Authenticate": "Bearer" };
  if (status === 503 || status === 429)
    return { "Retry-After": String(details.retryAfterSeconds ?? 1) };
  return {};
}
