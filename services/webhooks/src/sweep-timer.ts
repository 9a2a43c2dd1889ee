import { sweepDeliveries } from "./delivery/sweep-deliveries.ts";
import type { Deps } from "./deps.ts";
import { renewSeals } from "./subscription/renew-seals.ts";

export interface Sweep {
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 60 * 60 * 1_000;

/** Forgets old deliveries and renews old seals, at the start and every hour. */
export function sweepTimer(deps: Deps): Sweep {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    sweeping = Promise.all([sweepDeliveries(deps), renewSeals(deps)]).then(
      () => undefined,
      (error: unknown) => deps.warn(`webhooks: ${String(error)}`),
    );
  };
  return {
    start() {
      sweep();
      timer = setInterval(sweep, everyMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
