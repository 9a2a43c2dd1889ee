import type { ChangedProduct } from "../record/change.ts";
import type { Channel } from "../record/channel.ts";
import type { ChangeDeps } from "./deps.ts";
import { createJobs } from "../job/create-job.ts";
import type { SendUpdate } from "./plan-updates.ts";
import { subscribedTo } from "../record/subscription.ts";
import type { Lookup } from "../job/read-facts.ts";

interface ProductChanges {
  readonly tenantId: string;
  readonly products: readonly ChangedProduct[];
  readonly tell: SendUpdate | undefined;
}

/** Makes one job for each product and subscription, however many changes of the product there are. */
export async function planProducts(
  deps: ChangeDeps,
  look: Lookup,
  { tenantId, products, tell }: ProductChanges,
): Promise<void> {
  const channels = (await deps.channels.listReceiving([tenantId])).filter(hasSubscriber);
  if (channels.length === 0 && !tell) return;
  const suppliers = [...(await suppliersByProduct(look, products))];
  for (const [productId, supplierId] of tell ? suppliers : []) {
    await look.keep();
    await tell?.({ type, supplierId, entityId: productId, data: { productId } });
  }
  const planned = suppliers.flatMap(([productId, supplierId]) =>
    channels.flatMap((channel) =>
      subscribedTo(channel, type, supplierId).map(({ id: subscriptionId }) => ({
        channel,
        type,
        entityId: productId,
        subscriptionId,
        body: JSON.stringify({ productId }),
      })),
    ),
  );
  await createJobs(deps, planned, look.keep);
}

const type = "PRODUCT_UPDATE" as const;

function hasSubscriber({ subscriptions }: Channel): boolean {
  return subscriptions.some(({ notificationTypes }) => notificationTypes.includes(type));
}

/** A product that is gone is left out: the event of its deletion names the product itself. */
async function suppliersByProduct(
  look: Lookup,
  products: readonly ChangedProduct[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const changed of products) {
    const facts = "optionId" in changed ? await look.factsOf(changed.optionId) : changed;
    if (!facts || found.has(facts.productId)) continue;
    const supplierId = facts.supplierId ?? (await look.supplierOf(facts.productId));
    if (supplierId !== null) found.set(facts.productId, supplierId);
  }
  return found;
}
