import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse, refuseFields } from "@slipway/broker";
import { bodyBytesPerSecondMax, bodyRoom, smallBodyBytes } from "../constants.ts";
import { numberBeyondBounds } from "./json-numbers.ts";
import { createJsonScan } from "./json-scan.ts";
import { type LargeBody, createBodyRoom } from "../limits/body-room.ts";
import { createPace } from "../limits/pace.ts";

/** Memory that this process may hold of larger bodies, from their first byte to the end of their requests. */
const room = createBodyRoom(bodyRoom);
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
      const enter = (): LargeBody => enterRoom(response, limit, length);
      await readInto(pieceTaker(body, request, enter), request);
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

/** A body turns out to be large: what it takes is given back when the request is over. */
function enterRoom(
  response: ServerResponse,
  { tenantId, bytesMax }: BodyLimit,
  length: number,
): LargeBody {
  const large = room.begin(tenantId, Number.isNaN(length) ? bytesMax : length);
  response.once("close", () => large.end());
  if (response.destroyed) large.end();
  return large;
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

/** A body while it comes. */
interface Body {
  /** The next piece; throws as soon as the answer is sure to be a refusal. */
  take(piece: Buffer): void;
  /** The parsed body; undefined when no byte came. */
  parsed(): unknown;
  drop(): void;
}

/** @param isWrongKind is refused after the size, which is checked first. */
function createBody(bytesMax: number, isSizeKnown: boolean, isWrongKind: boolean): Body {
  const isTooComplex = createJsonScan();
  const pieces: Buffer[] = [];
  let fault = isWrongKind ? wrongKind() : undefined;
  let length = 0;

  return {
    take(piece) {
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
    parsed() {
      if (length === 0) return undefined;
      if (fault) throw fault;
      const [first] = pieces;
      return parse(first?.length === length ? first : Buffer.concat(pieces, length));
    },
    drop: () => void (pieces.length = 0),
  };
}

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

/**
 * Takes pieces of a body, and room for them once it is large. What it answers resolves when there is room.
 * @param enter is called once, where the body turns out to be large.
 */
function pieceTaker(body: Body, request: IncomingMessage, enter: () => LargeBody): TakePiece {
  let large: LargeBody | undefined;
  let length = 0;
  let untaken = 0;
  return (piece) => {
    length += piece.length;
    untaken += piece.length;
    body.take(piece);
    if (length <= smallBodyBytes) return undefined;
    large ??= enter();
    const bytes = untaken;
    untaken = 0;
    const wait = large.take(bytes);
    if (!wait) reading.took(request, bytes);
    return wait;
  };
}

/** Resolves when all of the body is taken. */
function readInto(takePiece: TakePiece, request: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let isWaiting = false;
    let isWhole = false;
    const end = (settle: () => void): void => {
      request.off("data", take).off("end", finish).off("error", abandon).off("close", abandon);
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
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
    // The event "end" may come while the last piece still waits for room; then "close" says nothing.
    const finish = (): void => {
      isWhole = true;
      if (isWaiting) request.off("close", abandon);
      else end(resolve);
    };
    const abandon = (): void => fail(clientGone);
    request.on("data", take).on("end", finish).on("error", abandon).on("close", abandon);
  });
}
