import { type Request, ownRequest } from "@slipway/broker";
import { writeTransition } from "./apply-transition.ts";
import { type Booking, decideExpire } from "../booking.ts";
import type { Deps } from "../deps.ts";
import type { TakeLease } from "@slipway/store";

const pageSize = 256;
const atOnce = 16;

/**
 * Writes EXPIRED into every hold past its expiry and releases its claims. This is housekeeping: readers
 * and ledgers have counted the hold as expired since expiresAt.
 */
export async function expireBookings(deps: Deps): Promise<number> {
  let expired = 0;
  for (;;) {
    const lapsed = await deps.everyTenant.listLapsed(new Date(deps.clock()), pageSize);
    let swept = 0;
    for (let from = 0; from < lapsed.length; from += atOnce) {
      const some = lapsed.slice(from, from + atOnce);
      const results = await Promise.all(some.map((booking) => expire(deps, booking)));
      swept += results.filter(Boolean).length;
    }
    expired += swept;
    // Another replica has written the rest, or the next sweep will.
    if (lapsed.length < pageSize || swept === 0) return expired;
  }
}

async function expire(deps: Deps, booking: Booking): Promise<boolean> {
  const decision = decideExpire(booking, deps.clock());
  if (!decision.ok) return false;
  const request: Request = ownRequest(deps.broker, booking.tenantId);
  try {
    const write = { verb: "expire", set: decision.set, lapsed: true };
    return (await writeTransition(deps, request, booking, write)) !== null;
  } catch (error) {
    deps.log("warn", `expiry of ${booking._id}: ${String(error)}`);
    return false;
  }
}

/** A repeating sweep that runs on one replica at a time. */
export interface Sweep {
  start(): void;
  stop(): Promise<void>;
}

interface SweepOptions {
  takeLease: TakeLease;
  everyMs: number;
  /** The database's clock, which all replicas share; a test's clock does not change it. */
  databaseNow: () => number;
}

/** Sweeps at this interval. The lease ends soon after its holder stops renewing it. */
export function holdSweep(deps: Deps, { takeLease, everyMs, databaseNow }: SweepOptions): Sweep {
  const holder = deps.broker.nodeID;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = true;

  async function sweep(): Promise<void> {
    try {
      const isOurs = await takeLease("hold-sweep", holder, databaseNow(), everyMs + 500);
      if (isOurs) await expireBookings(deps);
    } catch (error) {
      deps.log("warn", `sweep of holds: ${String(error)}`);
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = sweep().then(() => {
        if (!stopped) schedule();
      });
    }, everyMs).unref();
  }

  return {
    start() {
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
