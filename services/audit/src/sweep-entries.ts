import type { Deps } from "./deps.ts";
import { keptFrom } from "./entry.ts";

/** Small enough that a sweep never keeps a request waiting. */
const batchMax = 1_000;

/** Removes what is older than it is to be kept; answers how many. Several replicas may do so. */
export async function sweepEntries({ entries, config, clock }: Deps): Promise<number> {
  const before = keptFrom(config.keepDays, clock());
  if (before === null) return 0;
  let swept = 0;
  for (;;) {
    const removed = await entries.removeBefore(before, batchMax);
    swept += removed;
    if (removed < batchMax) return swept;
  }
}
