import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { createBoundedLines } from "../limits/bounded-lines.ts";
import { problemOf } from "./problem.ts";

/** On the socket itself, as an exchange is on its response: a client may send requests ahead. */
const answers = Symbol("answers");

type Answered = Duplex & { [answers]?: readonly ServerResponse[] };

/** How long a client may take to read why it is cut off. */
const lingerMs = 1_000;

/**
 * Answers what cannot be read as a request (broken, headers too large, too slow) and closes the connection. Node
 * makes no request of it, so no other code would answer with our headers and body, or log it. Behind a proxy the
 * line has the proxy's address: no header could be read.
 */
export function createUnreadableAnswers(log: Logger, nameAddress: (ip: string) => string) {
  const lines = createBoundedLines((fields) => log.info(fields, "unreadable request"));
  return {
    /** To be called with every request that could be read. */
    follow({ socket }: IncomingMessage, response: ServerResponse) {
      const before = (socket as Answered)[answers] ?? [];
      // They end in their order: once the last has, all have.
      const isOver = before.at(-1)?.writableFinished ?? true;
      (socket as Answered)[answers] = isOver ? [response] : [...before, response];
    },
    refuse(error: NodeJS.ErrnoException, socket: Duplex) {
      const { code = "UNKNOWN" } = error;
      if (!isLeaving.test(code))
        lines.write(nameAddress((socket as Socket).remoteAddress ?? ""), { reason: code });
      // Another answer would be taken for that of a request that is being carried out, or for a part of it.
      const isOwed = (socket as Answered)[answers]?.some(
        ({ writableFinished, headersSent, req }) =>
          !writableFinished && (headersSent || req.complete),
      );
      if (isOwed || !socket.writable || code === "ECONNRESET") {
        socket.destroy();
        return;
      }
      socket.end(unreadableAnswer(code));
      setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  };
}

/** Answers of what Node makes no request of. */
export type UnreadableAnswers = ReturnType<typeof createUnreadableAnswers>;

/** The client has gone in the middle of a request, which says nothing of what it has sent. */
const isLeaving = /^(ECONNRESET|EPIPE|HPE_INVALID_EOF_STATE)$/;

/** The whole answer. Only 408 has no problem body: the interface knows no code for it. */
function unreadableAnswer(code: string): string {
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
