import type { IncomingMessage, ServerResponse } from "node:http";
import { discardMsMax, discardedBytesMax, discardedBytesPerSecond } from "../constants.ts";
import { createPace } from "../limits/pace.ts";

/** How fast the gateway takes them, all of them together. */
const discarding = createPace(discardedBytesPerSecond);

/**
 * Takes the rest of an unread body for a while, so that the client reads its answer. Closing at once would reset
 * the connection, and many clients would never see the answer.
 * Calls back once, with whether the body has ended: if not, it has taken enough.
 */
export function discardRest(
  request: IncomingMessage,
  whenOver: (isComplete: boolean) => void,
): void {
  let discarded = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off("data", discard).off("end", end).off("close", end);
    whenOver(request.complete);
  };
  const discard = (piece: Buffer): void => {
    discarded += piece.length;
    if (discarded > discardedBytesMax) end();
    else discarding.took(request, piece.length);
  };
  const timer = setTimeout(end, discardMsMax);
  request.on("data", discard).once("end", end).once("close", end);
  request.resume();
}

/** Takes the rest of a request that was answered before all of it had come, within the same bounds. */
export function discardUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !response.writableFinished) return;
  discardRest(request, (isComplete) => {
    if (!isComplete) request.socket.destroy();
  });
}
