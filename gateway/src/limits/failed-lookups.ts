import { setTimeout as pause } from "node:timers/promises";
import { createFairQueue } from "@slipway/fair-queue";
import { networkOf } from "./client-address.ts";
import { knownCredentialsMax, lookupTurnMsMin, waitingLookupsMax } from "../constants.ts";
import { createPerMinute, rateLimited } from "./allowance.ts";

/** A credential by its digest, and the address of the client that has sent it. */
export interface Asked {
  readonly address: string;
  readonly digest: string;
}

/** @param perMinute of an address; 0: nothing is limited. */
export function createFailedLookups(perMinute: number, clock?: () => number) {
  const failures = createPerMinute(perMinute, clock);
  /** Digests of credentials that were found; the one that was found longest ago stands first. */
  const known = new Set<string>();
  const turns = createFairQueue({
    atOnce: 1,
    waitingMax: waitingLookupsMax,
    full: () => rateLimited(1),
  });

  return {
    /**
     * Looks a credential up and answers what it finds. Once the address has used up its failures, only a
     * good credential is answered: one that this gateway knows at once, another in its turn. Refuses the
     * rest with RATE_LIMITED, so nobody behind an address locks out the others.
     */
    async bound<Found>({ address, digest }: Asked, look: () => Promise<Found | null>) {
      if (known.has(digest)) return look();
      const network = networkOf(address);
      const waitSeconds = failures.look(network).waitSeconds;
      if (waitSeconds === 0) return look();
      const [found] = await turns.run({ group: "spent", by: network }, () =>
        Promise.all([look(), pause(lookupTurnMsMin)]),
      );
      if (found === null) throw rateLimited(waitSeconds);
      return found;
    },
    /** Notes what a look-up has found; of what is answered from memory nothing is noted. */
    note({ address, digest }: Asked, isFound: boolean) {
      known.delete(digest);
      if (!isFound) return void failures.spend(networkOf(address), 1);
      known.add(digest);
      const [oldest] = known;
      if (known.size > knownCredentialsMax && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** Bounds what guessing costs: look-ups, by address, that find no credential. A text that is none costs no look-up. */
export type FailedLookups = ReturnType<typeof createFailedLookups>;
