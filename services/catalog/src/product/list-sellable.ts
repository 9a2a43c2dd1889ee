import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { earliestDate } from "@slipway/departures";
import type { RecordDeps } from "../record/deps.ts";
import { fittingPage, listByName } from "../list-by-name.ts";
import { findCurrency } from "../record/find-currency.ts";
import { signPhotoAddress } from "../photo/sign-photo-address.ts";
import { optionToSell, sellableProduct } from "../record/sellable.ts";

const unread = ["closing", "dropped", "flagged", "leftFiles"];

/**
 * Products of a supplier with their options and units, by name, as many as fit a page of the bus.
 * Refuses NOT_FOUND for a supplier that is none of the tenant's.
 */
export async function listSellable(
  deps: RecordDeps,
  request: Request,
  { supplierId, productIds, prices, photos, page }: InputOf<typeof catalog.listSellable>,
): Promise<OutputOf<typeof catalog.listSellable>> {
  const { tenantId } = request.caller;
  const [{ timezone, deletedAt }, currency] = await Promise.all([
    deps.suppliers.require(tenantId, supplierId),
    findCurrency(deps, tenantId),
  ]);
  if (deletedAt && !productIds) return { items: [], next: null, currency };
  const among = productIds ? { _id: { $in: productIds } } : { deletedAt: null };
  const found = await listByName(deps.products, tenantId, {
    filter: { supplierId, ...among },
    asked: { page },
    itemOf: (product) => ({ id: product._id, product }),
    without: [...unread, ...(photos ? [] : ["photos"])],
  });
  const products = found.items.map(({ product }) => product);
  const date = earliestDate(deps.clock());
  const { items: options, bytesRead } = await deps.options.listToSell(
    tenantId,
    products.flatMap((product) => product.options),
    { prices, itemOf: (option) => optionToSell(option, date) },
  );
  const optionsOf = Map.groupBy(options, ({ productId }) => productId);
  const supplier = { timezone, isArchived: deletedAt !== null };
  const items = products.map((product) => ({
    ...sellableProduct(product, optionsOf.get(product._id) ?? [], supplier),
    photos: (product.photos ?? []).map((photo) => ({
      contentType: photo.contentType,
      address: signPhotoAddress(product._id, photo, deps.clock()),
    })),
  }));
  return { ...fittingPage(items, found, { page }), currency, bytesRead };
}
