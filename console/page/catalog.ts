/** What a supplier sells, by name. */
import type { Option, Product, Resource } from "@slipway/client";

export interface SoldOption {
  readonly option: Option;
  readonly product: Product;
}

export interface Catalog {
  readonly products: readonly Product[];
  /** By id. */
  readonly options: ReadonlyMap<string, SoldOption>;
  /** By id; empty for users who may not read them. */
  readonly resources: ReadonlyMap<string, Resource>;
}
