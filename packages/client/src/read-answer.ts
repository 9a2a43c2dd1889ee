/** Reads an answer whole: its data, or the problem that it has. */
import type { Answered } from "./call.ts";
import { SlipwayProblem } from "./errors.ts";
import type { Problem } from "./generated/types.ts";
import type { NamedOperation } from "./operation.ts";

export async function readAnswer(
  operation: NamedOperation,
  response: Response,
): Promise<Answered<unknown>> {
  const { status, ok } = response;
  // 304: the caller has these bytes.
  if (operation.isBytes && (ok || status === 304)) return { data: await response.blob(), response };
  const body = parsed(await response.text());
  if (ok && body !== undefined) return { data: body, response };
  const retryAfterMs = waitOf(response.headers.get("retry-after"));
  const problem = !ok && isProblemBody(body) ? body : {};
  throw new SlipwayProblem(operation.name, { status, retryAfterMs, body: problem });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy on the way may answer JSON with a code of its own, after it has passed the request on. */
function isProblemBody(body: unknown): body is Partial<Problem> {
  const { type, code } = (body ?? {}) as { type?: unknown; code?: unknown };
  return typeof code === "string" && typeof type === "string" && ourType.test(type);
}

/** A URN, or the page of the code where the caller's headers ask for `application/problem+json`. */
const ourType = /^urn:slipway:error:|\/docs\/errors\/[a-z-]+$/;

/** Seconds, or a date, as proxies send it. */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  const waitMs = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
