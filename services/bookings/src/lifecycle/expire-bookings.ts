import { type Request, ownRequest } from "@slipway/broker";
import { writeMove } from "./apply-transition.ts";
import { type Booking, decideExpire } from "../booking.ts";
import type { Deps } from "../deps.ts";
import type { TakeLease } from "@slipway/store";

const pageSize = 256;
const atOnce = 16;

/**
 * Writes EXPIRED into every hold whose time is over and gives its places back, whatever state its
 * claims are in. Housekeeping: readers and ledgers have counted the hold as over since expiresAt.
 */
export async function expireBookings(deps: Deps): Promise<number> {
  let expired = 0;
  for (;;) {
    const lapsed = await deps.everyTenant.listLapsed(new Date(deps.clock()), pageSize);
    let moved = 0;
    for (let from = 0; from < lapsed.length; from += atOnce) {
      const some = lapsed.slice(from, from + atOnce);
      const results = await Promise.all(some.map((booking) => expire(deps, booking)));
      moved += results.filter(Boolean).length;
    }
    expired += moved;
    // What was found but not moved is another replica's or waits for the next sweep.
    if (lapsed.length < pageSize || moved === 0) return expired;
  }
}

async function expire(deps: Deps, booking: Booking): Promise<boolean> {
  const decision = decideExpire(booking, deps.clock());
  if (!decision.ok) return false;
  const request: Request = ownRequest(deps.broker, booking.tenantId);
  try {
    const write = { verb: "expire", set: decision.set, lapsed: true };
    return (await writeMove(deps, request, booking, write)) !== null;
  } catch (error) {
    deps.log("warn", `expiry of ${booking._id}: ${String(error)}`);
    return false;
  }
}

/** A sweep that repeats, on one replica at a time. */
export interface Sweep {
  start(): void;
  stop(): Promise<void>;
}

interface SweepOptions {
  takeLease: TakeLease;
  everyMs: number;
  /** The database's clock: all replicas go by it, and a test's clock does not move it. */
  databaseNow: () => number;
}

/** Sweeps every few milliseconds; the lease ends soon after its holder stops renewing it. */
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
