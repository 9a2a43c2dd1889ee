import { type Request, type ServiceBroker, call, unlessRefused } from "@slipway/broker";
import { availability, referenceCache } from "@slipway/contracts";
import {
  type LeasedCache,
  type OptionPlace,
  createLeasedCache,
  placeOf,
} from "@slipway/reference-cache";
import { sellingCharactersMax } from "../constants.ts";
import type { OptionFacts, SellingFacts } from "./option-policy.ts";

/** Selling facts with the ids that invalidate them. */
export type SellingFactsOf = SellingFacts & OptionPlace;

/** Caches availability's facts of options; invalidated by option and product. */
export function keepSellingFacts(broker: ServiceBroker): LeasedCache<SellingFactsOf> {
  return createLeasedCache({
    charactersMax: sellingCharactersMax,
    holder: { broker, invalidatedBy: referenceCache.invalidateInBookings },
    async load(request, key) {
      const place = placeOf(key);
      return { ...(await call(request, availability.getSellingFacts, place)), ...place };
    },
    tagsOf: ({ optionId, productId }) => [optionId, productId],
    check: {
      versionOf: ({ version }) => version,
      async readVersions(request, keys) {
        const options = keys.map(placeOf);
        return (await call(request, availability.listSellingVersions, { options })).versions;
      },
    },
  });
}

/** A value computed from an option's facts, or null if the option is deleted. */
export function readOptionFacts<Value>(
  kept: LeasedCache<OptionFacts>,
  request: Request,
  optionId: string,
  value: (facts: OptionFacts) => Value,
): Promise<Value | null> {
  const read = kept.use(request, optionId, (known) => Promise.resolve(value(known)));
  return unlessRefused("NOT_FOUND", read);
}
