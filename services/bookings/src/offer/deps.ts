import type { LeasedCache } from "@slipway/reference-cache";
import type { OptionFacts } from "./option-policy.ts";
import type { SellingFactsOf } from "./keep-facts.ts";

export interface OfferDeps {
  readonly optionFacts: LeasedCache<OptionFacts>;
  readonly sellingFacts: LeasedCache<SellingFactsOf>;
}
