/** Reads a product with all of each option. */
import type { Operations, OptionWithDetails, Photo, Product } from "@slipway/client";

export interface WholeProduct {
  readonly product: Product;
  readonly options: readonly OptionWithDetails[];
  readonly photos: readonly Photo[];
}

export async function loadProduct(
  { products, options }: Operations,
  id: string,
): Promise<WholeProduct> {
  const [product, listed, photos] = await Promise.all([
    products.get(id),
    products.listOptions(id),
    products.listPhotos(id),
  ]);
  return {
    product,
    photos,
    options: await Promise.all(listed.map((each) => options.get(each.id))),
  };
}

export function photoHref(productId: string, { id }: Photo): string {
  return `/api/v1/products/${productId}/photos/${id}/content`;
}
