import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, referenceCache } from "@slipway/contracts";
import type { DepartureDeps } from "./departure/deps.ts";

type Invalidate = typeof referenceCache.invalidateInAvailability;

/** Drops what this replica keeps under these keys; answers once no request that has read it still runs here. */
export async function invalidateCache(
  { catalogFacts, schedules }: Pick<DepartureDeps, "catalogFacts" | "schedules">,
  { caller: { tenantId } }: Request,
  { keys }: InputOf<Invalidate>,
): Promise<OutputOf<Invalidate>> {
  await Promise.all([catalogFacts, schedules].map((cache) => cache.invalidate(tenantId, keys)));
  return {};
}
