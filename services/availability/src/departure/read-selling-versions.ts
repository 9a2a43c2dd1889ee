import type { OptionPlace } from "@slipway/reference-cache";
import type { BlockStore } from "../record/block-store.ts";
import type { PeriodStore } from "../record/period-store.ts";
import { sellingVersion } from "./selling-version.ts";

/** The versions of what these options are sold by, in their order: two reads, however many they are. */
export async function readSellingVersions(
  { periods, blocks, clock }: { periods: PeriodStore; blocks: BlockStore; clock: () => number },
  tenantId: string,
  places: readonly OptionPlace[],
): Promise<string[]> {
  const optionIds = places.map(({ optionId }) => optionId);
  const productIds = places.map(({ productId }) => productId);
  const [active, notOver] = await Promise.all([
    periods.listActiveVersions(tenantId, optionIds),
    blocks.listIdsOfProducts(tenantId, productIds, new Date(clock())),
  ]);
  const byOption = Map.groupBy(active, ({ optionId }) => optionId);
  const byProduct = Map.groupBy(notOver, ({ productId }) => productId);
  return places.map(({ optionId, productId }) =>
    sellingVersion(byOption.get(optionId) ?? [], byProduct.get(productId) ?? []),
  );
}
