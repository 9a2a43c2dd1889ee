import type { Deps } from "../deps.ts";
import { recoverClaims } from "./recover-claims.ts";

/** Recovers claims every few seconds until the answered function is called; it waits for the last. */
export function sweepClaims(deps: Deps): () => Promise<void> {
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
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await sweeping;
  };
}
