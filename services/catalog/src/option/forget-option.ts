import { call, ownRequest } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import type { OutboxEvent } from "@slipway/store";
import type { Deps } from "../deps.ts";

/**
 * The relay's consumer that finishes a deletion: no requirement names the option any more and its
 * document goes. Repeatable.
 */
export function forgetDeletedOptions(deps: Deps): (events: OutboxEvent[]) => Promise<void> {
  return async (events) => {
    const deleted = events.filter(({ fact }) => fact.action === "option.delete");
    await Promise.all(
      deleted.map(async ({ fact: { tenantId, entityId } }) => {
        const request = ownRequest(deps.broker, tenantId);
        await call(request, resourcesCapacity.dropRequirements, { optionId: entityId });
        await deps.options.discard(tenantId, entityId);
      }),
    );
  };
}
