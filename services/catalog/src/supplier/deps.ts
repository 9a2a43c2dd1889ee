import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { RecordDeps } from "../record/deps.ts";

/** Dependencies of supplier/. */
export type SupplierDeps = RecordDeps & Pick<ServiceDeps<Config>, "broker" | "config">;
