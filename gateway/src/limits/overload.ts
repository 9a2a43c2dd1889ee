import type { Action } from "@slipway/contracts";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { refuse } from "@slipway/broker";
import { readsShare, tenantShare } from "../constants.ts";
import type { Limits } from "../limit-table.ts";
import { createRunning } from "./running.ts";

interface Place {
  readonly kind: Action["kind"];
  /** Null: of a client without a credential. */
  readonly tenantId: string | null;
  readonly hasBegun?: boolean;
}

/** Bounds what is worked on at once, and watches how late the event loop is. A refused client may repeat. */
export function createOverload(limits: Pick<Limits, "inFlightMax" | "loopDelayMsMax">) {
  const loop = watchLoop(limits.loopDelayMsMax);
  const ofTenants = createRunning(
    Math.max(1, limits.inFlightMax * tenantShare),
    "requests of the tenant",
  );
  let inFlight = 0;
  const expectRoom = (kind: Action["kind"]): void => {
    // Bookings go on a little longer than the lists of those who look.
    const places = limits.inFlightMax * (kind === "read" ? readsShare : 1);
    if (inFlight >= places || loop.isLate) throw overloaded();
  };
  return {
    /** Refuses with OVERLOADED when there is no room; called before anything else is done. */
    expectRoom,
    /**
     * Takes a place, or refuses with OVERLOADED, or with RATE_LIMITED where the tenant has its share; what
     * it returns gives the place back. A request that has begun is not refused.
     */
    takePlace({ kind, tenantId, hasBegun = false }: Place) {
      if (!hasBegun) expectRoom(kind);
      const end = tenantId === null ? undefined : ofTenants.begin(tenantId, hasBegun);
      inFlight++;
      return () => {
        inFlight--;
        end?.();
      };
    },
    stop: () => loop.stop(),
  };
}

const waitSecondsMax = 5;

/** Clients that are refused together are told different times, so that they do not come back together. */
export function overloaded(): Error {
  return refuse("OVERLOADED", {
    retryAfterSeconds: 1 + Math.floor(Math.random() * waitSecondsMax),
  });
}

const resolutionMs = 100;
const windowMs = 2_000;

/**
 * Late is a loop half of whose turns took too long in the last window. Single long turns, a
 * collection of garbage or a machine that is busy otherwise, are no reason to turn clients away.
 */
function watchLoop(delayMsMax: number): { isLate: boolean; stop: () => void } {
  if (delayMsMax === 0) return { isLate: false, stop: () => {} };
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const timer = setInterval(() => {
    loop.isLate = delays.percentile(50) / 1e6 - resolutionMs > delayMsMax;
    delays.reset();
  }, windowMs).unref();
  const loop = {
    isLate: false,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
  return loop;
}
