import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, resourcesCapacity } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { wishesOf } from "../ledger/demand.ts";

/** The domain refusals of a demand, and what it would take now. Claims nothing. */
export async function checkDemand(
  deps: Deps,
  request: Request,
  { demand }: InputOf<typeof resourcesCapacity.checkDemand>,
): Promise<OutputOf<typeof resourcesCapacity.checkDemand>> {
  const resources = await deps.resources.listForCapacity(request.caller.tenantId, {
    optionIds: [demand.optionId],
    ids: [],
  });
  const wished = wishesOf(demand, resources);
  if (!wished.ok) throw refuse(wished.code);
  return { taken: wished.wishes.map(({ use }) => ({ ...use })) };
}
