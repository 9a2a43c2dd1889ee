import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { DepartureDeps } from "../departure/deps.ts";

export type PeriodDeps = Pick<ServiceDeps<Config>, "config"> &
  Pick<DepartureDeps, "broker" | "periods" | "manualDepartures" | "catalogFacts" | "clock">;
