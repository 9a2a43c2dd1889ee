import type { Request } from "@slipway/broker";
import { type OutboxEvent, eventOf } from "@slipway/store";

interface Told {
  now: number;
  resourceIds: readonly string[];
  before: object;
  after: object;
}

/** A repair is told of every resource whose places it concerns, under the name of who ordered it. */
export function repairEvents(
  { caller }: Pick<Request, "caller">,
  tenantId: string,
  { now, resourceIds, before, after }: Told,
): OutboxEvent[] {
  return resourceIds.map((entityId) =>
    eventOf({ ...caller, tenantId }, now, {
      entityType: "resource",
      entityId,
      verb: "repair",
      before,
      after,
    }),
  );
}
