import type { ServiceDeps } from "@slipway/store";
import type { ClaimDeps } from "../claim/deps.ts";
import type { Config } from "../config.ts";

export type RecoveryDeps = ClaimDeps & Pick<ServiceDeps<Config>, "broker">;
