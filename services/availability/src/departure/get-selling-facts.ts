import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { DepartureDeps } from "./deps.ts";
import { recurrenceOf } from "../record/period.ts";
import { sellingVersion } from "./selling-version.ts";

/** The facts that decide whether an option departs at an instant and may be sold there. Internal. */
export async function getSellingFacts(
  deps: DepartureDeps,
  request: Request,
  { optionId, productId }: InputOf<typeof availability.getSellingFacts>,
): Promise<OutputOf<typeof availability.getSellingFacts>> {
  const { tenantId } = request.caller;
  const [periods, blocks] = await Promise.all([
    deps.periods.listActive(tenantId, optionId),
    deps.blocks.listOfProduct(tenantId, productId, { from: new Date(deps.clock()) }),
  ]);
  return {
    periods: periods.map(recurrenceOf),
    blocks: blocks.map(({ startAt, endAt }) => ({
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
    })),
    version: sellingVersion(periods, blocks),
  };
}
