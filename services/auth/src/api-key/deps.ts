import type { Aggregates, ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { TenantDocument } from "../record/schema.ts";
import type { UserStore } from "../record/user-store.ts";
import type { ApiKeyStore } from "./api-key-store.ts";

export interface ApiKeyDeps
  extends Pick<ServiceDeps<Config>, "broker" | "config" | "log" | "warn"> {
  readonly tenants: Aggregates<TenantDocument>;
  readonly users: UserStore;
  readonly apiKeys: ApiKeyStore;
  readonly clock: () => number;
}
