/** Products, options and units in the words of OCTO. Pure. */
import type { OutputOf, catalog } from "@slipway/contracts";
import type { z } from "zod";
import { contentOf, defaultOf } from "./content.ts";
import { type Currency, octoPricing } from "./pricing.ts";
import type { octoOption, octoProduct, octoUnit } from "./product-schema.ts";

export type CatalogProduct = OutputOf<typeof catalog.listSellable>["items"][number];
type CatalogOption = CatalogProduct["options"][number];
type Unit = CatalogOption["units"][number];

/** An option with the local times at which it departs. */
export type Option = CatalogOption & { readonly startTimes: readonly string[] };
export type Product = Omit<CatalogProduct, "options"> & { readonly options: readonly Option[] };

/** The product with what of it is sold; undefined: nothing is. */
export function soldOf(product: Product): Product | undefined {
  if (product.archived) return undefined;
  const options = product.options.map(withoutArchived).filter(isSold);
  return options.length === 0 ? undefined : { ...product, options: withDefault(options) };
}

function withoutArchived(option: Option): Option {
  return { ...option, units: option.units.filter(({ archived }) => !archived) };
}

function isSold({ units, startTimes }: Option): boolean {
  return units.length > 0 && startTimes.length > 0;
}

/** Where the default option is not sold, the first one is the default. */
function withDefault(options: readonly Option[]): Option[] {
  const first = defaultOf(options);
  return options.map((option) => ({ ...option, isDefault: option === first }));
}

export interface Shown {
  /** Null: without prices. */
  readonly currency: Currency | null;
  /** Where browsers find photos; absent: without content. */
  readonly publicUrl?: string | undefined;
}

export function shownProduct(product: Product, shown: Shown): z.output<typeof octoProduct> {
  const { currency, publicUrl } = shown;
  const { options } = product;
  return {
    id: product.id,
    internalName: product.name,
    reference: product.reference,
    locale: product.locale,
    timeZone: product.timezone,
    allowFreesale: false,
    instantConfirmation: options.every(({ needsApproval }) => !needsApproval),
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: "START_TIME",
    deliveryFormats: ["QRCODE"],
    deliveryMethods: ["VOUCHER"],
    redemptionMethod: "DIGITAL",
    options: options.map((option) => shownOption(option, shown)),
    ...(currency
      ? {
          defaultCurrency: currency.currency,
          availableCurrencies: [currency.currency],
          pricingPer: isPerUnit(defaultOf(options)) ? "UNIT" : "BOOKING",
        }
      : {}),
    ...(publicUrl === undefined ? {} : contentOf(product, publicUrl)),
  };
}

function titleOf(name: string, { publicUrl }: Shown): { title?: string } {
  return publicUrl === undefined ? {} : { title: name };
}

/** Before it has prices an option is shown as one whose units have them. */
function isPerUnit(option: Pick<Option, "pricingPer"> | undefined): boolean {
  return (option?.pricingPer ?? "UNIT") === "UNIT";
}

export function shownOption(option: Option, shown: Shown): z.output<typeof octoOption> {
  const { currency } = shown;
  const { cancellationCutoffAmount, cancellationCutoffUnit, restrictions } = option;
  return {
    id: option.id,
    default: option.isDefault,
    internalName: option.name,
    reference: option.reference,
    availabilityLocalStartTimes: [...option.startTimes],
    cancellationCutoff: cancellationText(option),
    cancellationCutoffAmount,
    cancellationCutoffUnit,
    requiredContactFields: [...option.requiredContactFields],
    // Clients of the standard take no null here.
    restrictions: { minUnits: restrictions.minUnits ?? 1, maxUnits: restrictions.maxUnits },
    units: option.units.map((unit) =>
      shownUnit(unit, isPerUnit(option) ? shown : { ...shown, currency: null }),
    ),
    ...titleOf(option.name, shown),
    ...(currency && !isPerUnit(option) ? from(option.lowestRetail, currency) : {}),
  };
}

function cancellationText(option: Option): string {
  const { cancellationCutoffAmount: amount, cancellationCutoffUnit: unit } = option;
  const cutoff = amount === 0 ? "Until the start" : `${counted(amount, unit)} before the start`;
  if (!option.cancellationPolicy) return cutoff;
  const steps = option.cancellationPolicy.map(
    ({ untilMinutes, refundPercent }) => `${refundPercent} % until ${timeText(untilMinutes)}`,
  );
  return `${cutoff}. Paid back: ${[...steps, "then nothing"].join(", ")}`;
}

function timeText(minutes: number): string {
  if (minutes === 0) return "the start";
  const [size, unit] =
    [[1_440, "day"] as const, [60, "hour"] as const].find(([each]) => minutes % each === 0) ??
    ([1, "minute"] as const);
  return `${counted(minutes / size, unit)} before the start`;
}

function counted(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

function from(
  retail: number | null,
  currency: Currency,
): Pick<z.output<typeof octoUnit>, "pricingFrom"> {
  return { pricingFrom: retail === null ? [] : [octoPricing(retail, currency)] };
}

/** @param shown without prices, too, where the option's whole booking has one */
export function shownUnit(unit: Unit, shown: Shown): z.output<typeof octoUnit> {
  const { currency } = shown;
  return {
    id: unit.id,
    internalName: unit.name,
    reference: unit.reference,
    type: unit.type,
    restrictions: shownRestrictions(unit.restrictions),
    requiredContactFields: [...unit.requiredContactFields],
    ...titleOf(unit.name, shown),
    ...(currency ? from(unit.lowestRetail, currency) : {}),
  };
}

/** Members of free JSON, which the supplier may have given any form; what has another one says nothing. */
function shownRestrictions(
  given: Readonly<Record<string, unknown>>,
): z.output<typeof octoUnit>["restrictions"] {
  const { idRequired, accompaniedBy } = given;
  const isList =
    Array.isArray(accompaniedBy) && accompaniedBy.every((id) => typeof id === "string");
  return {
    minAge: whole(given["minAge"]) ?? 0,
    maxAge: whole(given["maxAge"]) ?? 99,
    idRequired: idRequired === true,
    minQuantity: whole(given["minQuantity"]) ?? null,
    maxQuantity: whole(given["maxQuantity"]) ?? null,
    paxCount: whole(given["paxCount"]) ?? 1,
    accompaniedBy: isList ? accompaniedBy : [],
  };
}

function whole(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
