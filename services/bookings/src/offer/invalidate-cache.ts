import type { Request } from "@slipway/broker";
import type { InputOf, referenceCache } from "@slipway/contracts";
import type { OfferDeps } from "./deps.ts";

/** Drops the cached entries of these keys; answers once no request uses them any more. */
export async function invalidateCache(
  deps: OfferDeps,
  request: Request,
  { keys }: InputOf<typeof referenceCache.invalidateInBookings>,
): Promise<Record<string, never>> {
  const { tenantId } = request.caller;
  await Promise.all([
    deps.optionFacts.invalidate(tenantId, keys),
    deps.sellingFacts.invalidate(tenantId, keys),
  ]);
  return {};
}
