import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { webhooks } from "@slipway/contracts";
import type { Consumer } from "./consumer-queue.ts";
import { eventsHeard } from "./listeners.ts";
import { splitFacts } from "./tell-audit.ts";

/** The relay's consumer that delivers changes of bookings to subscriptions. */
export function webhooksConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "webhooks",
    wants: ({ fact }) => fact.entityType === "booking",
    async deliver(events) {
      const told = await eventsHeard(ownRequest(broker, "-"), webhooks.listListeners, events);
      for (const facts of splitFacts(told))
        await call(ownRequest(broker, "-"), webhooks.acceptChanges, { facts });
    },
  };
}
