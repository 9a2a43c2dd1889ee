/** Runs `work`, after whatever runs under this key; it is told the result of that, had it one. */
export type RunOncePerKey<Result> = (
  key: string,
  work: (previous: Result | undefined) => Promise<Result>,
) => Promise<Result>;

/**
 * Lets requests of one key pass one by one in this process, so that equal ones do not compete for
 * the last place. It saves refusals and decides nothing: the unique index does.
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
