/**
 * GET /events: which bookings change, as server-sent events. Each stream reads the change feed again and again, as a client with
 * `updatedSince` would, and its events carry the watermark as their id. So a client that comes back with the last id misses nothing.
 */
import { call, refuseFields } from "@slipway/broker";
import { refusalFor } from "../http/problem.ts";
import { type Caller, type OutputOf, bookings, read, refusals, string } from "@slipway/contracts";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { heartbeatMs, streamLookMs, streamRetryMs } from "../constants.ts";
import { type RawAnswer, type RawRoute, rawRoute } from "../route/route.ts";

const { supplierId, updatedSince } = bookings.listChanges.input.shape;

const streamEvents = read("gateway.streamEvents", {
  description:
    'Sends an event when bookings change: `data` is a list of their ids and `updatedAt`, such as `[{"id":"bkg_…","updatedAt":"…"}]`. Read what you need of them by `GET /bookings/{id}`, or by `GET /bookings?updatedSince=`. A change comes within a few seconds, at least once, and may come again after a reconnection. The `id` of an event is a position in the change feed: a client that sends it as `Last-Event-ID`, as browsers do, misses nothing. A comment comes every 15 s where nothing changes. The stream ends when the credential does, and when its gateway leaves: connect again. Only a request with `Accept: text/event-stream` is kept open. Any other is answered what has changed, and ends.',
  input: z.object({
    supplierId,
    updatedSince: updatedSince.describe(
      "Begins with the bookings changed then or later; without it, with those that change from now on. `Last-Event-ID` goes before it.",
    ),
  }),
  output: z.object({}),
  refusals: ["VALIDATION_FAILED"],
});

/** The header as the OpenAPI document describes it. */
const lastEventId = z.object({
  "Last-Event-ID": string("`id` of the last event that the client has: the stream goes on there.", [
    "2027-05-01T10:00:00.000Z",
  ]).optional(),
});

type Changes = OutputOf<typeof bookings.listChanges>;
type At = { readonly updatedSince: string } | { readonly cursor: string };

export const eventStream: RawRoute = {
  ...rawRoute(streamEvents, [bookings.listChanges], ["text/event-stream"], follow),
  header: lastEventId,
};

async function follow(
  { newRequest, reading, response, openStream }: RawAnswer,
  { updatedSince: begin, ...filter }: z.output<typeof streamEvents.input>,
): Promise<void> {
  const { ended, look } = openStream();
  const isFollowed = isMeantToStay(response.req);
  const textOf = createTexts();
  let caller: Caller | null = newRequest().caller;
  const ask = (at: At, by: Caller) =>
    call({ ...newRequest(), caller: by }, bookings.listChanges, { ...filter, ...at });
  // A look that fails once the stream has begun is made again: the position stays, so nothing is missed.
  const orAgain = (error: unknown): undefined => {
    if (!response.headersSent || !isFollowed || !isPassing(error)) throw error;
  };
  let at: At = { updatedSince: lastIdOf(response.req.headers) ?? begin ?? now() };
  while (caller) {
    const [from, by]: [At, Caller] = [at, caller];
    const page: Changes | null | undefined = await look(() =>
      reading.load(() => ask(from, by)),
    ).catch(orAgain);
    if (page === null) return;
    if (page) {
      if (!response.headersSent) response.writeHead(200, headers);
      const bytesRead = Buffer.byteLength(JSON.stringify(page.items));
      if (!(await reading.send(textOf(page), bytesRead))) return;
      at = nextOf(page);
    }
    const isPaged = typeof page?.nextCursor === "string";
    if (isPaged) caller = isFollowed && ended.aborted ? null : await newRequest().renew();
    else caller = isFollowed ? await callerOfNext(ended, newRequest()) : null;
  }
  response.end();
}

/** Whether another look may be answered: a service is away, busy or late. */
function isPassing(error: unknown): boolean {
  return refusals[refusalFor(error, "read").code].status >= 503;
}

const headers = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" };

/** A client that does not ask for events by name would wait for an end that never comes. */
function isMeantToStay({
  method,
  headers: { accept = "" },
}: RawAnswer["response"]["req"]): boolean {
  return method === "GET" && accept.includes("text/event-stream");
}

function now(): string {
  return new Date().toISOString();
}

/** Refuses an id that is none of ours. */
function lastIdOf(sent: RawAnswer["response"]["req"]["headers"]): string | undefined {
  const id = String(sent["last-event-id"] ?? "");
  if (id === "") return undefined;
  const { data } = updatedSince.safeParse(id);
  if (data !== undefined) return data;
  const detail = "the header Last-Event-ID is no id of an event";
  throw refuseFields([{ in: "query", pointer: "updatedSince", code: "INVALID_FORMAT", detail }]);
}

/** Who makes the next look, after the time between two: the same credential with the same rights, else nobody. */
async function callerOfNext(
  ended: AbortSignal,
  request: ReturnType<RawAnswer["newRequest"]>,
): Promise<Caller | null> {
  await pause(streamLookMs, undefined, { signal: ended }).catch(() => undefined);
  return ended.aborted ? null : request.renew();
}

function nextOf({ nextCursor, watermark }: Changes): At {
  return nextCursor === null ? { updatedSince: watermark } : { cursor: nextCursor };
}

interface Told {
  readonly items: readonly { readonly id: string; readonly updatedAt: string }[];
  readonly watermark: string;
}

/** Makes the text of each page. Looks overlap, because the watermark stays behind: a version is told once. */
export function createTexts(clock = () => performance.now()): (page: Told) => string {
  const told = new Map<string, string>();
  let head = `retry: ${streamRetryMs}\n`;
  let sentAt = clock();
  return ({ items, watermark }) => {
    const news = items.filter(({ id, updatedAt }) => told.get(id) !== updatedAt);
    for (const { id, updatedAt } of news) told.set(id, updatedAt);
    for (const [id, updatedAt] of told) if (updatedAt < watermark) told.delete(id);
    const isQuiet = news.length === 0;
    if (isQuiet && head === "" && clock() - sentAt < heartbeatMs) return "";
    const data = JSON.stringify(news.map(({ id, updatedAt }) => ({ id, updatedAt })));
    // An id without data moves the client's position on, and is no event to it.
    const text = `${head}${isQuiet ? ": \n" : `event: bookings\ndata: ${data}\n`}id: ${watermark}\n\n`;
    head = "";
    sentAt = clock();
    return text;
  };
}
