import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { findProduct } from "../product/find-product.ts";
import { cutPage } from "../cut-page.ts";
import { optionRecord } from "./option.ts";

/** The options of a product, by sortOrder, then age; in pages of the bus. Refuses NOT_FOUND. */
export async function listOptions(
  deps: Deps,
  request: Request,
  { id, page }: InputOf<typeof catalog.listOptions>,
): Promise<OutputOf<typeof catalog.listOptions>> {
  const { tenantId } = request.caller;
  const product = await findProduct(deps, tenantId, id);
  const heads = await deps.options.listHeads(tenantId, product.options);
  const begun = heads.findIndex((head) => head._id === page) + 1;
  return cutPage(
    heads.slice(begun).map((head) => optionRecord(head, product)),
    ({ id: optionId }) => optionId,
  );
}
