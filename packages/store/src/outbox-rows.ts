import { type Row, on } from "@slipway/broker";
import { outbox } from "@slipway/contracts";
import type { Relay } from "./relay.ts";

/** The rows of a service's table by which the operator looks into its outbox. */
export function outboxRows(
  service: keyof typeof outbox.outboxes,
  relay: Pick<Relay, "backlog" | "retry">,
): Row[] {
  const { list, retry } = outbox.outboxes[service];
  return [
    on(list, async (_request, { limit }) => {
      const { pending, deadLetters, items } = await relay.backlog(limit);
      return {
        waiting: pending,
        setAside: deadLetters,
        items: items.map(({ consumer, event, failures, reason, setAsideAt, nextAttemptAt }) => ({
          eventId: event.id,
          consumer,
          tenantId: event.fact.tenantId,
          action: event.fact.action,
          entityId: event.fact.entityId,
          at: event.fact.at,
          failures,
          reason,
          setAsideAt: setAsideAt.toISOString(),
          nextAttemptAt: nextAttemptAt.toISOString(),
        })),
      };
    }),
    on(retry, async (_request, { eventId }) => ({ retried: await relay.retry(eventId) })),
  ];
}
