import type { OutputOf, catalog } from "@slipway/contracts";
import type { Identity } from "../identity.ts";

/** Catalog's part of a tenant. Its name belongs to auth. */
export interface TenantFields {
  defaultCurrency: string;
  /** While a request checks whether the currency may change (see `set-currency.ts`). */
  changing: CurrencyMark | null;
}

export interface CurrencyMark {
  readonly attempt: string;
  readonly since: Date;
}

/** A mark this old is of a process that died or gave up: any request that meets it may take it away. */
export const currencyMarkMaxMs = 15_000;

export function isStale(mark: CurrencyMark, now: number): boolean {
  return now - mark.since.getTime() > currencyMarkMaxMs;
}

export function currencyRecord(
  tenant: TenantFields & Identity,
): OutputOf<typeof catalog.getCurrency> {
  return { defaultCurrency: tenant.defaultCurrency, updatedAt: tenant.updatedAt.toISOString() };
}
