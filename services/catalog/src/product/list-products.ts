import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { listByName } from "../list-by-name.ts";
import { productRecord } from "./product.ts";

/** Products that are not archived, of one supplier or of all, by name. */
export function listProducts(
  deps: Deps,
  request: Request,
  { supplierId, ...asked }: InputOf<typeof catalog.listProducts>,
): Promise<OutputOf<typeof catalog.listProducts>> {
  const filter = { deletedAt: null, ...(supplierId === undefined ? {} : { supplierId }) };
  return listByName(deps.products, request.caller.tenantId, {
    filter,
    asked,
    itemOf: productRecord,
    without: ["outbox", "options", "closing", "dropped", "flagged", "photos", "leftFiles"],
  });
}
