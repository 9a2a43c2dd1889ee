/** Catalog's facts of options, as the services that sell them cache them. */
import { type ServiceBroker, call } from "@slipway/broker";
import { type Action, type OutputOf, catalog } from "@slipway/contracts";
import { type LeasedCache, createLeasedCache } from "./leased-cache.ts";

type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;

/** The largest option has about 1 Mi. */
const charactersMax = 16 * 1024 * 1024;

/** By option id; invalidated by option, product, supplier and tenant. */
export function cacheOptionFacts(
  broker: ServiceBroker,
  invalidatedBy: Action,
): LeasedCache<OptionFacts> {
  return createLeasedCache({
    charactersMax,
    holder: { broker, invalidatedBy },
    load: (request, optionId) => call(request, catalog.getOptionFacts, { optionId }),
    tagsOf: (facts) => [facts.option.id, facts.productId, facts.supplierId, facts.option.tenantId],
    check: {
      versionOf: ({ version }) => version,
      async readVersions(request, optionIds) {
        return (await call(request, catalog.listOptionVersions, { optionIds })).versions;
      },
    },
  });
}

export interface OptionPlace {
  readonly optionId: string;
  readonly productId: string;
}

/** The key under which what an option and its product have is cached. */
export function placeKey({ option, productId }: OptionFacts): string {
  return `${option.id}|${productId}`;
}

/** The option and the product that such a key names. */
export function placeOf(key: string): OptionPlace {
  const [optionId = "", productId = ""] = key.split("|");
  return { optionId, productId };
}
