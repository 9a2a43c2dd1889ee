import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type catalog, supplierOf } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { listByName } from "../list-by-name.ts";
import { supplierRecord } from "../record/supplier.ts";

/** Suppliers that are not archived, by name; to a key of one supplier that one alone. */
export function listSuppliers(
  deps: RecordDeps,
  request: Request,
  asked: InputOf<typeof catalog.listSuppliers>,
): Promise<OutputOf<typeof catalog.listSuppliers>> {
  const { caller } = request;
  const only = supplierOf(caller);
  const filter = { deletedAt: null, ...(only === undefined ? {} : { _id: only }) };
  return listByName(deps.suppliers, caller.tenantId, {
    filter,
    asked,
    itemOf: supplierRecord,
  });
}
