import { randomUUID } from "node:crypto";
import type { ServiceBroker } from "@slipway/broker";
import { z } from "zod";
import type { RateLimit } from "./rate-limit.ts";

const everyMs = 500;
const eventName = "gateway.spent";

const message = z.object({
  from: z.string(),
  spent: z.record(z.string(), z.number().int().positive()),
});

/**
 * Tells the other gateways every half second what each credential has spent here, and counts what
 * they tell: a credential that uses several gateways has one allowance but for what it sends within
 * that half second. Without the bus each gateway counts for itself. Stop it with what it returns.
 */
export function shareSpending(broker: ServiceBroker, rateLimit: RateLimit): () => Promise<void> {
  const from = randomUUID();
  broker.createService({
    name: serviceName,
    events: {
      [eventName]: {
        handler({ params }: { params: unknown }) {
          const told = message.safeParse(params);
          if (told.success && told.data.from !== from) rateLimit.debit(told.data.spent);
        },
      },
    },
  });
  const timer = setInterval(() => {
    const spent = rateLimit.takeSpent();
    if (Object.keys(spent).length === 0) return;
    // A message that is lost lets a credential send a little more: nobody waits for it.
    void Promise.resolve(broker.broadcast(eventName, { from, spent })).catch(() => {});
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await broker.destroyService(serviceName);
  };
}

const serviceName = "gatewaySpending";
