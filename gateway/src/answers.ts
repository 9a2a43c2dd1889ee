import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "@slipway/contracts";
import { mayBeSending } from "./body.ts";
import { discardRest } from "./discard.ts";
import { exchangeOf } from "./exchange.ts";
import type { Reading } from "./limits/reads.ts";
import type { Page } from "./pages.ts";
import { type Refusal, problemHeaders, problemOf } from "./problem.ts";
import type { HeaderFields } from "./route.ts";

export const json = "application/json; charset=utf-8";

/** Answers with a whole JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: HeaderFields = {},
): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      ...headers,
      "Content-Type": json,
      "Content-Length": Buffer.byteLength(text),
    })
    .end(text);
}

/** Answers with a refusal; a body that is still on its way does not keep the client from reading it. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): void {
  const { status } = refusals[refusal.code];
  const problem = problemOf(refusal, exchangeOf(response).requestId);
  const headers = problemHeaders(refusal);
  // A client that waits for 100 Continue may send its body or not: the connection cannot go on.
  if (!mayBeSending(request))
    return sendJson(response, status, problem, { ...headers, ...closing });
  const isLeft = !request.complete && (status === 413 || isLast(response));
  if (!isLeft) return sendJson(response, status, problem, headers);
  const text = JSON.stringify(problem);
  response.writeHead(status, {
    ...headers,
    ...closing,
    "Content-Type": json,
    "Content-Length": Buffer.byteLength(text),
  });
  response.write(text);
  return discardRest(request, () => response.end());
}

const closing = { Connection: "close" };

/** Whether the connection ends with this answer, by the client's wish or by ours. */
function isLast(response: ServerResponse): boolean {
  return !response.shouldKeepAlive || response.getHeader("Connection") === "close";
}

/** What is loaded and sent in pages of the bus. */
export interface Paged<Item> {
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
  const first = await paged.reading.load(() => paged.load({}));
  if (first === null) return;
  if (isWhole(response, first)) await sendRead(response, paged, first.items);
  else await sendPages(response, paged, { first, head: "[", tail: () => "]" });
}

/** Answers with one page of the client's choice and the total, in the same way. */
export async function sendPage<Item>(response: ServerResponse, paged: Paged<Item>): Promise<void> {
  const first = await paged.reading.load(() => paged.load({}));
  if (first === null) return;
  const { items, total } = first;
  const tail = (count: number): string => `],"total":${total ?? count}}`;
  if (isWhole(response, first))
    await sendRead(response, paged, { items, total: total ?? items.length });
  else await sendPages(response, paged, { first, head: '{"items":[', tail });
}

function isWhole({ req }: ServerResponse, { next }: Page<unknown>): boolean {
  return next === null || req.method === "HEAD";
}

interface Pages<Item> {
  readonly first: Page<Item>;
  /** What stands before the items, and after so many of them. */
  readonly head: string;
  readonly tail: (count: number) => string;
}

async function sendPages<Item>(
  response: ServerResponse,
  { status, load, reading }: Paged<Item>,
  { first, head, tail }: Pages<Item>,
): Promise<void> {
  response.writeHead(status, { "Content-Type": json });
  let page: Page<Item> | null = first;
  let count = 0;
  while (page) {
    const { items, next }: Page<Item> = page;
    const separator = count > 0 && items.length > 0 ? "," : "";
    const before = page === first ? head : separator;
    count += items.length;
    if (!(await reading.send(before + withoutBrackets(items)))) return;
    if (next === null) return void response.end(tail(count));
    page = await reading.load(() => load({ page: next }));
  }
}

/** A whole page at once: twice as fast as item by item. */
function withoutBrackets(items: readonly unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}

const longChars = 64 * 1024;

/**
 * Answers a read with a whole JSON body, a long one piece by piece, as the client takes it.
 */
export async function sendRead(
  response: ServerResponse,
  { status, reading }: Pick<Paged<unknown>, "status" | "reading">,
  body: unknown,
  headers: HeaderFields = {},
): Promise<void> {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, "Content-Type": json, "Content-Length": bytes });
  if (text.length <= longChars || response.req.method === "HEAD") {
    response.end(text);
    reading.sent(bytes);
  } else if (await reading.send(text)) response.end();
}
