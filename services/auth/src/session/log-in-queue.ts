import { availableParallelism } from "node:os";
import { refuse } from "@slipway/broker";
import { type FairQueue, createFairQueue } from "@slipway/fair-queue";
import { logInsWaitingMax } from "../constants.ts";

/** Node has four threads for such work. */
const threads = 4;
/** Half of the processor stays free for all other requests. */
const atOnce = Math.max(1, Math.min(threads, Math.floor(availableParallelism() / 2)));

/** Where log-ins wait for the test of their password: 19 MB and tens of ms of a core each. Refuses with OVERLOADED. */
export function logInQueue(): FairQueue {
  return createFairQueue({ atOnce, waitingMax: logInsWaitingMax, full: tooManyLogIns });
}

/** The refusal of a log-in that has not begun. */
export function tooManyLogIns(): Error {
  return refuse("OVERLOADED", { detail: "Too many log-ins are under way." });
}
