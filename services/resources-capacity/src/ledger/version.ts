import type { Ledger } from "./ledger.ts";

/**
 * Identifies one write of a ledger. The revision alone does not: after a crash or a fail-over the
 * database may undo a write, and another write then makes the same revision again.
 */
export type Version = Pick<Ledger, "revision" | "commit">;

export function isSameVersion(one: Version, other: Version): boolean {
  return one.revision === other.revision && one.commit === other.commit;
}
