import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { RecordDeps } from "../record/deps.ts";

/** Dependencies of tenant/. */
export type TenantDeps = RecordDeps & Pick<ServiceDeps<Config>, "broker">;
