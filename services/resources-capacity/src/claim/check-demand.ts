import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { ClaimDeps } from "./deps.ts";
import { requestedUsesOf } from "../ledger/demand.ts";

/** The domain refusals of a demand, and what it would take now. Claims nothing. */
export async function checkDemand(
  deps: ClaimDeps,
  request: Request,
  { demand }: InputOf<typeof resourcesCapacity.checkDemand>,
): Promise<OutputOf<typeof resourcesCapacity.checkDemand>> {
  const resources = await deps.resources.listForCapacity(request.caller.tenantId, {
    optionIds: [demand.optionId],
    ids: [],
  });
  const uses = requestedUsesOf(demand, resources);
  if (!uses.ok) throw refuse(uses.code);
  return { taken: uses.requested.map(({ use }) => ({ ...use })) };
}
