import { type Request, call } from "@slipway/broker";
import type { sync, webhooks } from "@slipway/contracts";
import type { OutboxEvent } from "./outbox.ts";

/**
 * The events of tenants that have a listener, asked once per batch: a change that no listener waits
 * for costs nothing more, and a listener that begins after the question gets later changes alone.
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
