/** Reads the messages about a booking: to receivers of webhooks, and to channels. */
import type { Operations, SyncJob, WebhookDelivery } from "@slipway/client";
import { may } from "../../session.ts";

export interface Message {
  readonly id: string;
  /** Undefined: its webhook or channel is deleted. */
  readonly to: string | undefined;
  readonly at: string;
  readonly status: SyncJob["status"];
  readonly attempts: number;
  readonly error: string | null;
  /** Undefined: it cannot be sent again, or not by this user. */
  readonly again: ((slipway: Operations) => Promise<unknown>) | undefined;
}

/** The newest hundred of each kind: what is older was sent long ago, or is sent again by hand elsewhere. */
export async function loadMessages(slipway: Operations, bookingId: string): Promise<Message[]> {
  const [deliveries, receivers, jobs, channels] = await Promise.all([
    slipway.webhooks.listBookingDeliveries({ bookingId }),
    slipway.webhooks.listSubscriptions(),
    may("sync:read") ? slipway.sync.listJobs({ entityId: bookingId }) : { items: [] },
    may("sync:read") ? slipway.channels.list() : [],
  ]);
  const urls = new Map(receivers.map(({ id, url }) => [id, url]));
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return [
    ...deliveries.items.map((each) => ofDelivery(each, urls.get(each.subscriptionId))),
    ...jobs.items.map((each) => ofJob(each, names.get(each.channelConnectionId))),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}

function ofDelivery(delivery: WebhookDelivery, url: string | undefined): Message {
  const { id, createdAt, status, attempts } = delivery;
  return {
    id,
    to: url,
    at: createdAt,
    status,
    attempts: attempts.length,
    error: attempts.at(-1)?.error ?? null,
    again:
      may("bookings:write") && url !== undefined
        ? ({ webhooks }) => webhooks.redeliver(id)
        : undefined,
  };
}

function ofJob(job: SyncJob, name: string | undefined): Message {
  const { id, createdAt, status, attempts, lastError } = job;
  return {
    id,
    to: name,
    at: createdAt,
    status,
    attempts,
    error: lastError,
    again: status === "FAILED" && may("sync:write") ? ({ sync }) => sync.retryJob(id) : undefined,
  };
}
