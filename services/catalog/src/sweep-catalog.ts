import { ownRequest } from "@slipway/broker";
import { unfinishedMs } from "./constants.ts";
import { decideListing } from "./record/option-list.ts";
import { reopenOption } from "./option/delete-option.ts";
import { settleDefault } from "./option/move-default.ts";
import type { PhotoDeps } from "./photo/deps.ts";
import { sweepPhotos } from "./photo/sweep-photos.ts";
import type { OptionDocument, ProductDocument } from "./record/schema.ts";
import { applyContacts } from "./supplier/apply-contacts.ts";

/**
 * Finishes or takes back what requests that were cut short have left, of every tenant. Correctness
 * never waits for it: drafts and unlisted options are seen by nobody, and marks are shared or taken
 * away by any request that meets them. Several replicas may do it at once.
 */
export async function sweepCatalog(deps: PhotoDeps): Promise<void> {
  const before = new Date(deps.clock() - unfinishedMs);
  const [copying, closing, making, moved] = await Promise.all([
    deps.suppliers.listCopying(before),
    deps.products.listLeft("closing", before),
    deps.options.listInterrupted(before),
    deps.products.listLeft("pendingDefault", before),
  ]);
  const results = await Promise.allSettled([
    ...copying.map((supplier) => applyContacts(deps, supplier)),
    ...closing.flatMap((product) => reopenOptions(deps, product, before)),
    ...making.map((option) => settleMaking(deps, option)),
    ...moved.map((product) => settleDefault(deps, product, product.pendingDefault?.event.id ?? "")),
    deps.products.removeDrafts(before),
    deps.options.removeDiscarded(),
    sweepPhotos(deps),
  ]);
  // A record that cannot be finished now holds up no other.
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

function reopenOptions(
  deps: PhotoDeps,
  { _id: productId, tenantId, closing }: ProductDocument,
  before: Date,
): Promise<void>[] {
  return closing
    .filter(({ since }) => since < before)
    .map((mark) => reopenOption(deps, ownRequest(deps.broker, tenantId), { productId, mark }));
}

/**
 * An option whose making did not end is listed by its product, or is written there as dropped: one
 * document decides between this and a maker that is only slow.
 */
async function settleMaking(
  deps: PhotoDeps,
  { tenantId, _id: id, productId }: OptionDocument,
): Promise<void> {
  const product = await deps.products.change(tenantId, productId, deps.clock(), (current) => {
    const isKnown = current.options.includes(id) || !decideListing(current, id, false).ok;
    return isKnown ? null : { set: { dropped: [...current.dropped, id] }, unseen: true };
  });
  if (product.options.includes(id)) await deps.options.made(tenantId, id);
  else await deps.options.discard(tenantId, id);
}
