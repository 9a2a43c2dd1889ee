import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "@slipway/contracts";
import { mayBeSending } from "./body.ts";
import { discardRest } from "./discard.ts";
import { exchangeOf } from "./exchange.ts";
import { type Page, pagesAfter } from "./pages.ts";
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

/**
 * Answers with an array that comes in pages: one page is held at a time, and the next is asked for
 * when the client has taken this one. An error before the first byte reaches the client as a
 * refusal; after it the connection breaks, so that a cut array is never taken for a whole one.
 */
export async function sendArray<Item>(
  response: ServerResponse,
  status: number,
  load: (at: { page?: string }) => Promise<Page<Item>>,
): Promise<void> {
  const first = await load({});
  if (first.next === null || response.req.method === "HEAD")
    return sendJson(response, status, first.items);
  response.writeHead(status, { "Content-Type": json });
  response.write(`[${withoutBrackets(first.items)}`);
  let isEmpty = first.items.length === 0;
  for await (const { items } of pagesAfter(first, load)) {
    if (response.destroyed) return undefined;
    const text = withoutBrackets(items);
    const separator = isEmpty || items.length === 0 ? "" : ",";
    isEmpty &&= items.length === 0;
    if (!response.write(separator + text)) await drained(response);
  }
  response.end("]");
}

/** A whole page at once: twice as fast as item by item. */
function withoutBrackets(items: readonly unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}

const slowestReaderMs = 30_000;

/** Waits until the client has taken what was written; one that takes nothing is cut off. */
export async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(slowestReaderMs)]);
  try {
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  } finally {
    over.abort();
  }
}

/** Answers with one page of the client's choice and the total. */
export async function sendPage<Item>(
  response: ServerResponse,
  status: number,
  load: (at: { page?: string }) => Promise<Page<Item>>,
): Promise<void> {
  const first = await load({});
  const items = [...first.items];
  for await (const page of pagesAfter(first, load)) items.push(...page.items);
  sendJson(response, status, { items, total: first.total ?? items.length });
}
