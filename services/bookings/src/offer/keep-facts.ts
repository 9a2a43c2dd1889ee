import { type Request, type ServiceBroker, call, isRefusal } from "@slipway/broker";
import { availability, catalog, referenceCache } from "@slipway/contracts";
import { type LeasedCache, createLeasedCache } from "@slipway/reference-cache";
import { cachedCharactersMax } from "../constants.ts";
import type { OptionFacts, SellingFacts } from "./option-policy.ts";

/** Selling facts with the ids that invalidate them. */
export interface SellingFactsOf extends SellingFacts {
  optionId: string;
  productId: string;
}

/** Caches catalog's facts of options; invalidated by option, product, supplier and tenant. */
export function keepOptionFacts(broker: ServiceBroker): LeasedCache<OptionFacts> {
  return createLeasedCache({
    charactersMax: cachedCharactersMax.options,
    holder: { broker, invalidatedBy: referenceCache.invalidateInBookings },
    load: (request, optionId) => call(request, catalog.getOptionFacts, { optionId }),
    tagsOf: ({ option, productId, supplierId }) => [
      option.id,
      productId,
      supplierId,
      option.tenantId,
    ],
    check: {
      versionOf: ({ version }) => version,
      async readVersions(request, optionIds) {
        return (await call(request, catalog.listOptionVersions, { optionIds })).versions;
      },
    },
  });
}

/** Caches availability's facts of options; invalidated by option and product. */
export function keepSellingFacts(broker: ServiceBroker): LeasedCache<SellingFactsOf> {
  return createLeasedCache({
    charactersMax: cachedCharactersMax.selling,
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

function placeOf(key: string): { optionId: string; productId: string } {
  const [optionId = "", productId = ""] = key.split("|");
  return { optionId, productId };
}

export function sellingKey({ option, productId }: OptionFacts): string {
  return `${option.id}|${productId}`;
}

/** A value computed from an option's facts, or undefined if the option is deleted. */
export async function readOptionFacts<Value>(
  kept: LeasedCache<OptionFacts>,
  request: Request,
  optionId: string,
  value: (facts: OptionFacts) => Value,
): Promise<Value | undefined> {
  try {
    return await kept.use(request, optionId, (known) => Promise.resolve(value(known)));
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}
