import { watchMailboxes } from "@slipway/metrics";
import { type Actor, createActor } from "./actor.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";
import { actorsMax } from "../constants.ts";

export function createActors(deps: ActorDeps) {
  const actors = new Map<string, Actor>();
  const unwatch = watchMailboxes(() => [...actors.values()].map((actor) => actor.queueLength()));

  /** Ledgers may be large: what is kept of them is bounded by the ledgers that were used within `viewMsMax`. */
  function makeRoom(): void {
    for (const actor of actors.values()) actor.dropOldView();
    for (const [id, actor] of actors) {
      if (actors.size < actorsMax) return;
      if (actor.isIdle()) actors.delete(id);
    }
  }

  async function settle(): Promise<void> {
    await Promise.all([...actors.values()].map((actor) => actor.settle()));
  }

  return {
    at(address: LedgerAddress) {
      const id = `${address.tenantId}|${address.id}`;
      const found = actors.get(id);
      if (found) return found;
      makeRoom();
      const actor = createActor(address, deps);
      actors.set(id, actor);
      return actor;
    },
    /** Resolves when every step committed here before the call is copied. */
    async whenCopied() {
      await Promise.all([...actors.values()].map((actor) => actor.whenCopied()));
    },
    /** Resolves when no command waits and every step committed here is copied. */
    settle,
    /** Decides the waiting commands, then gives up the copies that fail. */
    async stop() {
      unwatch();
      for (const actor of actors.values()) actor.stop();
      await settle();
    },
  };
}

/** The actors of the ledgers that this process serves. */
export type Actors = ReturnType<typeof createActors>;
