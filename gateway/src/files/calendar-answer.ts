/** GET /calendars/{token}.ics: a feed as a calendar reads it. */
import { call, refuse } from "@slipway/broker";
import { calendarFeeds, isToken } from "@slipway/contracts";
import type { RequestHandler, Response } from "express";
import { hash } from "node:crypto";
import { encodingFor } from "../http/accept-encoding.ts";
import { namesTag } from "../http/byte-range.ts";
import { compress } from "../http/compress.ts";
import type { Exchange } from "../http/exchange.ts";
import { answerHeldBytes } from "../constants.ts";
import { serveOpen, findOpened } from "./open-request.ts";
import type { ReadFeed } from "../limits/calendar-reads.ts";
import type { Reading } from "../limits/reads.ts";
import { type GatewayDeps, anonymousCaller } from "../serve/serve-route.ts";

const { findCalendarFeed, getCalendar } = calendarFeeds;

export const calendarActions = [findCalendarFeed, getCalendar] as const;

/**
 * Answers the calendar of the token in the path, which is the only credential. The token goes into no log and onto no
 * bus: services get its digest. Looks that find no feed count as failed look-ups of a credential.
 */
export function serveCalendar(deps: GatewayDeps): RequestHandler {
  const { failedLookups, calendarReads } = deps.limiter;
  return serveOpen(deps, "read", async ({ request, response, exchange, admission, newRequest }) => {
    const { params, ip: address = "" } = request;
    const digest = digestOf(String(params["token"]));
    // A calendar of many departures may take as long as a change.
    const ask = () => newRequest("mutation");
    const feed = await findOpened(failedLookups, { address, digest }, async () => {
      const found = await call(ask(), findCalendarFeed, { digest });
      return found.feed;
    });
    exchange.caller = callerOf(exchange, feed);
    // First its own limit: looks beyond it take nothing of what the tenant's keys may ask.
    calendarReads.count(feed);
    admission.countFor({ credentialId: feed.id, tenantId: feed.tenantId });
    exchange.stage = "read";
    const reading = admission.beginReading({ weight: 1, heldBytes: answerHeldBytes });
    const found = await reading.load(() => call(ask(), getCalendar, { digest }));
    if (found) await send(response, reading, found.text);
  });
}

/** A text that is no token is refused without a look-up. */
function digestOf(token: string): string {
  if (!isToken("feed", token)) throw refuse("NOT_FOUND");
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
