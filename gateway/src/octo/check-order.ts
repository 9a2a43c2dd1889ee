/** The ids of a reservation or a change, checked in the standard's order. */
import { instantOfAvailabilityId } from "./availability-id.ts";
import { refuseId, refuseOcto } from "./errors.ts";
import type { Option, Product } from "./product.ts";

interface Sent {
  readonly productId?: string | null | undefined;
  readonly optionId?: string | null | undefined;
  readonly availabilityId?: string | null | undefined;
}

interface Item {
  readonly unitId?: string | null | undefined;
}

/** The option of a product that is sold; undefined: the product is not. */
export function optionOf(product: Product | undefined, { productId, optionId }: Sent): Option {
  if (!product) throw refuseId("INVALID_PRODUCT_ID", "productId names no product", productId);
  const option = product.options.find(({ id }) => id === optionId);
  if (!option)
    throw refuseId("INVALID_OPTION_ID", "optionId names no option of the product", optionId);
  return option;
}

/** The items, each of a unit of the option, or of one that the booking has already. */
export function itemsOf<Requested extends Item>(
  items: readonly Requested[] | null | undefined,
  option: Pick<Option, "units"> | undefined,
  kept: readonly string[] = [],
): (Requested & { unitId: string })[] {
  if (!items || items.length === 0)
    throw refuseOcto("UNPROCESSABLE_ENTITY", "unitItems: at least one item is needed");
  return items.map((item) => {
    const { unitId } = item;
    const isKnown = option?.units.some(({ id, archived }) => id === unitId && !archived);
    if (unitId && (isKnown || kept.includes(unitId))) return { ...item, unitId };
    throw refuseId("INVALID_UNIT_ID", "unitItems: an id names no unit of the option", unitId);
  });
}

export function startOf({ availabilityId }: Sent): string {
  const startAt = instantOfAvailabilityId(availabilityId ?? "");
  if (startAt === undefined)
    throw refuseId("INVALID_AVAILABILITY_ID", "availabilityId names no departure", availabilityId);
  return startAt;
}
