/** All products of a supplier, or one of them. */
import type { Product } from "@slipway/client";
import { texts } from "../texts/texts.ts";
import { Choice } from "./choice.tsx";

interface Given {
  readonly products: readonly Product[] | undefined;
  /** Empty: all. */
  readonly productId: string | undefined;
  readonly choose: (productId: string) => void;
}

/** Nothing where there is but one. */
export function ProductChoice({ products = [], productId = "", choose }: Given) {
  const words = texts.day;
  if (products.length < 2) return null;
  return (
    <Choice
      label={words.product}
      value={productId}
      choices={[{ id: "", name: words.allProducts }, ...products]}
      choose={choose}
    />
  );
}
