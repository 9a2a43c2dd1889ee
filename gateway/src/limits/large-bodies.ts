import { overloaded } from "./overload.ts";

/** Room for the requests with large bodies that are read and worked on at a time. */
export interface LargeBodies {
  /**
   * Takes room for so many bytes, in turn; what it returns gives the room back. Refuses with
   * OVERLOADED when there is none for too long.
   */
  enter(bytes: number): Promise<() => void>;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/**
 * Bounds what large bodies take in memory, from their first byte to the answer: they wait unread, in
 * their clients and the system's buffers.
 */
export function createLargeBodies({
  bytesMax,
  waitMsMax,
}: {
  bytesMax: number;
  waitMsMax: number;
}): LargeBodies {
  const waiting: Waiting[] = [];
  let taken = 0;

  function beginNext(): void {
    for (;;) {
      const [next] = waiting;
      if (!next || (taken > 0 && taken + next.bytes > bytesMax)) return;
      waiting.shift();
      taken += next.bytes;
      next.begin();
    }
  }

  return {
    async enter(bytes) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const turn: Waiting = { bytes, begin: resolve };
      waiting.push(turn);
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        beginNext();
        reject(overloaded());
      }, waitMsMax);
      beginNext();
      await promise.finally(() => clearTimeout(timer));
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        taken -= bytes;
        beginNext();
      };
    },
  };
}
