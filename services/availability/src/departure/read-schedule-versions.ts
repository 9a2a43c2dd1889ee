import type { DepartureDeps } from "./deps.ts";
import { scheduleVersion } from "./schedule-version.ts";

interface Place {
  readonly optionId: string;
  readonly productId: string;
}

/** The versions of these options' schedules, in their order: two reads, however many they are. */
export async function readScheduleVersions(
  { periods, blocks, clock }: Pick<DepartureDeps, "periods" | "blocks" | "clock">,
  tenantId: string,
  places: readonly Place[],
): Promise<string[]> {
  const optionIds = places.map(({ optionId }) => optionId);
  const productIds = places.map(({ productId }) => productId);
  const [active, notOver] = await Promise.all([
    periods.listActiveIds(tenantId, optionIds),
    blocks.listIdsOfProducts(tenantId, productIds, new Date(clock())),
  ]);
  const byOption = Map.groupBy(active, ({ optionId }) => optionId);
  const byProduct = Map.groupBy(notOver, ({ productId }) => productId);
  return places.map(({ optionId, productId }) =>
    scheduleVersion(byOption.get(optionId) ?? [], byProduct.get(productId) ?? []),
  );
}
