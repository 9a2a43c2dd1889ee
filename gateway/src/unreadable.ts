import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { problemOf } from "./problem.ts";

/** On the socket itself, as an exchange is on its response. */
const lastAnswer = Symbol("last answer");

type Answered = Duplex & { [lastAnswer]?: ServerResponse };

/** How long a client may take to read why it is cut off. */
const lingerMs = 1_000;

/**
 * Answers what cannot be read as a request (broken, headers too large, too slow) and closes the
 * connection: Node makes no request of it, so that nothing else would answer with our headers and
 * body.
 */
export function createUnreadableAnswers(): {
  /** To be told of every request that could be read. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  refuse(error: NodeJS.ErrnoException, socket: Duplex): void;
} {
  return {
    follow({ socket }, response) {
      (socket as Answered)[lastAnswer] = response;
    },
    refuse(error, socket) {
      const answer = (socket as Answered)[lastAnswer];
      // In the middle of an answer another one would be taken for a part of it.
      const isAnswering = answer?.headersSent === true && !answer.writableFinished;
      if (isAnswering || !socket.writable || error.code === "ECONNRESET") {
        socket.destroy();
        return;
      }
      socket.end(unreadableAnswer(error.code));
      setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  };
}

/** The whole answer. Only 408 has no problem body: the interface knows no code for it. */
function unreadableAnswer(code: string | undefined): string {
  const requestId = randomUUID();
  const isLate = code === "ERR_HTTP_REQUEST_TIMEOUT";
  const detail =
    code === "HPE_HEADER_OVERFLOW" ? "the headers are too large" : "the request is not valid HTTP";
  const problem = problemOf({ code: "VALIDATION_FAILED", details: { detail } }, requestId);
  const status = isLate ? 408 : problem.status;
  const body = isLate ? "" : JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
