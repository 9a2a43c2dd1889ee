import { randomUUID } from "node:crypto";
import { refuse } from "@slipway/broker";
import {
  type OutboxDocument,
  type OutboxEvent,
  type Relay,
  type mongo,
  ofTenant,
} from "@slipway/store";
import type { ClaimStore } from "./claim-store.ts";
import { claimsOf } from "./claim-steps.ts";
import { ledgerOf } from "./ledger-document.ts";
import type { LedgerAddress } from "./day.ts";
import type { Ledger } from "./ledger.ts";
import { type LedgerCollection, openTogether } from "./open-ledgers.ts";
import { type Rebuilt, isLost, rebuilt } from "./rebuilt.ts";
import type { Version } from "./version.ts";
import { rereadsMax } from "../constants.ts";

export interface ReadDeps {
  readonly relay: Relay;
  readonly claims: Pick<ClaimStore, "listOf">;
  readonly warn: (line: string) => void;
}

/**
 * A ledger may vanish while its claims stay: a person deletes it, or restores its collection from an older dump. Such a
 * ledger is lost. So a ledger that names no resource counts only once the process has looked for claims of its day, after
 * it has read the ledger. All other ledgers pay nothing. The races:
 *
 * - Two processes, or one that ends in between: each inserts an empty ledger or finds one, looks, and filters its version.
 *   One write wins; the other process reads again. It looks again at an empty ledger that a bump has written meanwhile.
 * - A command was decided on a ledger that is lost since: each inserted ledger has a token of its own. So no write and no
 *   answer takes it for an earlier ledger. A late insert brings one more empty ledger.
 * - A claim is taken between read and look: it looks like a loss, but the version has changed.
 * - A fail-over: a record has no step that a fail-over can undo, so a claim with a record was taken.
 * - A hold ends: a ledger's time is lost with it, and goes on from the database's. If a fail-over has just set that back,
 *   a hold may be confirmed that had ended before. Nothing in the claims shows it.
 * - A step was only in the lost log: it is lost, too, or its late copy is not counted. Doctor finds both. Copies take
 *   milliseconds, so this needs a loss beside running processes.
 *
 * - A departure was called off: the decision stood in the ledger alone, so the departure is sold again. The audit log has
 *   the call-off, and the operator repeats it (docs/deploy.md).
 *
 * A lost ledger that was closed is open again, and the next run of the archive closes it.
 */
export function readsOf(collection: LedgerCollection, { relay, claims, warn }: ReadDeps) {
  const open = openTogether(collection);
  const mending = rebuilding(collection, relay);

  /** False: it was lost, and is made again from its claims or was written meanwhile. Read it again. */
  async function isWhole(ledger: Ledger, now: number): Promise<boolean> {
    // mark: lost-ledger
    if (ledger.resources.size > 0 || ledger.isClosed) return true;
    const found = claimsOf(ledger, await claims.listOf(ledger.address.id));
    if (!isLost(ledger, found)) return true;
    const after = rebuilt(ledger, found, Math.max(ledger.at, now));
    if (await mending.setRebuilt(ledger, after, { now, events: [] }))
      warn(`ledger ${ledger.address.id} was lost, and is made again from ${found.size} claims`);
    return false;
  }

  return {
    ...mending,

    /** Inserts the ledger if it is absent. It counts only once `isWhole` has looked whether it was lost. */
    open,
    isWhole,

    /** Inserts the ledger if it is absent, and makes it again from its claims if it was lost. */
    async read(address: LedgerAddress, now: number) {
      for (let reread = 0; reread < rereadsMax; reread++) {
        const ledger = await open({ address, now });
        if (await isWhole(ledger, now)) return ledger;
      }
      throw refuse("SERVICE_UNAVAILABLE");
    },

    /** A majority read that writes nothing. */
    async peek({ tenantId, id }: LedgerAddress) {
      const found = await collection.findOne(ofTenant(tenantId, { _id: id }));
      return found ? ledgerOf(found) : undefined;
    },
  };
}

function rebuilding(collection: LedgerCollection, relay: Relay) {
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;
  return {
    /** Sets the rebuilt usages and adds the events; false if another write came first. */
    async setRebuilt(
      ledger: Ledger,
      after: Rebuilt,
      { now, events }: { now: number; events: OutboxEvent[] },
    ) {
      const { address, at } = ledger;
      const version = { commit: randomUUID(), at: new Date(Math.max(at, now)) };
      const { matchedCount } = await collection.updateOne(versionOf(ledger), {
        $set: { ...after, resources: [...after.resources], ...version },
        ...(events.length > 0 ? { $push: { outbox: { $each: events } } } : {}),
      });
      if (matchedCount === 1) relay.committed(withOutbox, address.id, events);
      return matchedCount === 1;
    },
  };
}

/** The filter of a write on the version that was read. */
export function versionOf({ address, revision, commit }: Ledger): VersionFilter {
  return ofTenant(address.tenantId, { _id: address.id, revision, commit });
}

export interface VersionFilter extends Version {
  readonly _id: string;
  readonly tenantId: string;
}
