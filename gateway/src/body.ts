import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "@slipway/broker";
import { isTooComplex } from "./json-scan.ts";

/** 15 MB (completions section 2). */
export const bodyBytesMax = 15_728_640;

/** Requests that wait for 100 Continue before they send their body. */
const waiting = new WeakSet<IncomingMessage>();

/** Notes that the body of this request is sent only once it is asked for. */
export function markWaiting(request: IncomingMessage): void {
  waiting.add(request);
}

/** Whether the client has been told to send its body, or never waited to be told. */
export function mayBeSending(request: IncomingMessage): boolean {
  return !waiting.has(request);
}

/**
 * Reads the body of a request as JSON; undefined without a body. Refuses what is too large at the
 * Content-Length or at the byte that passes the limit, and keeps nothing of what follows.
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) throw refuse("BODY_TOO_LARGE");
  if (waiting.delete(request)) response.writeContinue();
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  if (!isJson(request)) throw refuse("UNSUPPORTED_CONTENT_TYPE");
  if (isTooComplex(bytes)) throw refuse("JSON_TOO_COMPLEX");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // What the parser says repeats a piece of the body.
    throw refuse("MALFORMED_JSON");
  }
}

function isJson(request: IncomingMessage): boolean {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  return (
    /^application\/json *(?:; *charset *= *"?utf-?8"? *)?;?$/i.test(type.trim()) &&
    encoding.toLowerCase() === "identity"
  );
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (settle: () => void): void => {
      request.off("data", take).off("end", finish).off("error", reject).off("close", abandon);
      settle();
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= bodyBytesMax) chunks.push(chunk);
      else end(() => reject(refuse("BODY_TOO_LARGE")));
    };
    const finish = (): void => end(() => resolve(Buffer.concat(chunks, length)));
    const abandon = (): void =>
      end(() => reject(refuse("MALFORMED_JSON", { detail: "The body ended early" })));
    request.on("data", take).on("end", finish).on("error", reject).on("close", abandon);
  });
}

const discardedBytesMax = 32 * 1024 * 1024;
const discardingMs = 5_000;

/**
 * Ends an answer whose request is still being sent: what comes is discarded for a while. Closing at
 * once would reset the connection, and many clients would never read the answer.
 */
export function endAfterDiscarding(request: IncomingMessage, response: ServerResponse): void {
  let discarded = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off("data", discard);
    response.end();
  };
  const discard = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (discarded > discardedBytesMax) end();
  };
  const timer = setTimeout(end, discardingMs);
  request.on("data", discard).once("end", end).once("close", end);
  request.resume();
}
