import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "@slipway/contracts";
import { type Encoding, encodingFor } from "./accept-encoding.ts";
import { acceptsType } from "./accept-type.ts";
import { mayBeSending } from "../body/body.ts";
import { compress, gzipPieces } from "./compress.ts";
import { compressedBytesMin } from "../constants.ts";
import type { GatewaySettings } from "../gateway-settings.ts";
import { discardRest } from "./discard.ts";
import { exchangeOf } from "./exchange.ts";
import type { Reading } from "../limits/reads.ts";
import type { Page } from "../route/pages.ts";
import { type Refusal, problemHeaders, problemOf } from "./problem.ts";
import { isPageVisit, sendProblemPage } from "./problem-page.ts";
import { publicOriginOf } from "./same-origin.ts";
import type { HeaderFields } from "../route/route.ts";

export const json = "application/json; charset=utf-8";

interface Sending {
  readonly headers?: HeaderFields | undefined;
  /**
   * It is never compressed: its length would reveal something of the secret beside what others have made the client
   * send (docs/security.md).
   */
  readonly isSecret?: boolean | undefined;
}

export async function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  { headers = {}, isSecret = false }: Sending = {},
): Promise<void> {
  const whole = await wholeOf(response, body, isSecret ? [] : undefined);
  response.writeHead(status, { ...whole.headers, ...headers }).end(whole.sent);
}

/**
 * A body as it is sent, and its bytes before it was compressed. The length of a compressed body that is not sent, as HEAD
 * asks, is unknown.
 */
async function wholeOf({ req }: ServerResponse, body: unknown, offered?: readonly Encoding[]) {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  const isLong = bytes >= compressedBytesMin;
  const encoding = isLong ? encodingFor(req.headers["accept-encoding"], offered) : undefined;
  const type = { "Content-Type": json };
  if (!encoding)
    return { sent: text, headers: { ...type, "Content-Length": String(bytes) }, bytes };
  const headers = { ...type, "Content-Encoding": encoding };
  if (req.method === "HEAD") return { sent: "", headers, bytes };
  const sent = await compress(encoding, Buffer.from(text));
  return { sent, headers: { ...headers, "Content-Length": String(sent.length) }, bytes };
}

/**
 * Answers with a refusal. A client that names `application/problem+json` in Accept gets that type, and the page of the code
 * as the problem's `type`. For every other client both stay what they were before there were pages. A person whose browser
 * has gone to the address gets a page.
 */
export function problemSender({
  publicUrl,
  hasDocs = true,
}: Pick<GatewaySettings, "publicUrl" | "hasDocs">) {
  return async (request: IncomingMessage, response: ServerResponse, refusal: Refusal) => {
    // A browser never waits for 100 Continue: who does gets the answer that ends the connection.
    if (isPageVisit(request) && mayBeSending(request)) return sendProblemPage(response, refusal);
    const { status } = refusals[refusal.code];
    const isNamed = acceptsType(request.headers.accept, problemJson);
    const { origin = "" } = URL.parse(publicOriginOf(request.headers, publicUrl).url) ?? {};
    const pages = isNamed && hasDocs ? (`${origin}/docs/errors/` as const) : undefined;
    const body = problemOf(refusal, exchangeOf(response).requestId, pages);
    const type = isNamed ? { "Content-Type": problemJson } : {};
    const headers = { ...problemHeaders(refusal), ...type };
    return sendRefusal(request, response, { status, headers, body });
  };
}

const problemJson = "application/problem+json";

/** Answers with a refusal; a body that is still on its way does not keep the client from reading it. */
export async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: HeaderFields; body: object },
): Promise<void> {
  // A client that waits for 100 Continue may send its body or not: the connection cannot go on.
  if (!mayBeSending(request))
    return sendJson(response, status, body, { headers: { ...headers, ...closing } });
  const isLeft = !request.complete && (status === 413 || isLast(response));
  if (!isLeft) return sendJson(response, status, body, { headers });
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": json,
    ...headers,
    ...closing,
    "Content-Length": Buffer.byteLength(text),
  });
  response.write(text);
  return discardRest(request, () => response.end());
}

const closing = { Connection: "close" };

/** Whether the connection ends with this answer, as the client or the gateway asks. */
function isLast(response: ServerResponse): boolean {
  return !response.shouldKeepAlive || response.getHeader("Connection") === "close";
}

/** An answer that is loaded from the bus page by page. */
interface Paged<Item> {
  readonly status: number;
  readonly load: (at: { page?: string }) => Promise<Page<Item>>;
  readonly reading: Reading;
}

/**
 * Answers with an array that comes in pages: one page is held at a time, and the next is asked for
 * when the client has taken this one. An error before the first byte reaches the client as a
 * refusal; after it the connection breaks, so that a cut array is never taken for a whole one.
 */
export async function sendArray<Item>(response: ServerResponse, paged: Paged<Item>): Promise<void> {
  const first = await firstPage(paged);
  if (first === null) return;
  if (first.next === null) await sendRead(response, paged, first.items);
  else await sendPages(response, paged, { first, head: "[", tail: () => "]" });
}

/** Answers with one page of the client's choice and the total, in the same way. */
export async function sendPage<Item>(response: ServerResponse, paged: Paged<Item>): Promise<void> {
  const first = await firstPage(paged);
  if (first === null) return;
  const { items, total } = first;
  const tail = (count: number): string => `],"total":${total ?? count}}`;
  if (first.next === null) await sendRead(response, paged, { items, total: total ?? items.length });
  else await sendPages(response, paged, { first, head: '{"items":[', tail });
}

/** The first page that has items, or the last one: till then an error can be a refusal. Null: the client has gone. */
async function firstPage<Item>({ load, reading }: Paged<Item>): Promise<Page<Item> | null> {
  const first = await reading.load(() => load({}));
  if (!isUnfinished(first)) return first;
  return reading.search(async () => {
    let page: Page<Item> | null = first;
    while (isUnfinished(page)) {
      const at: { page: string } = { page: page.next };
      page = await reading.load(() => load(at));
    }
    return page;
  });
}

function isUnfinished<Item>(page: Page<Item> | null): page is Page<Item> & { next: string } {
  return page?.items.length === 0 && page.next !== null;
}

interface Pages<Item> {
  readonly first: Page<Item>;
  /** JSON text before the items, and after this many items. */
  readonly head: string;
  readonly tail: (count: number) => string;
}

async function sendPages<Item>(
  response: ServerResponse,
  { status, load, reading }: Paged<Item>,
  { first, head, tail }: Pages<Item>,
): Promise<void> {
  // Brotli cannot be joined of pieces: its state would stay in memory until the client has read on.
  const encoding = encodingFor(response.req.headers["accept-encoding"], ["gzip"]);
  const pack = encoding ? gzipPieces() : undefined;
  const encoded = encoding ? { "Content-Encoding": encoding } : {};
  response.writeHead(status, { "Content-Type": json, ...encoded });
  // The headers of GET, without its other pages: they have no length.
  if (response.req.method === "HEAD") {
    response.end();
    return reading.sent(Buffer.byteLength(withoutBrackets(first.items)));
  }
  let page: Page<Item> | null = first;
  let count = 0;
  while (page) {
    const { items, next }: Page<Item> = page;
    const separator = count > 0 && items.length > 0 ? "," : "";
    const before = page === first ? head : separator;
    count += items.length;
    const text = before + withoutBrackets(items);
    const piece = pack ? await pack(text) : text;
    if (!(await reading.send(piece, pack && Buffer.byteLength(text)))) return;
    if (next === null) return void response.end(pack ? await pack(tail(count), true) : tail(count));
    page = await reading.load(() => load({ page: next }));
  }
}

/** A whole page at once: twice as fast as item by item. */
function withoutBrackets(items: readonly unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}

const longChars = 64 * 1024;

/** Answers a read with a whole JSON body, a long one piece by piece, as the client takes it. */
export async function sendRead(
  response: ServerResponse,
  { status, reading }: Pick<Paged<unknown>, "status" | "reading">,
  body: unknown,
  { headers = {}, isSecret = false }: Sending = {},
): Promise<void> {
  const { sent, headers: own, bytes } = await wholeOf(response, body, isSecret ? [] : undefined);
  response.writeHead(status, { ...headers, ...own });
  if (sent.length <= longChars || response.req.method === "HEAD") {
    response.end(sent);
    reading.sent(bytes);
  } else if (await reading.send(sent, bytes)) response.end();
}
