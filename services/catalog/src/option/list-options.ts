import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { nextAfterId } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { optionRecord } from "../record/option.ts";
import { lists } from "../record/option-list.ts";

/** The options of a product, by sortOrder, then age; in pages of the bus. Refuses NOT_FOUND. */
export async function listOptions(
  deps: RecordDeps,
  request: Request,
  { id, page }: InputOf<typeof catalog.listOptions>,
): Promise<OutputOf<typeof catalog.listOptions>> {
  const { tenantId } = request.caller;
  const product = await deps.products.require(tenantId, id);
  const after = page === undefined ? null : await deps.options.get(tenantId, page);
  // Nobody knows where to go on behind an option that was deleted meanwhile.
  if (page !== undefined && !after) throw refuse("VALIDATION_FAILED");
  const found = await deps.options.listPage(tenantId, product._id, {
    after,
    itemOf: (head) => optionRecord(head, product),
  });
  const { items, next } = nextAfterId(found);
  return { items: items.filter((option) => lists(product, option.id)), next };
}
