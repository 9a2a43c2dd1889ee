/** Products as resellers see them. Pure. */
import type { OutputOf, catalog } from "@slipway/contracts";
import { asksForApproval } from "@slipway/departures";
import { parseJson } from "../identity.ts";
import type { Option } from "./option.ts";
import type { PricingPeriod } from "./pricing-period.ts";
import type { Unit } from "./unit.ts";
import type { Product } from "./product.ts";

type Sellable = OutputOf<typeof catalog.listSellable>["items"][number];
type SellableOption = Sellable["options"][number];

/** An option as it is read for this: without metadata of units, and with prices only where they are asked for. */
export type OptionToSell = Omit<Option, "units" | "pricingPeriods"> & {
  readonly units: readonly Omit<Unit, "metadata">[];
  readonly pricingPeriods?: readonly Prices[] | undefined;
};

type Prices = Pick<PricingPeriod, "retailPrices" | "retailPriceTiers" | "validUntil">;

/** The fields of the supplier that hold for its products. */
interface SupplierOfProduct {
  readonly timezone: string;
  /** Nothing of an archived supplier is sold. */
  readonly isArchived: boolean;
}

/** An option as it is sold, with what its product decides on. */
interface ReadOption extends Omit<SellableOption, "isDefault" | "needsApproval"> {
  readonly productId: string;
  /** The part of the metadata that approval depends on. */
  readonly approval: { readonly directBooking: unknown };
}

export function sellableProduct(
  product: Product,
  options: readonly ReadOption[],
  supplier: SupplierOfProduct,
): Omit<Sellable, "photos"> {
  const metadata = parseJson(product.metadata);
  return {
    id: product._id,
    name: product.name,
    reference: product.reference,
    description: product.description,
    locale: product.locale,
    timezone: product.timezone ?? supplier.timezone,
    archived: product.deletedAt !== null || supplier.isArchived,
    options: options.map(({ productId: _product, approval, ...option }) => ({
      ...option,
      isDefault: option.id === product.defaultOptionId,
      needsApproval: asksForApproval(approval, metadata),
    })),
  };
}

/** The part of an option that is sold from this date on: a small part of what may be megabytes. */
export function optionToSell(option: OptionToSell, date: string): ReadOption {
  const pricingPeriods = (option.pricingPeriods ?? []).filter(
    ({ validUntil }) => !validUntil || validUntil >= date,
  );
  return {
    productId: option.productId,
    approval: { directBooking: parseJson(option.metadata)["directBooking"] },
    id: option._id,
    name: option.name,
    reference: option.reference,
    durationMinutes: option.durationMinutes,
    pricingPer: option.pricingPer,
    cancellationCutoffAmount: option.cancellationCutoffAmount,
    cancellationCutoffUnit: option.cancellationCutoffUnit,
    cancellationPolicy: option.cancellationPolicy ?? null,
    bookingCutoffMinutes: option.bookingCutoffMinutes,
    requiredContactFields: [...option.requiredContactFields],
    restrictions: { ...option.restrictions },
    units: option.units.map((unit) => sellableUnit(unit, pricingPeriods)),
    lowestRetail: lowest(pricingPeriods.flatMap((prices) => retailsOf(prices))),
  };
}

function sellableUnit(
  unit: OptionToSell["units"][number],
  periods: readonly Prices[],
): SellableOption["units"][number] {
  return {
    id: unit.id,
    name: unit.name,
    reference: unit.reference,
    type: unit.type,
    requiredContactFields: [...unit.requiredContactFields],
    restrictions: knownRestrictions(parseJson(unit.restrictions)),
    archived: unit.deletedAt !== null,
    lowestRetail: lowest(periods.flatMap((prices) => retailsOf(prices, unit.id))),
  };
}

/** Members of the free JSON that OCTO knows. */
const restrictionNames = [
  "paxCount",
  "minQuantity",
  "maxQuantity",
  "minAge",
  "maxAge",
  "idRequired",
  "accompaniedBy",
] as const;

function knownRestrictions(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = restrictionNames.filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(named.map((name) => [name, given[name]]));
}

/** The retail prices of a period for one unit, or for any; its tiers are for all units. */
function retailsOf({ retailPrices, retailPriceTiers }: Prices, unitId?: string): number[] {
  const own = Object.entries(retailPrices).filter(([id]) => unitId === undefined || id === unitId);
  const tiers = retailPriceTiers?.map(({ retail }) => retail) ?? [];
  return [...own.map(([, retail]) => retail), ...tiers];
}

function lowest(retails: readonly number[]): number | null {
  return retails.length === 0 ? null : Math.min(...retails);
}
