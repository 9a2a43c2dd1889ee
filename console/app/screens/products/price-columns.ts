/** Prices of an option as columns of a table, and what of them has changed. Pure. */
import type { NewPricingPeriod, OptionWithDetails, PricingPeriod } from "@slipway/client";
import { type When, forNextYear, whenOf } from "./when.ts";

/** A number as it is typed, in whole units of the currency; empty: none. */
type Typed = string | number;

export interface TypedTier {
  readonly from: Typed;
  readonly to: Typed;
  readonly price: Typed;
}

export interface PriceColumn {
  readonly key: string;
  /** Undefined: it is not stored yet. */
  readonly period?: PricingPeriod;
  readonly when: When;
  /** By ticket. */
  readonly prices: Readonly<Record<string, Typed>>;
  readonly tiers: readonly TypedTier[];
  readonly isRemoved: boolean;
  readonly isTouched: boolean;
}

export function newColumn(when: When, isTouched = true): PriceColumn {
  const key = JSON.stringify(when);
  return { key, when, prices: {}, tiers: [], isRemoved: false, isTouched };
}

/** The same prices for the next year that has none yet. */
export function copiedForNextYear(
  column: PriceColumn,
  all: readonly PriceColumn[],
  today: string,
): PriceColumn {
  const taken = all.map(({ when }) => when);
  const { prices, tiers } = column;
  return { ...newColumn(forNextYear(column.when, taken, today)), prices, tiers };
}

/** The stored ones; where there is none, a column for each season in which it departs. */
export function columnsOf(
  { pricingPeriods, availabilityPeriods }: OptionWithDetails,
  minorUnits: number,
): PriceColumn[] {
  if (pricingPeriods.length === 0)
    return availabilityPeriods.map((each) => newColumn(whenOf(each), false));
  return pricingPeriods.map((period) => ({
    key: period.id,
    period,
    when: whenOf(period),
    prices: Object.fromEntries(
      Object.entries(period.retailPrices).map(([id, minor]) => [id, minor / minorUnits]),
    ),
    tiers: (period.retailPriceTiers ?? []).map(({ minQuantity, maxQuantity, retail }) => ({
      from: minQuantity,
      to: maxQuantity,
      price: retail / minorUnits,
    })),
    isRemoved: false,
    isTouched: false,
  }));
}

export function changesOf(
  columns: readonly PriceColumn[],
  minorUnits: number,
): { period?: PricingPeriod | undefined; given?: NewPricingPeriod }[] {
  return columns
    .filter(({ isTouched, isRemoved, period }) => isTouched && !(isRemoved && !period))
    .map((column) => ({
      period: column.period,
      ...(column.isRemoved ? {} : { given: givenOf(column, minorUnits) }),
    }));
}

function givenOf({ when, prices, tiers }: PriceColumn, minorUnits: number): NewPricingPeriod {
  const minor = (typed: Typed): number => Math.round(Number(typed) * minorUnits);
  const typed = Object.entries(prices).filter(([, price]) => price !== "");
  return {
    ...when,
    // A ticket without a price is not sold then.
    retailPrices: Object.fromEntries(typed.map(([id, price]) => [id, minor(price)])),
    retailPriceTiers:
      tiers.length === 0
        ? null
        : tiers.map(({ from, to, price }) => ({
            minQuantity: Number(from),
            maxQuantity: Number(to),
            retail: minor(price),
          })),
  };
}
