import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { SupplierDeps } from "../supplier/deps.ts";

/** Dependencies of option/. */
export type OptionDeps = SupplierDeps & Pick<ServiceDeps<Config>, "config">;
