/** Narrows a page to one product, where there are several. The choice stands in the address. */
import { Select } from "@mantine/core";
import type { Product } from "@slipway/client";
import { texts } from "../../page/texts/texts.ts";
import { useChoice } from "../address.ts";

export function ProductFilter({ products = [] }: { products: readonly Product[] | undefined }) {
  const [product, choose] = useChoice("product");
  if (products.length < 2) return null;
  return (
    <Select
      aria-label={texts.day.product}
      placeholder={texts.day.allProducts}
      clearable
      searchable
      className="filter"
      data={products.map(({ id, name }) => ({ value: id, label: name }))}
      value={product}
      onChange={choose}
    />
  );
}
