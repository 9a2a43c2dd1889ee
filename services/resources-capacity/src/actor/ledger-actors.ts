import { watchMailboxes } from "@slipway/metrics";
import { type Actor, createActor } from "./actor.ts";
import type { LedgerAddress } from "../ledger/day.ts";
import type { ActorDeps } from "./deps.ts";

/** The actors of the ledgers that this process works on. */
export interface Actors {
  at(address: LedgerAddress): Actor;
  /** Resolves when everything committed here before the call is copied. */
  copied(): Promise<void>;
  /** Resolves when nothing waits anywhere and everything committed here is copied. */
  settle(): Promise<void>;
  /** Lets what waits be decided, then gives up whatever cannot be copied now. */
  stop(): Promise<void>;
}

/** Kept for their views; an idle one beyond this number goes. */
const actorsMax = 2_000;

export function createActors(deps: ActorDeps): Actors {
  const actors = new Map<string, Actor>();
  const unwatch = watchMailboxes(() => [...actors.values()].map((actor) => actor.waiting()));

  function makeRoom(): void {
    for (const [id, actor] of actors) {
      if (actors.size < actorsMax) return;
      if (actor.isIdle()) actors.delete(id);
    }
  }

  async function settle(): Promise<void> {
    await Promise.all([...actors.values()].map((actor) => actor.settle()));
  }

  return {
    at(address) {
      const id = `${address.tenantId}|${address.id}`;
      const found = actors.get(id);
      if (found) return found;
      makeRoom();
      const actor = createActor(address, deps);
      actors.set(id, actor);
      return actor;
    },
    async copied() {
      await Promise.all([...actors.values()].map((actor) => actor.copied()));
    },
    settle,
    async stop() {
      unwatch();
      for (const actor of actors.values()) actor.stop();
      await settle();
    },
  };
}
