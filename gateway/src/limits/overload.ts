import type { Action } from "@slipway/contracts";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { refuse } from "@slipway/broker";
import type { Limits } from "./limits.ts";

/** Whether the gateway can take on more. Whoever is refused here may repeat: nothing was done. */
export interface Overload {
  /** Refuses with OVERLOADED when there is no room; called before anything else is done. */
  expectRoom(kind: Action["kind"]): void;
  /** Takes a place or refuses with OVERLOADED; what it returns gives the place back. */
  takePlace(kind: Action["kind"]): () => void;
  stop(): void;
}

const readsShare = 0.75;

/** Bounds what is worked on at the same time and watches how late the event loop is. */
export function createOverload(
  limits: Pick<Limits, "inFlightMax" | "loopDelayMsMax">,
  windowMs = 2_000,
): Overload {
  const loop = watchLoop(limits.loopDelayMsMax, windowMs);
  let inFlight = 0;
  const expectRoom = (kind: Action["kind"]): void => {
    // Bookings go on a little longer than the lists of those who look.
    const max = limits.inFlightMax * (kind === "read" ? readsShare : 1);
    if (inFlight >= max || loop.isLate()) throw overloaded();
  };
  return {
    expectRoom,
    takePlace(kind) {
      expectRoom(kind);
      inFlight++;
      return () => void inFlight--;
    },
    stop: () => loop.stop(),
  };
}

const waitSecondsMax = 5;

/** Those who are turned away together are not asked back together. */
export function overloaded(): Error {
  return refuse("OVERLOADED", {
    retryAfterSeconds: 1 + Math.floor(Math.random() * waitSecondsMax),
  });
}

const resolutionMs = 20;

/**
 * Late is a loop half of whose turns took too long in the last window. Single long turns, a
 * collection of garbage or a machine that is busy otherwise, are no reason to turn clients away.
 */
function watchLoop(
  delayMsMax: number,
  windowMs: number,
): { isLate: () => boolean; stop: () => void } {
  if (delayMsMax === 0) return { isLate: () => false, stop: () => {} };
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let late = false;
  const timer = setInterval(() => {
    late = delays.percentile(50) / 1e6 - resolutionMs > delayMsMax;
    delays.reset();
  }, windowMs).unref();
  return {
    isLate: () => late,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
