import type { Aggregates } from "@slipway/store";
import type { TenantDocument } from "../record/schema.ts";

export interface TenantDeps {
  readonly tenants: Aggregates<TenantDocument>;
  readonly clock: () => number;
}
