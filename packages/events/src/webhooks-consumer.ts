import { type ServiceBroker, call, ownRequest } from "@slipway/broker";
import { bookingUpdateTypes, webhooks } from "@slipway/contracts";
import type { Consumer } from "@slipway/store";
import { messagesOf } from "./audit-consumer.ts";
import type { CommittedEvent } from "./committed-event.ts";
import { tenantsListening } from "./listeners.ts";
import { isOfTypes } from "./typed-consumer.ts";

/** The consumer that sends booking updates to the webhooks service, for tenants with a subscription. */
export function webhooksConsumer(broker: ServiceBroker): Consumer {
  return {
    name: "webhooks",
    wants: isOfTypes(bookingUpdateTypes),
    async deliver(events: CommittedEvent[]) {
      const request = ownRequest(broker, "-");
      const tenants = events.map(({ fact }) => fact.tenantId);
      const listening = await tenantsListening(request, webhooks.listListeners, tenants);
      const subscribed = events.filter(({ fact }) => listening.has(fact.tenantId));
      for (const facts of messagesOf(subscribed))
        await call(ownRequest(broker, "-"), webhooks.acceptChanges, { facts });
    },
  };
}
