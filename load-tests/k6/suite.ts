/** All that a test of the suite is made of, and clients that arrive at a rate. */
import type { ConstantArrivalRateScenario } from "k6/options";

export * from "./api.ts";
export * from "./outcomes.ts";
export * from "./run-settings.ts";
export * from "./sale.ts";
export { handleSummary } from "./summary.ts";

interface Arrivals {
  readonly perSecond: number;
  readonly seconds: number;
  readonly startSecond?: number;
  /** The exported function that each runs. */
  readonly exec: string;
  readonly tags?: Record<string, string>;
}

/**
 * How long a client may stay before there are too few of them for the rate, which crosses a threshold. All
 * are there from the beginning: making more on the way would take the processor from the server beside.
 */
const staySecondsMax = 3;

/** Clients that come whatever becomes of those before them: an open model. */
export function arrivals(plan: Arrivals): ConstantArrivalRateScenario {
  const { perSecond, seconds, startSecond = 0, exec, tags = {} } = plan;
  const clients = Math.ceil(perSecond * staySecondsMax) + 10;
  return {
    executor: "constant-arrival-rate",
    rate: perSecond,
    timeUnit: "1s",
    duration: `${seconds}s`,
    startTime: `${startSecond}s`,
    preAllocatedVUs: clients,
    maxVUs: clients,
    gracefulStop: "30s",
    exec,
    tags,
  };
}
