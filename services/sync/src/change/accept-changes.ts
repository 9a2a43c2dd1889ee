import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { type Channel, acceptsBookingUpdates } from "../record/channel.ts";
import type { ChangeDeps } from "./deps.ts";
import { createJob } from "../job/create-job.ts";
import type { Change } from "../record/change.ts";
import { readChange } from "../record/read-change.ts";
import { listHearers } from "./plan-updates.ts";
import { subscribedTo } from "../record/subscription.ts";

/**
 * Notes committed changes of any tenants. The channel of a booking gets a job at once. Changes that may have changed
 * vacancies are gathered with those of the next seconds. Answers when both are kept. A change that comes again makes no
 * second job.
 */
export async function acceptChanges(
  deps: ChangeDeps,
  _request: Request,
  { events }: InputOf<typeof sync.acceptChanges>,
): Promise<OutputOf<typeof sync.acceptChanges>> {
  const changes = events.flatMap((event) => readChange(event) ?? []);
  await Promise.all([gather(deps, changes), planBookingJobs(deps, changes)]);
  return {};
}

/** Which of these tenants have a channel, or a webhook subscription, that is notified of changes. */
export async function listListeners(
  deps: ChangeDeps,
  _request: Request,
  { tenantIds }: InputOf<typeof sync.listListeners>,
): Promise<OutputOf<typeof sync.listListeners>> {
  return { tenantIds: [...(await listeningTo(deps, tenantIds))] };
}

async function listeningTo(deps: ChangeDeps, tenantIds: readonly string[]): Promise<Set<string>> {
  const [receiving, hearers] = await Promise.all([
    deps.channels.listReceiving(tenantIds),
    listHearers(deps, tenantIds),
  ]);
  return new Set([...receiving.map(({ tenantId }) => tenantId), ...hearers]);
}

/** Keeps nothing of tenants of which nobody is notified. */
async function gather(deps: ChangeDeps, changes: readonly Change[]): Promise<void> {
  const touching = changes.filter(
    ({ touched, products }) => touched.length > 0 || products.length > 0,
  );
  if (touching.length === 0) return;
  const tenants = await listeningTo(
    deps,
    touching.map(({ tenantId }) => tenantId),
  );
  const dueAt = new Date(deps.clock() + deps.config.gatherMs);
  const kept = touching.filter(({ tenantId }) => tenants.has(tenantId));
  await deps.changes.add(
    kept.map(({ id, tenantId, touched, products }) => ({ id, tenantId, touched, products, dueAt })),
  );
}

async function planBookingJobs(deps: ChangeDeps, changes: readonly Change[]): Promise<void> {
  for (const { id: eventId, tenantId, booking } of changes) {
    if (!booking) continue;
    const { channelConnectionId, bookingId: entityId, supplierId, body, octoUuid: uuid } = booking;
    const channel = await deps.channels.get(tenantId, channelConnectionId);
    // It may be another supplier's by now than when it made the booking.
    const isSold = (channel?.supplierId ?? supplierId) === supplierId;
    if (channel?.status !== "ACTIVE" || !isSold) continue;
    const type = "BOOKING_UPDATE";
    if (channel.endpointUrl !== null && acceptsBookingUpdates(channel))
      await createJob(deps, channel, { type, entityId, eventId, body });
    if (uuid) await notifyOfBooking(deps, channel, { eventId, entityId, uuid, supplierId });
  }
}

interface ChangedBooking {
  readonly eventId: string;
  readonly entityId: string;
  readonly uuid: string;
  readonly supplierId: string;
}

async function notifyOfBooking(
  deps: ChangeDeps,
  channel: Channel,
  { eventId, entityId, uuid, supplierId }: ChangedBooking,
): Promise<void> {
  const type = "BOOKING_UPDATE";
  for (const { id: subscriptionId } of subscribedTo(channel, type, supplierId))
    await createJob(deps, channel, {
      type,
      entityId,
      subscriptionId,
      // The unique index lets a channel have one job of an event: each subscription has its own.
      eventId: `${eventId}|${subscriptionId}`,
      body: JSON.stringify({ uuid }),
    });
}
