import type { LifecycleDeps } from "../lifecycle/deps.ts";
import type { ListDeps } from "../list/deps.ts";

export type DepartureDeps = LifecycleDeps & ListDeps;
