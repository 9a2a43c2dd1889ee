/** GET /calendars/{token}.ics: a feed as a calendar reads it. */
import { type Request as BusRequest, call, refuse } from "@slipway/broker";
import { calendarFeeds, isFeedToken } from "@slipway/contracts";
import type { RequestHandler, Response } from "express";
import { hash } from "node:crypto";
import { encodingFor } from "../http/accept-encoding.ts";
import { namesTag } from "../http/byte-range.ts";
import { compress } from "../http/compress.ts";
import { type Exchange, exchangeOf } from "../http/exchange.ts";
import { answerHeldBytes } from "../constants.ts";
import type { ReadFeed } from "../limits/calendar-reads.ts";
import type { Reading } from "../limits/reads.ts";
import { type GatewayDeps, anonymousCaller } from "../serve/serve-route.ts";

const { findCalendarFeed, getCalendar } = calendarFeeds;

/** Contracts that the handler calls beside the table of routes. */
export const calendarActions = [findCalendarFeed, getCalendar] as const;

/**
 * Answers the calendar of the token in the path, which is the only credential. The token goes into no log and onto no
 * bus: services get its digest. Looks that find no feed count as failed look-ups of a credential.
 */
export function serveCalendar({ broker, limiter, deadlineMs }: GatewayDeps): RequestHandler {
  return async ({ params, ip = "" }, response) => {
    const admission = limiter.enter(response, "read");
    try {
      const exchange = exchangeOf(response);
      const digest = digestOf(String(params["token"]));
      const newRequest = (): BusRequest => ({
        caller: anonymousCaller(exchange.requestId),
        // A calendar of many departures may take as long as a change.
        deadline: Date.now() + deadlineMs.mutation,
        via: broker,
        traceparent: exchange.trace.traceparent,
      });
      const asked = { address: ip, digest };
      const feed = await limiter.failedLookups.bound(asked, async () => {
        const found = await call(newRequest(), findCalendarFeed, { digest });
        limiter.failedLookups.note(asked, found.feed !== null);
        return found.feed;
      });
      if (!feed) throw refuse("NOT_FOUND");
      exchange.caller = callerOf(exchange, feed);
      // First its own limit: looks beyond it take nothing of what the tenant's keys may ask.
      limiter.calendarReads.count(feed);
      admission.countFor({ credentialId: feed.id, tenantId: feed.tenantId });
      exchange.stage = "read";
      const reading = admission.beginReading({ weight: 1, heldBytes: answerHeldBytes });
      const found = await reading.load(() => call(newRequest(), getCalendar, { digest }));
      if (found) await send(response, reading, found.text);
    } finally {
      admission.leave();
    }
  };
}

/** A text that is no token is refused without a look-up. */
function digestOf(token: string): string {
  if (!isFeedToken(token)) throw refuse("NOT_FOUND");
  return hash("sha256", token, "base64");
}

/** For the log: the feed stands for itself. */
function callerOf({ requestId }: Exchange, { id, tenantId }: ReadFeed): Exchange["caller"] {
  return { ...anonymousCaller(requestId), tenantId, actorId: id, credentialId: id };
}

async function send(response: Response, reading: Reading, text: string): Promise<void> {
  const { headers: asked, method } = response.req;
  const encoding = encodingFor(asked["accept-encoding"]);
  const tag = `"${hash("sha256", text, "base64url")}${encoding ? `-${encoding}` : ""}"`;
  const caching = { ETag: tag, "Cache-Control": "private, no-cache" };
  const plain = Buffer.from(text);
  if (namesTag(asked["if-none-match"], tag)) {
    reading.sent(plain.length);
    return void response.writeHead(304, caching).end();
  }
  const bytes = encoding ? await compress(encoding, plain) : plain;
  response.writeHead(200, {
    ...caching,
    ...(encoding ? { "Content-Encoding": encoding } : {}),
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Length": bytes.length,
    "Content-Disposition": 'inline; filename="departures.ics"',
  });
  if (method === "HEAD") {
    reading.sent(plain.length);
    return void response.end();
  }
  if (await reading.send(bytes, plain.length)) response.end();
}
