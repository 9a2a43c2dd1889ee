import type { Request } from "@slipway/broker";
import { eventOf } from "@slipway/events";
import type { OutboxEvent } from "@slipway/store";

interface Repair {
  now: number;
  resourceIds: readonly string[];
  before: object;
  after: object;
}

/** One event for each resource that a repair concerns, under the name of the operator who ordered it. */
export function repairEvents(
  { caller }: Pick<Request, "caller">,
  tenantId: string,
  { now, resourceIds, before, after }: Repair,
): OutboxEvent[] {
  return resourceIds.map((entityId) =>
    eventOf({ ...caller, tenantId }, now, {
      type: "resource.repaired",
      entityId,
      before,
      after,
    }),
  );
}
