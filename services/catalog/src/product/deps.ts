import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { SupplierDeps } from "../supplier/deps.ts";

/** Dependencies of product/. */
export type ProductDeps = SupplierDeps & Pick<ServiceDeps<Config>, "config">;
