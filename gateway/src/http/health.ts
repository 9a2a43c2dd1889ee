import type { RequestHandler } from "express";
import { sendJson } from "./answers.ts";

/** Whether a process takes requests, for balancers and operators. */
export interface Readiness {
  /**
   * Why it takes none: `starting`, `stopping`, `bus`, `auth` (no process checks credentials),
   * `database`, `clock` or `release` (of a service in this process). Empty: it is ready.
   */
  readonly reasons: readonly string[];
  /** Services that no process serves: what needs them is answered 503, everything else is served. */
  readonly missing: readonly string[];
}

/** The event loop answers, nothing else is asked. */
export const livez: RequestHandler = (_request, response) => {
  return sendJson(response, 200, { status: "live" });
};

/** 200 while the gateway takes requests, else 503; what is missing is named. */
export function readyz(readiness: () => Readiness): RequestHandler {
  return (_request, response) => sendState(response, "ready", readiness());
}

/** 200 from the first moment on that the gateway was ready. */
export function startupz(readiness: () => Readiness): RequestHandler {
  let hasStarted = false;
  return (_request, response) => {
    const { reasons, missing } = readiness();
    hasStarted ||= reasons.length === 0;
    return sendState(response, "started", { reasons: hasStarted ? [] : reasons, missing });
  };
}

function sendState(
  response: Parameters<RequestHandler>[1],
  word: string,
  { reasons, missing }: Readiness,
): Promise<void> {
  const is = reasons.length === 0;
  return sendJson(response, is ? 200 : 503, {
    status: is ? word : `not ${word}`,
    ...(is ? {} : { reasons }),
    ...(missing.length === 0 ? {} : { missing }),
  });
}
