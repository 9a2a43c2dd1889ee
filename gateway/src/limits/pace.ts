/** A stream that can pause and go on: a request whose body is being read. */
interface Flow {
  pause(): unknown;
  resume(): unknown;
}

const tickMs = 10;

/**
 * Lets bytes of many connections through no faster than one speed for all of them.
 * A client that pushes large bodies, wanted or not, would otherwise keep the event loop busy with nothing
 * but reading. Flows go on in the order in which they were halted.
 */
export function createPace(bytesPerSecond: number) {
  const waiting: Flow[] = [];
  const perTick = (bytesPerSecond / 1_000) * tickMs;
  let allowed = perTick;
  let at = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function refill(): void {
    const now = performance.now();
    // After a rest, or a loop that was late, a few ticks' worth is let through at once.
    allowed = Math.min(4 * perTick, allowed + ((now - at) / 1_000) * bytesPerSecond);
    at = now;
  }

  function next(): void {
    refill();
    // The bytes of one that goes on come later: it is charged for a chunk until they do.
    for (let room = allowed; room > 0 && waiting.length > 0; room -= chunkBytes)
      waiting.shift()?.resume();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Notes what came; the flow is halted until its turn comes again. */
    took(flow: Flow, bytes: number) {
      refill();
      allowed -= bytes;
      if (allowed >= 0) return;
      flow.pause();
      waiting.push(flow);
      timer ??= setInterval(next, tickMs).unref();
    },
  };
}

const chunkBytes = 64 * 1024;
