import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse, refuseFields } from "@slipway/broker";
import { type Place, createFairQueue } from "@slipway/fair-queue";
import {
  bodyBytesPerSecondMax,
  bodyBytesPerSecondMin,
  bodyGraceMs,
  bodyPaceEveryMs,
  largeBodies,
  smallBodyBytes,
} from "../constants.ts";
import { numberBeyondBounds } from "./json-numbers.ts";
import { createJsonScan } from "./json-scan.ts";
import { overloaded } from "../limits/overload.ts";
import { createPace } from "../limits/pace.ts";

/** Places of larger bodies in memory, until the end of their requests. */
const places = createFairQueue({ ...largeBodies, full: overloaded });
/** How fast it reads them, all of them together. */
const reading = createPace(bodyBytesPerSecondMax);

/** The client has gone before all of its body had come: there is nothing to answer, and nobody. */
export const clientGone = new Error("the client has gone before all of its body had come");

/** Requests that wait for 100 Continue before they send their body. */
const waiting = new WeakSet<IncomingMessage>();

/** Notes that the body of this request is sent only once it is asked for. */
export function markWaiting(request: IncomingMessage): void {
  waiting.add(request);
}

/** Whether the client has got a "100 Continue" for its body, or never waited for one. */
export function mayBeSending(request: IncomingMessage): boolean {
  return !waiting.has(request);
}

/** Size that a request's body may have, and the tenant that it counts for. */
interface BodyLimit {
  readonly bytesMax: number;
  readonly tenantId: string;
}

/**
 * Reads the body of a request as JSON; undefined without a body. Refuses too large a body at the Content-Length or
 * at the byte that passes the limit. If the size is known to be in order, it also refuses a wrong media type
 * unread, and too complex a text where it becomes so. Keeps nothing of what
 * it refuses. Throws `clientGone` where the body ends early.
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  limit: BodyLimit,
): Promise<unknown> {
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (length > limit.bytesMax) throw tooLarge(limit.bytesMax);
  const isWrongKind = !isJson(request);
  if (length > 0 && isWrongKind) throw wrongKind();
  if (waiting.delete(request)) response.writeContinue();
  const body = createBody(limit.bytesMax, length <= limit.bytesMax, isWrongKind);
  try {
    const whole = wholeOf(request, length);
    if (whole) body.take(whole);
    else {
      const slow = new AbortController();
      const enter = async (): Promise<void> => {
        const by = limit.tenantId;
        const place = await places.enter({ group: "bodies", by, waitMsMax: largeBodies.waitMsMax });
        holdPlace(place, response, slow);
      };
      await readInto(pieceTaker(body, request, enter), request, slow.signal);
    }
    return body.parsed();
  } finally {
    body.drop();
  }
}

/** A small body that is here already, as most are: it needs none of what waits for pieces. */
function wholeOf(request: IncomingMessage, length: number): Buffer | null {
  const isHere = request.complete && request.readableLength === length;
  return isHere && length <= smallBodyBytes ? (request.read() as Buffer | null) : null;
}

/**
 * Holds the place of a large body until its request is over. A body that comes slowly loses it to one that waits for
 * it, so that nobody keeps others from uploading.
 */
function holdPlace(place: Place, response: ServerResponse, slow: AbortController): void {
  const { req: request } = response;
  const { socket } = request;
  const since = performance.now();
  const readBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const fairBytes = ((performance.now() - since - bodyGraceMs) / 1_000) * bodyBytesPerSecondMin;
    const isSlow = !request.complete && socket.bytesRead - readBefore < fairBytes;
    if (isSlow && place.isWanted()) slow.abort(overloaded());
  }, bodyPaceEveryMs).unref();
  const leave = (): void => {
    clearInterval(timer);
    place.weigh(0);
  };
  response.once("close", leave);
  if (response.destroyed) leave();
}

const utf8Charset = /^charset *= *"?utf-?8"?$/i;

function isJson(request: IncomingMessage): boolean {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  const [media = "", ...parameters] = type.split(";").map((part) => part.trim());
  return (
    media.toLowerCase() === "application/json" &&
    // JSON has no other parameter that counts: RFC 8259 defines none.
    parameters.every((each) => !/^charset *=/i.test(each) || utf8Charset.test(each)) &&
    encoding.toLowerCase() === "identity"
  );
}

function wrongKind(): Error {
  const detail = "The body must be application/json in UTF-8, without a Content-Encoding.";
  return refuse("UNSUPPORTED_CONTENT_TYPE", { detail });
}

function tooLarge(bytesMax: number): Error {
  return refuse("BODY_TOO_LARGE", { detail: `The body may have ${bytesMax} bytes.` });
}

/** @param isWrongKind is refused after the size, which is checked first. */
function createBody(bytesMax: number, isSizeKnown: boolean, isWrongKind: boolean) {
  const isTooComplex = createJsonScan();
  const pieces: Buffer[] = [];
  let fault = isWrongKind ? wrongKind() : undefined;
  let length = 0;

  return {
    /** The next piece; throws as soon as the answer is sure to be a refusal. */
    take(piece: Buffer) {
      length += piece.length;
      if (length > bytesMax) throw tooLarge(bytesMax);
      if (!fault && isTooComplex(piece)) {
        fault = refuse("JSON_TOO_COMPLEX");
        pieces.length = 0;
      }
      if (!fault) pieces.push(piece);
      // A body of undeclared size may still pass the limit, and that refusal goes first.
      else if (isSizeKnown) throw fault;
    },
    /** The parsed body; undefined when no byte came. */
    parsed() {
      if (length === 0) return undefined;
      if (fault) throw fault;
      const [first] = pieces;
      return parse(first?.length === length ? first : Buffer.concat(pieces, length));
    },
    drop: () => void (pieces.length = 0),
  };
}

type Body = ReturnType<typeof createBody>;

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): unknown {
  const value = jsonOf(bytes);
  const pointer = numberBeyondBounds(value);
  if (pointer === null) return value;
  const detail = "must be a number that is not larger than 1.8e308";
  throw refuseFields([{ in: "body", pointer, code: "INVALID_VALUE", detail }]);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    // The parser's own message quotes a piece of the body, so it is not passed on.
    throw refuse("MALFORMED_JSON");
  }
}

type TakePiece = (piece: Buffer) => Promise<void> | undefined;

/** Takes pieces of a body; resolves when a large body may come. @param enter is called once a body turns out large. */
function pieceTaker(body: Body, request: IncomingMessage, enter: () => Promise<void>): TakePiece {
  let isLarge = false;
  let length = 0;
  return (piece) => {
    length += piece.length;
    body.take(piece);
    if (length <= smallBodyBytes) return undefined;
    if (!isLarge) {
      isLarge = true;
      return enter();
    }
    reading.took(request, piece.length);
    return undefined;
  };
}

/** Resolves when all of the body is taken; rejects with the reason of the signal where it is aborted. */
function readInto(
  takePiece: TakePiece,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isWaiting = false;
    let isWhole = false;
    const end = (settle: () => void): void => {
      request.off("data", take).off("end", finish).off("error", abandon).off("close", abandon);
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
    signal.addEventListener("abort", () => fail(signal.reason as Error));
    const take = (piece: Buffer): void => {
      try {
        const wait = takePiece(piece);
        if (!wait) return;
        request.pause();
        isWaiting = true;
        wait.then(goOn, fail);
      } catch (error) {
        fail(error as Error);
      }
    };
    const goOn = (): void => {
      isWaiting = false;
      if (isWhole) end(resolve);
      else request.resume();
    };
    // The event "end" may come while the last piece still waits for its place; then "close" says nothing.
    const finish = (): void => {
      isWhole = true;
      if (isWaiting) request.off("close", abandon);
      else end(resolve);
    };
    const abandon = (): void => fail(clientGone);
    request.on("data", take).on("end", finish).on("error", abandon).on("close", abandon);
  });
}
