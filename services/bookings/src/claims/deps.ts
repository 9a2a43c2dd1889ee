import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { RecordDeps } from "../record/deps.ts";

export type ClaimsDeps = RecordDeps & Pick<ServiceDeps<Config>, "broker">;
