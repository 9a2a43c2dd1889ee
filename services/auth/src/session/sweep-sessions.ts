import { ownRequest } from "@slipway/broker";
import type { Deps } from "../deps.ts";
import { removeSession } from "./remove-session.ts";

const sweepEveryMs = 60_000;
const batchMax = 100;

type Swept = Pick<Deps, "broker" | "sessions" | "failures" | "clock">;

/**
 * Removes sessions that have ended by themselves, and failures that count no longer. Nothing depends
 * on when: an expired session lets nobody in, swept or not. Several replicas may sweep at once.
 */
export async function sweepSessions(deps: Swept): Promise<void> {
  const { caller } = ownRequest(deps.broker, "-");
  await deps.failures.sweep(deps.clock());
  for (;;) {
    const over = await deps.sessions.listOver(deps.clock(), batchMax);
    for (const session of over) await removeSession(deps, caller, session, "expire");
    if (over.length < batchMax) return;
  }
}

export interface Sweep {
  start(): void;
  /** Ends the timer; resolves when no sweep runs any more. */
  stop(): Promise<void>;
}

/** Sweeps every minute. A sweep that fails is left to the next one. */
export function sessionSweep(deps: Swept, warn: (line: string) => void): Sweep {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const sweep = (): void => {
    running ??= sweepSessions(deps)
      .catch((error: unknown) => warn(`sweep of sessions: ${String(error)}`))
      .finally(() => (running = undefined));
  };
  return {
    start() {
      timer = setInterval(sweep, sweepEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
