import type { Request } from "@slipway/broker";
import type { InputOf, facts } from "@slipway/contracts";
import type { Deps } from "../deps.ts";

/** Drops the cached entries of these keys; answers once no request uses them any more. */
export async function forgetFacts(
  deps: Deps,
  request: Request,
  { keys }: InputOf<typeof facts.forgetInBookings>,
): Promise<Record<string, never>> {
  const { tenantId } = request.caller;
  await Promise.all([
    deps.optionFacts.forget(tenantId, keys),
    deps.sellingFacts.forget(tenantId, keys),
  ]);
  return {};
}
