import type { Deps } from "./deps.ts";
import { keptFrom } from "./entry.ts";

/** Removes what is older than it is to be kept; answers how many. Several replicas may do so. */
export async function sweepEntries({ entries, config, clock }: Deps): Promise<number> {
  const before = keptFrom(config.keepDays, clock());
  return before === null ? 0 : entries.removeBefore(before);
}
