import type { LifecycleDeps } from "../lifecycle/deps.ts";
import type { ListDeps } from "../list/deps.ts";
import type { SellDeps } from "../sell/deps.ts";

export type ChannelDeps = LifecycleDeps & ListDeps & SellDeps;
