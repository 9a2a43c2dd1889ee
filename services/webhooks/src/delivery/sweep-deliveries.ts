import { keptMs } from "../constants.ts";
import type { DeliveryDeps } from "./deps.ts";

/** Removes deliveries of more than 30 days ago; answers how many. Several replicas may do so. */
export function sweepDeliveries({
  deliveries,
  clock,
}: Pick<DeliveryDeps, "deliveries" | "clock">): Promise<number> {
  return deliveries.removeBefore(new Date(clock() - keptMs));
}
