/** Products of the channel's supplier, with the times at which their options depart. */
import { call } from "@slipway/broker";
import { type Action, availability, catalog, partsOf } from "@slipway/contracts";
import { optionReadWeight } from "../constants.ts";
import type { OctoRequest } from "./octo-route.ts";
import type { Currency } from "./pricing.ts";
import type { ProductOfSupplier, ProductLoad } from "./product-cache.ts";
import { type CatalogProduct, type Product, soldOf } from "./product.ts";

export const productReads: readonly Action[] = [catalog.listSellable, availability.listStartTimes];

interface Wanted {
  /** Only these, and of them archived ones, too; at most 200. Left out: all that are not archived. */
  readonly productIds?: string[] | undefined;
  readonly prices?: boolean;
  /** With photos, which nothing but the answers about products show. */
  readonly photos?: boolean;
}

/** By name. A page of products costs one call of each service. */
export async function readProducts(
  request: OctoRequest,
  { productIds, prices = false, photos = false }: Wanted,
) {
  const { supplierId } = request.channel;
  const products: Product[] = [];
  for (let page: string | undefined; ; ) {
    const asked = { supplierId, prices, photos, productIds, page };
    const found = await call(request, catalog.listSellable, asked);
    const { items, next, currency, bytesRead = 0 } = found;
    request.charge(bytesRead * optionReadWeight);
    products.push(...(await withTimes(request, items)));
    if (next === null) return { products, currency: currencyOf(currency) };
    page = next;
  }
}

function currencyOf(currency: string): Currency {
  return { currency, currencyPrecision: catalog.currencyPrecision(currency) };
}

async function withTimes(
  request: OctoRequest,
  products: readonly CatalogProduct[],
): Promise<Product[]> {
  const ids = products.flatMap(({ options }) => options.map(({ id }) => id));
  const times = await startTimesOf(request, ids);
  return products.map((product) => ({
    ...product,
    options: product.options.map((each) => ({ ...each, startTimes: times.get(each.id) ?? [] })),
  }));
}

async function startTimesOf(
  request: OctoRequest,
  optionIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const some of partsOf(optionIds, availability.startTimesOptionsMax)) {
    const { options } = await call(request, availability.listStartTimes, { optionIds: some });
    for (const { optionId, startTimes } of options) found.set(optionId, startTimes);
  }
  return found;
}

/** Reads the part of a product that is on sale; undefined if no option is. */
export async function readSold(
  request: OctoRequest,
  productId: string,
  wanted: Omit<Wanted, "productIds"> = {},
): Promise<{ product: Product; currency: Currency } | undefined> {
  const { products, currency } = await readProducts(request, {
    productIds: [productId],
    ...wanted,
  });
  const [product] = products.map(soldOf);
  return product && { product, currency };
}

/**
 * One product as bookings are shown with it, an archived one too; undefined: the supplier has none of this id. A
 * product or an option that has just been made may be missing: who finds something missing calls `readProducts`.
 */
export async function readCached(
  request: OctoRequest,
  productId: string,
  prices: boolean,
): Promise<{ product: Product | undefined; currency: Currency }> {
  const { supplierId } = request.channel;
  const loadProduct = async (): Promise<ProductOfSupplier> => {
    const { products, currency } = await readProducts(request, { productIds: [productId], prices });
    const { tenantId } = request.caller;
    return { tenantId, supplierId, product: products[0], currency };
  };
  const asked: OctoRequest & ProductLoad = { ...request, loadProduct };
  const key = `${supplierId}|${productId}|${prices}`;
  return request.products.use(asked, key, async (found) => found);
}
