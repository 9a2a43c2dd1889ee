import type { ResourceStore } from "../ledger/resource-store.ts";
import type { ClaimStore } from "../ledger/claim-store.ts";
import type { LedgerStore } from "../ledger/ledger-store.ts";
import type { Attachments } from "./attachment-queue.ts";

export interface ActorDeps {
  readonly ledgers: LedgerStore;
  readonly claims: ClaimStore;
  readonly resources: ResourceStore;
  readonly attachments: Attachments;
  /**
   * Milliseconds since the epoch, never later than the database's clock. So a hold's places are not
   * sold again before the hold is over by that clock.
   */
  readonly clock: () => number;
  /** The same, measured since the primary last changed; rejects while there is no primary. */
  readonly certainTime: () => Promise<number>;
  readonly warn: (line: string) => void;
}
