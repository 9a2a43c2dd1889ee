import { setTimeout as pause } from "node:timers/promises";

export interface Arrivals {
  /** Begins nothing more; resolves when all that was begun has ended. */
  end(): Promise<void>;
}

/** Begins turns at a steady rate, whether or not the earlier ones have ended. */
export function beginArrivals(
  perSecond: number,
  act: (turn: number) => Promise<unknown>,
): Arrivals {
  const open = new Set<Promise<unknown>>();
  let isOver = false;
  const arrivals = (async () => {
    const startedAt = performance.now();
    for (let turn = 0; !isOver; turn++) {
      const work = act(turn);
      open.add(work);
      void work.finally(() => open.delete(work));
      const dueAt = startedAt + ((turn + 1) * 1_000) / perSecond;
      await pause(Math.max(0, dueAt - performance.now()));
    }
  })();
  return {
    async end() {
      isOver = true;
      await arrivals;
      await Promise.all(open);
    },
  };
}
