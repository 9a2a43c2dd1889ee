import type { Request } from "@slipway/broker";
import {
  type EventType,
  type InputOf,
  type OutputOf,
  auditActionOf,
  type outbox,
} from "@slipway/contracts";
import { type Relay, deleteRecords, exportRecords } from "@slipway/store";

// The types fit every service with an outbox: their actions differ in their names alone.
type ListOutbox = (typeof outbox.outboxes.auth)["listOutbox"];
type RetryOutbox = (typeof outbox.outboxes.auth)["retryOutbox"];

/** How many events of this service are pending, and its oldest dead letters: an operator's look. */
async function listOutbox(
  { relay }: { readonly relay: Pick<Relay, "backlog"> },
  _request: Request,
  { limit }: InputOf<ListOutbox>,
): Promise<OutputOf<ListOutbox>> {
  const { pending, deadLetters, items } = await relay.backlog(limit);
  return {
    pending,
    deadLetters,
    items: items.map(({ consumer, event, failures, reason, keptAt, nextAttemptAt }) => ({
      eventId: event.id,
      consumer,
      tenantId: event.tenantId,
      action: auditActionOf(event.type as EventType),
      entityId: event.entityId,
      at: event.at.toISOString(),
      failures,
      reason,
      keptAt: keptAt.toISOString(),
      nextAttemptAt: nextAttemptAt.toISOString(),
    })),
  };
}

/** Delivers one dead letter now, or all of them; answers how many. */
async function retryOutbox(
  { relay }: { readonly relay: Pick<Relay, "retry"> },
  _request: Request,
  { eventId }: InputOf<RetryOutbox>,
): Promise<OutputOf<RetryOutbox>> {
  return { retried: await relay.retry(eventId) };
}

/** For the operator, of every service with an outbox: its events, and its records of a tenant. */
export const operatorActions = { listOutbox, retryOutbox, exportRecords, deleteRecords };
