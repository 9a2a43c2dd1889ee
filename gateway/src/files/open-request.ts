/** Requests outside the interface, of browsers and calendars, which send no credential of it. */
import { type Request as BusRequest, refuse } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import type { Request, RequestHandler, Response } from "express";
import { type Exchange, exchangeOf } from "../http/exchange.ts";
import type { Asked, FailedLookups } from "../limits/failed-lookups.ts";
import type { Admission } from "../limits/limiter.ts";
import { type GatewayDeps, anonymousCaller } from "../serve/serve-route.ts";

export interface OpenRequest {
  readonly request: Request;
  readonly response: Response;
  readonly exchange: Exchange;
  readonly admission: Admission;
  /** Makes a request on the bus, with the time that one of this kind has. */
  readonly newRequest: (kind: Action["kind"]) => BusRequest;
}

/** Serves requests without a credential, while there is room for them. */
export function serveOpen(
  { broker, limiter, deadlineMs }: GatewayDeps,
  kind: Action["kind"],
  serve: (asked: OpenRequest) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const admission = limiter.enter(response, kind);
    try {
      const exchange = exchangeOf(response);
      const newRequest: OpenRequest["newRequest"] = (of) => ({
        caller: anonymousCaller(exchange.requestId),
        deadline: Date.now() + deadlineMs[of],
        via: broker,
        traceparent: exchange.trace.traceparent,
      });
      await serve({ request, response, exchange, admission, newRequest });
    } finally {
      admission.leave();
    }
  };
}

/** Looks up what a text in the path opens, which is its only credential. Refuses NOT_FOUND where it opens nothing. */
export async function findOpened<Found>(
  lookups: FailedLookups,
  asked: Asked,
  look: () => Promise<Found | null>,
): Promise<Found> {
  const found = await lookups.bound(asked, async () => {
    const answer = await look();
    lookups.note(asked, answer !== null);
    return answer;
  });
  if (found === null) throw refuse("NOT_FOUND");
  return found;
}
