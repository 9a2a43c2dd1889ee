import { refuse } from "@slipway/broker";
import type { ActorDeps } from "./deps.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { Draft } from "../ledger/ledger.ts";
import { type View, type Wanted, viewReader } from "./view.ts";

/** Keeps an actor's view between batches: a write by anybody else shows in the next write or look. */
export interface Views {
  /** The kept view or a new one, with all that these commands are decided on. */
  get(wanted: readonly Wanted[]): Promise<View>;
  /** Takes a committed draft into the kept view. */
  committed(draft: Draft, dropped: readonly number[], commit: string): void;
  drop(): void;
}

const rereadsMax = 20;
/**
 * Whoever changes what claims are decided on makes every view fall before he answers. One who has
 * crashed before that answers nobody, and is noticed after this time.
 */
const viewMsMax = 10_000;

export function createViews(address: LedgerAddress, deps: ActorDeps): Views {
  const reader = viewReader(address, deps);
  let kept: View | undefined;

  return {
    async get(wanted) {
      for (let reread = 0; reread < rereadsMax; reread++) {
        if (kept && deps.clock() - kept.readAt > viewMsMax) kept = undefined;
        // mark: kept-view
        const view = kept ?? (await reader.begin());
        kept = (await reader.fill(view, wanted)) ? view : undefined;
        if (kept) return kept;
      }
      throw refuse("SERVICE_UNAVAILABLE");
    },

    committed({ ledger, tally, steps }, dropped, commit) {
      ledger.revision++;
      ledger.commit = commit;
      ledger.at = tally.now;
      for (const revision of dropped) ledger.log.delete(revision);
      if (steps.size > 0) ledger.log.set(ledger.revision, [...steps.values()]);
    },

    drop() {
      kept = undefined;
    },
  };
}
