import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { webhooks } from "@slipway/contracts";
import type { Consumer } from "./lane.ts";
import { splitFacts } from "./tell-audit.ts";

/**
 * The relay's consumer that has changes of bookings delivered to whoever has subscribed. Which tenants
 * that may be is asked once per batch, so that a booking nobody waits for costs nothing more: a
 * subscription that begins after the question is told later changes alone.
 */
export function tellWebhooks(broker: ServiceBroker): Consumer {
  return {
    name: "webhooks",
    wants: ({ fact }) => fact.entityType === "booking",
    async tell(events) {
      const tenantIds = [...new Set(events.map(({ fact }) => fact.tenantId))];
      const request = ownRequest(broker, "-");
      const listeners = await call(request, webhooks.listListeners, { tenantIds });
      const listening = new Set(listeners.tenantIds);
      const told = events.filter(({ fact }) => listening.has(fact.tenantId));
      for (const facts of splitFacts(told))
        await call(ownRequest(broker, "-"), webhooks.acceptChanges, { facts });
    },
  };
}
