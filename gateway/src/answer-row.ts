/** Carries a row out and answers what comes of it. */
import type { ServerResponse } from "node:http";
import { call } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import { sendArray, sendJson, sendPage, sendRead } from "./answers.ts";
import type { Reading } from "./limits/reads.ts";
import type { Page } from "./pages.ts";
import type { Answer, Begin, Row } from "./route.ts";

interface Ready {
  readonly begin: Begin;
  readonly input: unknown;
  readonly response: ServerResponse;
}

interface ReadyToRead extends Ready {
  readonly reading: Reading;
}

export async function answerMutation(row: Row, { begin, input, response }: Ready): Promise<void> {
  if (!row.join)
    return sendJson(response, row.status, await call(begin(), row.contract, input as object));
  const { body, headers, isRepeat } = await row.join.run(begin(), input);
  const status = (isRepeat ? row.repeatStatus : undefined) ?? row.status;
  return sendJson(response, status, body, headers);
}

/** Whether an answer comes in pieces, of which one is held at a time. */
export function inPieces({ paged, stream }: Row): boolean {
  return paged !== undefined || stream !== undefined;
}

export async function answerRead(row: Row, ready: ReadyToRead): Promise<void> {
  const { begin, input, response, reading } = ready;
  const { stream, changes } = row;
  if (stream) await stream.send({ begin, reading, response }, input);
  else if (changes && isCrawl(input)) await answerOnce(row, ready, () => changesOf(changes, ready));
  else if (row.paged) await answerPaged(row, ready);
  else await answerOnce(row, ready, () => answerOf(row, ready));
}

async function answerOnce(
  { status }: Row,
  { response, reading }: ReadyToRead,
  run: () => Promise<Answer>,
): Promise<void> {
  const answer = await reading.load(run);
  if (answer) await sendRead(response, { status, reading }, answer.body, answer.headers);
}

async function answerOf({ join, contract }: Row, { begin, input }: Ready): Promise<Answer> {
  if (join) return join.run(begin(), input);
  return { body: await call(begin(), contract, input as object) };
}

function isCrawl(input: unknown): boolean {
  const { updatedSince, cursor } = input as { updatedSince?: string; cursor?: string };
  return updatedSince !== undefined || cursor !== undefined;
}

async function changesOf(changes: Action, { begin, input }: Ready): Promise<Answer> {
  const found = await call(begin(), changes, input as object);
  const { watermark, ...body } = found as { watermark: string };
  return { body, headers: { "Sync-Watermark": watermark } };
}

/** Each page has a deadline of its own: how long the whole takes is up to the client's reading. */
function answerPaged({ status, paged, contract }: Row, ready: ReadyToRead): Promise<void> {
  const { begin, input, response, reading } = ready;
  const load = (at: { page?: string }): Promise<Page<unknown>> =>
    call(begin(), contract, { ...(input as object), ...at }) as Promise<Page<unknown>>;
  const isArray = paged === "array" || (input as { limit?: number }).limit === undefined;
  const send = isArray ? sendArray : sendPage;
  return send(response, { status, load, reading });
}
