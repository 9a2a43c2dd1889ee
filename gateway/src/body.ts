import type { IncomingMessage, ServerResponse } from "node:http";
import type { RefusalCode } from "@slipway/contracts";
import { refuse } from "@slipway/broker";
import { createJsonScan } from "./json-scan.ts";
import { createBudget } from "./limits/budget.ts";
import { createLargeBodies } from "./limits/large-bodies.ts";
import { overloaded } from "./limits/overload.ts";
import { createPace } from "./limits/pace.ts";

/** 15 MB (completions section 2). */
export const bodyBytesMax = 15_728_640;

/**
 * Bodies up to this size are read at once, whatever larger ones are on their way: a booking never
 * waits for, nor is refused because of, other people's uploads.
 */
const smallBodyBytes = 64 * 1024;
/** What this process holds of larger bodies that are not parsed yet. */
const held = createBudget(256 * 1024 * 1024);
/**
 * Bodies beyond this size, photos, also wait for their turn: each takes several times its size while
 * it is parsed, and its size until it is answered.
 */
const hugeBodyBytes = 1024 * 1024;
const huge = createLargeBodies({ bytesMax: 48 * 1024 * 1024, waitMsMax: 15_000 });
/** How fast it reads them, all of them together. */
const reading = createPace(64 * 1024 * 1024);

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
 * Content-Length or at the byte that passes the limit; where the size is known to be in order, also
 * the wrong kind before it is read and too complex a text where it becomes so. Keeps nothing of what
 * it refuses.
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (length > bodyBytesMax) throw refuse("BODY_TOO_LARGE");
  const wrongKind = isJson(request) ? undefined : "UNSUPPORTED_CONTENT_TYPE";
  if (length > 0 && wrongKind) throw refuse(wrongKind);
  // One that does not say its size is taken for small until it is not.
  if (length > hugeBodyBytes) await takeTurn(request, response, length);
  if (waiting.delete(request)) response.writeContinue();
  const body = createBody(length <= bodyBytesMax, wrongKind);
  try {
    const whole = wholeOf(request, length);
    const takeOwnTurn = (): Promise<void> => takeTurn(request, response, bodyBytesMax);
    if (whole) body.take(whole);
    else await readInto(body, request, Number.isNaN(length) ? takeOwnTurn : undefined);
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

/** Nothing of it is read until then; the room is given back when the request is over. */
async function takeTurn(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: number,
): Promise<void> {
  const leave = await huge.enter(bytes);
  response.once("close", leave);
  if (request.destroyed || response.destroyed) leave();
}

function isJson(request: IncomingMessage): boolean {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  return (
    /^application\/json *(?:; *charset *= *"?utf-?8"? *)?;?$/i.test(type.trim()) &&
    encoding.toLowerCase() === "identity"
  );
}

/** A body while it comes. */
interface Body {
  /** The next piece; throws as soon as the answer is sure to be a refusal. */
  take(piece: Buffer): void;
  /** What the whole says; undefined when nothing came. */
  parsed(): unknown;
  drop(): void;
}

/** @param wrongKind is refused after the size, which is checked first. */
function createBody(isSizeKnown: boolean, wrongKind: RefusalCode | undefined): Body {
  const isTooComplex = createJsonScan();
  const pieces: Buffer[] = [];
  let fault = wrongKind;
  let length = 0;
  let heldBytes = 0;

  function drop(): void {
    held.give(heldBytes);
    heldBytes = 0;
    pieces.length = 0;
  }

  function keep(piece: Buffer): void {
    pieces.push(piece);
    if (length <= smallBodyBytes) return;
    if (!held.take(piece.length)) throw overloaded();
    heldBytes += piece.length;
  }

  return {
    take(piece) {
      length += piece.length;
      if (length > bodyBytesMax) throw refuse("BODY_TOO_LARGE");
      if (!fault && isTooComplex(piece)) {
        fault = "JSON_TOO_COMPLEX";
        drop();
      }
      if (!fault) keep(piece);
      // Of a size that nobody told, it is not yet sure whether it passes the limit.
      else if (isSizeKnown) throw refuse(fault);
    },
    parsed() {
      if (length === 0) return undefined;
      if (fault) throw refuse(fault);
      const [first] = pieces;
      return parse(first?.length === length ? first : Buffer.concat(pieces, length));
    },
    drop,
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch {
    // What the parser says repeats a piece of the body.
    throw refuse("MALFORMED_JSON");
  }
}

/** @param takeOwnTurn waits for room once a body that has not said its size turns out to be huge. */
function readInto(
  body: Body,
  request: IncomingMessage,
  takeOwnTurn: (() => Promise<void>) | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0;
    let turn = takeOwnTurn ? "untaken" : "taken";
    const end = (settle: () => void): void => {
      request.off("data", take).off("end", finish).off("error", reject).off("close", abandon);
      settle();
    };
    const take = (piece: Buffer): void => {
      length += piece.length;
      try {
        body.take(piece);
        if (length > hugeBodyBytes && turn !== "taken") wait();
        else if (length > smallBodyBytes) reading.took(request, piece.length);
      } catch (error) {
        end(() => reject(error));
      }
    };
    const wait = (): void => {
      request.pause();
      if (turn === "waiting") return;
      turn = "waiting";
      takeOwnTurn?.().then(
        () => {
          turn = "taken";
          request.resume();
        },
        (error: Error) => end(() => reject(error)),
      );
    };
    const finish = (): void => end(resolve);
    const abandon = (): void =>
      end(() => reject(refuse("MALFORMED_JSON", { detail: "The body ended early" })));
    request.on("data", take).on("end", finish).on("error", reject).on("close", abandon);
  });
}
