import type { ServerResponse } from "node:http";
import { writtenPieceBytes } from "../constants.ts";

/** Clients while they read. One that reads too slowly is cut off: its answer takes memory meanwhile. */
export interface Readers {
  /** Writes piece by piece, each when the last was taken. False: the client has gone, or was cut off. */
  write(response: ServerResponse, bytes: Buffer): Promise<boolean>;
  /**
   * Calls back when an answer that was written whole has been sent or its client has gone. Returns false, without a
   * call, if that has happened.
   */
  watch(response: ServerResponse, whenOver: () => void): boolean;
}

export function createReaders(bytesPerSecondMin: number): Readers {
  const pieceMs = (writtenPieceBytes / bytesPerSecondMin) * 1_000;
  return {
    async write(response, bytes) {
      for (let at = 0; at < bytes.length; at += writtenPieceBytes) {
        if (response.destroyed) return false;
        if (!response.write(bytes.subarray(at, at + writtenPieceBytes)))
          await untilTaken(response, "drain", pieceMs);
      }
      return !response.destroyed;
    },
    watch(response, whenOver) {
      // Nearly always the system has taken it at once.
      if (response.destroyed || response.writableLength === 0) return false;
      void untilTaken(response, "finish", pieceMs).then(whenOver);
      return true;
    },
  };
}

/** Resolves when the client has taken it or has gone; one that takes too long is cut off. */
function untilTaken(
  response: ServerResponse,
  event: "drain" | "finish",
  msMax: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => response.destroy(), msMax).unref();
  const end = (): void => {
    clearTimeout(timer);
    response.off(event, end).off("close", end);
    resolve();
  };
  response.once(event, end).once("close", end);
  return promise;
}
