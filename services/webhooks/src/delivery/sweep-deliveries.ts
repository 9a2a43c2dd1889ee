import { keptMs } from "../constants.ts";
import type { Deps } from "../deps.ts";

/** Small enough that a sweep never keeps a request waiting. */
const batchMax = 1_000;

/** Removes deliveries of more than 30 days ago; answers how many. Several replicas may do so. */
export async function sweepDeliveries({
  deliveries,
  clock,
}: Pick<Deps, "deliveries" | "clock">): Promise<number> {
  let swept = 0;
  for (;;) {
    const removed = await deliveries.removeBefore(new Date(clock() - keptMs), batchMax);
    swept += removed;
    if (removed < batchMax) return swept;
  }
}
