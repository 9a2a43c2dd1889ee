/** Does what a route says and answers the client. */
import type { ServerResponse } from "node:http";
import { call } from "@slipway/broker";
import type { Action } from "@slipway/contracts";
import { repeatOf } from "../caller/idempotency-key.ts";
import { readWeight } from "../constants.ts";
import { sendArray, sendJson, sendPage, sendRead } from "../http/answers.ts";
import type { Reading } from "../limits/reads.ts";
import type { Stream } from "../limits/streams.ts";
import type { Page } from "../route/pages.ts";
import { type Answer, type NewRequest, type Route, hasTag } from "../route/route.ts";

interface Ready {
  readonly newRequest: NewRequest;
  readonly input: unknown;
  readonly response: ServerResponse;
}

interface ReadyToRead extends Ready {
  readonly reading: Reading;
  readonly openStream: () => Stream;
}

type Load = (ready: Ready) => Promise<Answer>;
type AnswerMutation = (ready: Ready) => Promise<void>;
type AnswerRead = (ready: ReadyToRead) => Promise<void>;

export function createMutationAnswer(route: Route): AnswerMutation {
  const { status, repeatStatus = status } = route;
  const isSecret = hasSecret(route);
  const load = loadOf(route);
  const isTagged = hasTag(route);
  return async (ready) => {
    const { body, headers: own, isRepeat } = await load(ready);
    // Weak: a hold that runs out is EXPIRED without a write.
    const headers = isTagged ? { ...own, ETag: `W/"${(body as Dated).updatedAt}"` } : own;
    await sendJson(ready.response, isRepeat ? repeatStatus : status, body, { headers, isSecret });
  };
}

/** A record whose tag is its `updatedAt`, by which `If-Match` and `expectedUpdatedAt` name its version. */
interface Dated {
  readonly updatedAt: string;
}

/** Whether its contract, or one that it calls, is of an action with a password or a secret. */
export function hasSecret({ contract, composed }: Route): boolean {
  return [contract, ...(composed?.of ?? [])].some(({ secret }) => secret);
}

/** Whether an answer comes in pieces, of which one is held at a time. */
export function inPieces({ paged, raw, pages }: Route): boolean {
  return paged !== undefined || raw !== undefined || pages !== undefined;
}

export function createReadAnswer(route: Route): AnswerRead {
  const { raw, pages, changes, status } = route;
  if (raw) return ({ input, ...ready }) => raw.send(ready, input);
  if (pages)
    return ({ newRequest, input, response, reading }) =>
      sendArray(response, { status, load: pages.load(newRequest, input), reading });
  const answer = route.paged ? pagedAnswer(route) : wholeAnswer(route, loadOf(route));
  if (!changes) return answer;
  const answerChanges = wholeAnswer(route, (ready) => changesOf(changes, ready));
  return (ready) => (isCrawl(ready.input) ? answerChanges(ready) : answer(ready));
}

/** Loads the answer by the route's run or, of most routes, by one call of its contract. */
function loadOf({ composed, contract }: Route): Load {
  if (composed) return ({ newRequest, input }) => composed.run(newRequest(), input);
  if (contract.keyed) return keyedLoad(contract);
  return async ({ newRequest, input }) => ({
    body: await call(newRequest(), contract, input as object),
  });
}

/** A change that its client may have named by a key. */
function keyedLoad(contract: Action): Load {
  return async ({ newRequest, input }) => {
    const request = newRequest();
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string") return { body: await call(request, contract, input as object) };
    const repeat = repeatOf(key, request.caller, contract, input);
    const body = await call(request, contract, input as object, { repeat });
    return { body, ...(repeat.isReplayed && { headers: { "Idempotent-Replayed": "true" } }) };
  };
}

function wholeAnswer(route: Route, load: Load): AnswerRead {
  const { status } = route;
  const isSecret = hasSecret(route);
  const isTagged = hasTag(route);
  return async (ready) => {
    const { response, reading } = ready;
    const answer = await reading.load(() => load(ready));
    if (!answer) return;
    const { body, headers: own } = answer;
    const headers = isTagged ? { ...own, ETag: `W/"${(body as Dated).updatedAt}"` } : own;
    await sendRead(response, { status, reading }, body, { headers, isSecret });
  };
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
function pagedAnswer({ status, paged, contract }: Route): AnswerRead {
  return ({ newRequest, input, response, reading }) => {
    const load = async (at: { page?: string }): Promise<Page<unknown>> => {
      const page = await call(newRequest(), contract, { ...(input as object), ...at });
      const { bytesRead = 0, ...rest } = page as Page<unknown> & { bytesRead?: number };
      reading.charge(bytesRead * readWeight);
      return rest;
    };
    const isArray = paged === "array" || (input as { limit?: number }).limit === undefined;
    const send = isArray ? sendArray : sendPage;
    return send(response, { status, load, reading });
  };
}
