import type { Deps } from "../deps.ts";
import { recoverClaims } from "./recover-claims.ts";

export interface Sweep {
  /** Resolves when the current sweep has ended. */
  stop(): Promise<void>;
}

/** Recovers claims every few seconds. */
export function sweepClaims(deps: Deps): Sweep {
  let isStopped = false;
  let sweeping: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      sweeping = recoverClaims(deps)
        .catch((error: unknown) => deps.warn(`recovery of claims: ${String(error)}`))
        .finally(schedule);
    }, deps.config.sweepMs).unref();
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}
