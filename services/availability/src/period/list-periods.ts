import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, availability } from "@slipway/contracts";
import type { Deps } from "../deps.ts";
import { periodRecord } from "./period.ts";

/** With 288 start times in each, a page stays below 300 KiB. */
const pageSize = 100;

/** Lists the active or the deactivated periods of an option, newest first. */
export function listPeriods(
  deps: Deps,
  request: Request,
  input: InputOf<typeof availability.listPeriods>,
): Promise<OutputOf<typeof availability.listPeriods>> {
  return deps.catalogFacts.use(request, input.id, async (facts) => {
    const found = await deps.periods.list(request.caller.tenantId, input.id, {
      active: input.active === "true",
      after: input.page,
      limit: pageSize + 1,
    });
    const page = found.slice(0, pageSize);
    const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null;
    return { items: page.map((period) => periodRecord(period, facts)), next };
  });
}
