import type { Deps } from "../deps.ts";

const keptMs = 30 * 24 * 60 * 60 * 1_000;
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
