import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { DeliveryDeps } from "../delivery/deps.ts";

export type SubscriptionDeps = DeliveryDeps & Pick<ServiceDeps<Config>, "log">;
