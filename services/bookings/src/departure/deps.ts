import type { LifecycleDeps } from "../lifecycle/deps.ts";
import type { ListDeps } from "../list/deps.ts";

/** Dependencies of departure/. */
export type DepartureDeps = LifecycleDeps & ListDeps;
