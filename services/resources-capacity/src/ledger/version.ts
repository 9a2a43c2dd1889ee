import type { Ledger } from "./ledger.ts";

/**
 * What tells that a ledger was not written since. The revision alone would not: when the database's
 * process dies, what it had not yet in its journal is undone, and another write makes the same
 * revision again.
 */
export type Version = Pick<Ledger, "revision" | "commit">;

export function isSameVersion(one: Version, other: Version): boolean {
  return one.revision === other.revision && one.commit === other.commit;
}
