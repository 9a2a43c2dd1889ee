import { type Request, type ServiceBroker, call, isRefusal } from "@slipway/broker";
import { availability, catalog, facts } from "@slipway/contracts";
import { type Facts, createFacts } from "@slipway/facts";
import type { OptionFacts, SellingFacts } from "./option-policy.ts";

/** Selling facts with the ids under which they are announced. */
export interface SellingFactsOf extends SellingFacts {
  optionId: string;
  productId: string;
}

/** What catalog knows of an option; announced under its option, product, supplier and tenant. */
export function keepOptionFacts(broker: ServiceBroker): Facts<OptionFacts> {
  return createFacts({
    holder: { broker, forgetBy: facts.forgetInBookings },
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

/** What availability knows of a departure; announced under its option and product. */
export function keepSellingFacts(broker: ServiceBroker): Facts<SellingFactsOf> {
  return createFacts({
    holder: { broker, forgetBy: facts.forgetInBookings },
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

/** The key of an option's selling facts. */
export function sellingKey({ option, productId }: OptionFacts): string {
  return `${option.id}|${productId}`;
}

/** Reads a value off an option's facts, or undefined once the option is deleted. */
export async function readOptionFacts<Value>(
  kept: Facts<OptionFacts>,
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
