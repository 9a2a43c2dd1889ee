import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type availability, pageItemsMax } from "@slipway/contracts";
import { nextAfterId } from "@slipway/store";
import type { PeriodDeps } from "./deps.ts";
import { periodRecord } from "../record/period.ts";

/** Lists the active or the deactivated periods of an option, newest first. */
export function listPeriods(
  deps: PeriodDeps,
  request: Request,
  input: InputOf<typeof availability.listPeriods>,
): Promise<OutputOf<typeof availability.listPeriods>> {
  return deps.catalogFacts.use(request, input.id, async (facts) => {
    const found = await deps.periods.list(request.caller.tenantId, input.id, {
      active: input.active === "true",
      after: input.page,
      limit: pageItemsMax,
      itemOf: (period) => periodRecord(period, facts),
    });
    return nextAfterId(found);
  });
}
