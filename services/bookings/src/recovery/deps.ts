import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { SellDeps } from "../sell/deps.ts";
import type { LifecycleDeps } from "../lifecycle/deps.ts";

export type RecoveryDeps = SellDeps & LifecycleDeps & Pick<ServiceDeps<Config>, "relay">;
