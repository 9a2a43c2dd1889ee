/** The catalog of a supplier, by name. Pure. */
import type { Option, Product, Resource } from "@slipway/client";

export interface SoldOption {
  readonly option: Option;
  readonly product: Product;
}

export interface WithMetadata {
  readonly option: Pick<Option, "metadata">;
  readonly product: Pick<Product, "metadata">;
}

export interface Catalog {
  /** The supplier's; undefined for users who may not read it. */
  readonly timezone: string | undefined;
  readonly products: readonly Product[];
  /** By id. */
  readonly options: ReadonlyMap<string, SoldOption>;
  /** By id; empty for users who may not read them. */
  readonly resources: ReadonlyMap<string, Resource>;
}

/** Whether the operator approves bookings: the option says so, or else its product. */
export function needsApproval({ option, product }: WithMetadata): boolean {
  const own = option.metadata["directBooking"];
  return (typeof own === "boolean" ? own : product.metadata["directBooking"]) === false;
}

/** "Sunset cruise, Shared boat". */
export function soldWords({ product, option }: SoldOption): string {
  return `${product.name}, ${option.name}`;
}

/** Where clocks show the time of an option's departures: the product's own zone, or the supplier's. */
export function zoneOf(
  catalog: Pick<Catalog, "options" | "timezone"> | undefined,
  optionId: string,
): string {
  return catalog?.options.get(optionId)?.product.timezone ?? catalog?.timezone ?? "UTC";
}
