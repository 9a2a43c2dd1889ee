import type { SessionDeps } from "../session/deps.ts";
import type { Aggregates } from "@slipway/store";
import type { TenantDocument } from "../record/schema.ts";

/** Dependencies of user/. */
export interface UserDeps extends SessionDeps {
  readonly tenants: Aggregates<TenantDocument>;
}
