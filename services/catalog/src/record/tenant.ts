import type { OutputOf, catalog } from "@slipway/contracts";
import { currencyMarkMaxMs } from "../constants.ts";
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

export function isStale(mark: CurrencyMark, now: number): boolean {
  return now - mark.since.getTime() > currencyMarkMaxMs;
}

export function currencyRecord(
  tenant: TenantFields & Identity,
): OutputOf<typeof catalog.getCurrency> {
  return { defaultCurrency: tenant.defaultCurrency, updatedAt: tenant.updatedAt.toISOString() };
}
