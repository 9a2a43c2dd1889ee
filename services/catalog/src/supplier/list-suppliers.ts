import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { listByName } from "../list-by-name.ts";
import { supplierRecord } from "./supplier.ts";

/** Suppliers that are not archived, by name. */
export function listSuppliers(
  deps: Deps,
  request: Request,
  asked: InputOf<typeof catalog.listSuppliers>,
): Promise<OutputOf<typeof catalog.listSuppliers>> {
  const filter = { deletedAt: null };
  return listByName(deps.suppliers, request.caller.tenantId, {
    filter,
    asked,
    itemOf: supplierRecord,
    without: ["outbox"],
  });
}
