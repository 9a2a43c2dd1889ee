import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { type SupplierRecord, supplierRecord } from "../record/supplier.ts";

/** A supplier, an archived one too. Refuses NOT_FOUND. */
export async function getSupplier(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.getSupplier>,
): Promise<SupplierRecord> {
  return supplierRecord(await deps.suppliers.require(request.caller.tenantId, id));
}

/** The facts of a supplier that other services need. Refuses NOT_FOUND. */
export async function getSupplierFacts(
  deps: RecordDeps,
  request: Request,
  { supplierId }: InputOf<typeof catalog.getSupplierFacts>,
): Promise<OutputOf<typeof catalog.getSupplierFacts>> {
  const { timezone, deletedAt } = await deps.suppliers.require(request.caller.tenantId, supplierId);
  return { supplierId, timezone, archived: deletedAt !== null };
}
