/** Runs `work` after the work that runs under this key; `previous` is that work's result, if it had one. */
export type RunOncePerKey<Result> = (
  key: string,
  work: (previous: Result | undefined) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs requests of one key one after the other in this process, so that equal requests do not compete
 * for the last place. This only saves refusals: the unique index decides the race.
 */
export function runOncePerKey<Result>(): RunOncePerKey<Result> {
  const latest = new Map<string, Promise<Result>>();
  return async (key, work) => {
    const running = latest.get(key)?.then(work, () => work(undefined)) ?? work(undefined);
    latest.set(key, running);
    try {
      return await running;
    } finally {
      if (latest.get(key) === running) latest.delete(key);
    }
  };
}
