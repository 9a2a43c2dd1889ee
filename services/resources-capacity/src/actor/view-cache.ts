import { refuse } from "@slipway/broker";
import type { ActorDeps } from "./deps.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { Draft } from "../ledger/ledger.ts";
import { type View, type Wanted, viewReader } from "./view.ts";
import { rereadsMax, viewMsMax } from "../constants.ts";

export function createViews(address: LedgerAddress, deps: ActorDeps) {
  const reader = viewReader(address, deps);
  let kept: View | undefined;
  const dropOld = (): void => {
    if (kept && deps.clock() - kept.readAt > viewMsMax) kept = undefined;
  };

  return {
    /** The kept view or a new one, with all that these commands need. */
    async get(wanted: readonly Wanted[]) {
      for (let reread = 0; reread < rereadsMax; reread++) {
        dropOld();
        const view = kept ?? (await reader.readLedger(wanted));
        kept = view && (await reader.fill(view, wanted)) ? view : undefined;
        if (kept) return kept;
      }
      throw refuse("SERVICE_UNAVAILABLE");
    },

    /** Applies a committed draft to the kept view. */
    committed({ ledger, tally, steps }: Draft, dropped: readonly number[], commit: string) {
      ledger.revision++;
      ledger.commit = commit;
      ledger.at = tally.now;
      for (const revision of dropped) ledger.log.delete(revision);
      if (steps.size > 0) ledger.log.set(ledger.revision, [...steps.values()]);
    },

    drop() {
      kept = undefined;
    },
    /** Gives back the memory of a view that is too old to be used. */
    dropOld,
  };
}

/**
 * Keeps an actor's view between batches. If another replica writes, the next version check fails.
 * Measured (decision 0021): 1.21 times the bookings of one hot departure, at 0.88 of the processor time.
 */
export type Views = ReturnType<typeof createViews>;
