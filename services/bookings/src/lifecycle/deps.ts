import type { ClaimsDeps } from "../claims/deps.ts";
import type { EveryTenantStore } from "../record/every-tenant-store.ts";
import type { OfferDeps } from "../offer/deps.ts";

/** Dependencies of the writes of transitions. */
export type TransitionDeps = ClaimsDeps & Pick<OfferDeps, "optionFacts">;

export interface LifecycleDeps extends TransitionDeps {
  readonly everyTenant: EveryTenantStore;
}
