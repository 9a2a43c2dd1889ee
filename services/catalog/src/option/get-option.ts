import assert from "node:assert";
import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { periodRecord } from "../record/pricing-period.ts";
import { isArchived } from "../record/product.ts";
import { unitRecord } from "../record/unit.ts";
import { findOption } from "../record/find-option.ts";
import { versionOf } from "./list-option-versions.ts";
import { closingOf, lists } from "../record/option-list.ts";
import { optionRecord } from "../record/option.ts";
import { readLineage } from "./read-lineage.ts";
import { parseJson } from "../identity.ts";

/** An option with its units, but for archived ones, and its prices. Refuses NOT_FOUND. */
export async function getOption(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.getOption>,
): Promise<OutputOf<typeof catalog.getOption>> {
  const { option, product } = await findOption(deps, request.caller.tenantId, id);
  const units = option.units.filter(({ deletedAt }) => deletedAt === null);
  return {
    ...optionRecord(option, product),
    units: units.map((unit) => unitRecord(unit, option)),
    pricingPeriods: option.pricingPeriods.map((period) => periodRecord(period, option)),
  };
}

/** The facts of an option that other services need, archived units included. Refuses NOT_FOUND. */
export async function getOptionFacts(
  deps: RecordDeps,
  request: Request,
  { optionId }: InputOf<typeof catalog.getOptionFacts>,
): Promise<OutputOf<typeof catalog.getOptionFacts>> {
  const { tenantId } = request.caller;
  const lineage = await readLineage(deps, tenantId, optionId);
  if (!lineage) throw refuse("NOT_FOUND");
  const { option, product, supplier, tenant } = lineage;
  if (!lists(product, optionId) || !tenant) throw refuse("NOT_FOUND");
  assert(supplier, "an option has its supplier");
  const productArchived = isArchived(product, supplier);
  return {
    option: optionRecord(option, product),
    units: option.units.map((unit) => unitRecord(unit, option)),
    pricingPeriods: option.pricingPeriods.map((period) => periodRecord(period, option)),
    charges: [...(option.charges ?? [])],
    productId: product._id,
    supplierId: supplier._id,
    productName: product.name,
    productUpdatedAt: product.updatedAt.toISOString(),
    timezone: product.timezone ?? supplier.timezone,
    productMetadata: parseJson(product.metadata),
    currency: tenant.defaultCurrency,
    archived: productArchived || closingOf(product, optionId) !== undefined,
    productArchived,
    version: versionOf([option, product, supplier, tenant]),
  };
}
