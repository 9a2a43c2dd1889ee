import type { LifecycleDeps } from "../lifecycle/deps.ts";
import type { SellDeps } from "../sell/deps.ts";

export type OrderDeps = LifecycleDeps & SellDeps;
