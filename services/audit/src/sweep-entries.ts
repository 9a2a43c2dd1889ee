import type { Deps } from "./deps.ts";
import { keptFrom } from "./entry.ts";

const sweepEveryMs = 60 * 60 * 1_000;
/** Small enough that a sweep never keeps a request waiting. */
const batchMax = 1_000;

/** Removes what is older than it is to be kept; answers how many. Several replicas may do so. */
export async function sweepEntries({ entries, keepDays, clock }: Deps): Promise<number> {
  const before = keptFrom(keepDays, clock());
  if (before === null) return 0;
  let swept = 0;
  for (;;) {
    const removed = await entries.removeBefore(before, batchMax);
    swept += removed;
    if (removed < batchMax) return swept;
  }
}

/** Sweeps now and then every hour, until the returned function is called and has resolved. */
export function sweepRegularly(deps: Deps): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = (): void => {
    sweeping = sweepEntries(deps).catch((error: unknown) =>
      deps.warn(`audit retention: ${String(error)}`),
    );
  };
  sweep();
  const timer = setInterval(sweep, sweepEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
