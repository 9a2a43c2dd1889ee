/** Products as resellers book them: each booking's answer has one whole. */
import type { ServiceBroker } from "@slipway/broker";
import { referenceCache } from "@slipway/contracts";
import { type LeasedCache, createLeasedCache } from "@slipway/reference-cache";
import { productsCharactersMax } from "../constants.ts";
import type { Currency } from "./pricing.ts";
import type { Product } from "./product.ts";

/** A product with its supplier and its currency; undefined: the supplier has none of this id. */
export interface ProductOfSupplier {
  readonly tenantId: string;
  readonly supplierId: string;
  readonly product: Product | undefined;
  readonly currency: Currency;
}

export type ProductCache = LeasedCache<ProductOfSupplier>;

/** The loader of a product travels with the request that asks for it. */
export interface ProductLoad {
  readonly loadProduct: () => Promise<ProductOfSupplier>;
}

/** A change of the product, of what hangs below it, of its supplier or of the tenant's currency drops it. */
export function createProductCache(broker: ServiceBroker): ProductCache {
  return createLeasedCache<ProductOfSupplier>({
    holder: { broker, invalidatedBy: referenceCache.invalidateInGateway },
    load: (request) => (request as unknown as ProductLoad).loadProduct(),
    tagsOf: ({ tenantId, supplierId, product }) => [
      tenantId,
      supplierId,
      ...(product ? [product.id, ...product.options.map(({ id }) => id)] : []),
    ],
    charactersMax: productsCharactersMax,
  });
}
