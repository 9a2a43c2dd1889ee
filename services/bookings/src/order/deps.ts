import type { LifecycleDeps } from "../lifecycle/deps.ts";
import type { SellDeps } from "../sell/deps.ts";

/** Dependencies of order/. */
export type OrderDeps = LifecycleDeps & SellDeps;
