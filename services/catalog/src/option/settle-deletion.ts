import { call, ownRequest } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import { consumerOf } from "@slipway/events";
import type { Consumer } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";

/**
 * The relay's consumer that finishes a deletion that a crash or an outage has left. It removes the requirements that
 * name the option, also one that was made beside the deletion, and then the option's document. Repeatable.
 */
export function settleDeletedOptions(deps: RecordDeps): Consumer {
  return consumerOf({
    name: "requirements",
    types: ["option.deleted"],
    async deliver(deleted) {
      await Promise.all(
        deleted.map(async ({ tenantId, entityId }) => {
          const request = ownRequest(deps.broker, tenantId);
          await call(request, resourcesCapacity.dropRequirements, { optionId: entityId });
          await deps.options.discard(tenantId, entityId);
        }),
      );
    },
  });
}
