import type { ResourceStore } from "../resource/resource-store.ts";
import type { ClaimStore } from "../claim/claim-store.ts";
import type { LedgerStore } from "../ledger/ledger-store.ts";
import type { Naming } from "./naming-queue.ts";

/** What a ledger's actor is made of. */
export interface ActorDeps {
  readonly ledgers: LedgerStore;
  readonly claims: ClaimStore;
  readonly resources: ResourceStore;
  readonly naming: Naming;
  /**
   * Milliseconds since the epoch, never later than the database's clock: so no place of a hold is
   * sold before that clock says that the hold is over.
   */
  readonly clock: () => number;
  /** The same, measured since the database's primary changed last; rejects while there is none. */
  readonly certainTime: () => Promise<number>;
  readonly warn: (line: string) => void;
}
