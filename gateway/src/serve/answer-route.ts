/** Does what a route says and answers the client. */
import type { ServerResponse } from "node:http";
import { call } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import { readWeight } from "../constants.ts";
import { sendArray, sendJson, sendPage, sendRead } from "../http/answers.ts";
import type { Reading } from "../limits/reads.ts";
import type { Page } from "../route/pages.ts";
import type { Answer, NewRequest, Route } from "../route/route.ts";

interface Ready {
  readonly newRequest: NewRequest;
  readonly input: unknown;
  readonly response: ServerResponse;
}

interface ReadyToRead extends Ready {
  readonly reading: Reading;
}

export async function answerMutation(
  route: Route,
  { newRequest, input, response }: Ready,
): Promise<void> {
  const { composed, contract } = route;
  const isSecret = hasSecret(route);
  if (!composed) {
    const body = await call(newRequest(), contract, input as object);
    return sendJson(response, route.status, body, { isSecret });
  }
  const { body, headers, isRepeat } = await composed.run(newRequest(), input);
  const status = (isRepeat ? route.repeatStatus : undefined) ?? route.status;
  return sendJson(response, status, body, { headers, isSecret });
}

/** Whether its contract, or one that it calls, is of an action with a password or a secret. */
export function hasSecret({ contract, composed }: Route): boolean {
  return [contract, ...(composed?.of ?? [])].some(({ secret }) => secret);
}

/** Whether an answer comes in pieces, of which one is held at a time. */
export function inPieces({ paged, raw, pages }: Route): boolean {
  return paged !== undefined || raw !== undefined || pages !== undefined;
}

export async function answerRead(route: Route, ready: ReadyToRead): Promise<void> {
  const { newRequest, input, response, reading } = ready;
  const { raw, changes, pages, status } = route;
  if (raw) await raw.send({ newRequest, reading, response }, input);
  else if (changes && isCrawl(input))
    await answerOnce(route, ready, () => changesOf(changes, ready));
  else if (route.paged) await answerPaged(route, ready);
  else if (pages)
    await sendArray(response, { status, load: pages.load(newRequest, input), reading });
  else await answerOnce(route, ready, () => answerOf(route, ready));
}

async function answerOnce(
  route: Route,
  { response, reading }: ReadyToRead,
  run: () => Promise<Answer>,
): Promise<void> {
  const answer = await reading.load(run);
  if (!answer) return;
  const { body, headers } = answer;
  const { status } = route;
  await sendRead(response, { status, reading }, body, { headers, isSecret: hasSecret(route) });
}

async function answerOf(
  { composed, contract }: Route,
  { newRequest, input }: Ready,
): Promise<Answer> {
  if (composed) return composed.run(newRequest(), input);
  return { body: await call(newRequest(), contract, input as object) };
}

function isCrawl(input: unknown): boolean {
  const { updatedSince, cursor } = input as { updatedSince?: string; cursor?: string };
  return updatedSince !== undefined || cursor !== undefined;
}

async function changesOf(changes: Action, { newRequest, input }: Ready): Promise<Answer> {
  const found = await call(newRequest(), changes, input as object);
  const { watermark, ...body } = found as { watermark: string };
  return { body, headers: { "Sync-Watermark": watermark } };
}

/** Each page has a deadline of its own: how long the whole takes is up to the client's reading. */
function answerPaged({ status, paged, contract }: Route, ready: ReadyToRead): Promise<void> {
  const { newRequest, input, response, reading } = ready;
  const load = async (at: { page?: string }): Promise<Page<unknown>> => {
    const page = await call(newRequest(), contract, { ...(input as object), ...at });
    const { bytesRead = 0, ...rest } = page as Page<unknown> & { bytesRead?: number };
    reading.charge(bytesRead * readWeight);
    return rest;
  };
  const isArray = paged === "array" || (input as { limit?: number }).limit === undefined;
  const send = isArray ? sendArray : sendPage;
  return send(response, { status, load, reading });
}
