import type { Action } from "@slipway/contracts";
import type { ServerResponse } from "node:http";
import { type ServiceBroker, refuse } from "@slipway/broker";
import { type FailedLogins, createFailedLogins } from "./failed-logins.ts";
import { type FailedLookups, createFailedLookups } from "./failed-lookups.ts";
import type { Limits } from "./limits.ts";
import { createOverload } from "./overload.ts";
import { createRateLimit } from "./rate-limit.ts";
import { shareSpending } from "./share-spending.ts";

/** Keeps one client's requests, or all of them together, from being too many. */
export interface Guard {
  /** Before anything is done: refuses with OVERLOADED when there is no room. */
  enter(response: ServerResponse, kind: Action["kind"]): Stay;
  readonly failedLookups: FailedLookups;
  readonly failedLogins: FailedLogins;
  stop(): Promise<void>;
}

/** One request while it is served; the methods in the order of the checks. */
export interface Stay {
  /** Right after the credential is known: RATE_LIMITED beyond what it may send, or run at once. */
  countFor(credentialId: string): void;
  /** When all of the request is there: it is worked on from here, or refused with OVERLOADED. */
  beginWork(): void;
  /** The request is over, however it ended. */
  leave(): void;
}

/** @param broker over which gateways tell each other what credentials have spent. */
export function createGuard(limits: Limits, broker: ServiceBroker): Guard {
  const overload = createOverload(limits);
  const rateLimit = createRateLimit(limits.requestsPerSecond);
  const stopSharing =
    limits.requestsPerSecond === 0 ? async () => {} : shareSpending(broker, rateLimit);
  const running = new Map<string, number>();

  function begin(credentialId: string): () => void {
    const others = running.get(credentialId) ?? 0;
    if (others >= limits.concurrentMax)
      throw refuse("RATE_LIMITED", { detail: "Too many requests at the same time" });
    running.set(credentialId, others + 1);
    return () => {
      const left = (running.get(credentialId) ?? 1) - 1;
      if (left > 0) running.set(credentialId, left);
      else running.delete(credentialId);
    };
  }

  return {
    enter(response, kind) {
      overload.expectRoom(kind);
      const ends: (() => void)[] = [];
      return {
        countFor(credentialId) {
          rateLimit.count(credentialId, (headers) => {
            for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
          });
          ends.push(begin(credentialId));
        },
        beginWork: () => void ends.push(overload.takePlace(kind)),
        leave: () => ends.splice(0).forEach((end) => end()),
      };
    },
    failedLookups: createFailedLookups(limits.failedLookupsPerMinute),
    failedLogins: createFailedLogins(limits.failedLoginsPerMinute),
    async stop() {
      overload.stop();
      await stopSharing();
    },
  };
}
