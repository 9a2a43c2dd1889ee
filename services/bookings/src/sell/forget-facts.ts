import type { Request } from "@slipway/broker";
import type { InputOf, facts } from "@slipway/contracts";
import type { Deps } from "../deps.ts";

/** Drops what is kept under these keys; answers once no booking on it is being made any more. */
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
