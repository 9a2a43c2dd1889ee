import { type Request, call } from "@slipway/broker";
import type { sync, webhooks } from "@slipway/contracts";
import type { OutboxEvent } from "./outbox.ts";

/**
 * The events of tenants that have somebody to tell, asked once per batch: a change that nobody waits
 * for costs nothing more, and one who begins to listen after the question is told later changes alone.
 */
export async function eventsHeard(
  request: Request,
  contract: typeof sync.listListeners | typeof webhooks.listListeners,
  events: readonly OutboxEvent[],
): Promise<OutboxEvent[]> {
  const tenantIds = [...new Set(events.map(({ fact }) => fact.tenantId))];
  const listeners = await call(request, contract, { tenantIds });
  const listening = new Set(listeners.tenantIds);
  return events.filter(({ fact }) => listening.has(fact.tenantId));
}
