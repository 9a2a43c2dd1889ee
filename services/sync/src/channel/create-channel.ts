import { type Request, call, pointAtField, refuse } from "@slipway/broker";
import { type InputOf, catalog, type sync } from "@slipway/contracts";
import { newSecret, refuseHttp } from "@slipway/delivery";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { ChannelDeps } from "./deps.ts";
import {
  type Channel,
  type ShownChannel,
  answeredChannel,
  channelRecord,
} from "../record/channel.ts";
import { shown } from "./read-proof.ts";

/** Connects a channel, with a secret of its own. Refuses NOT_FOUND, QUOTA_EXCEEDED, and REFERENCE_TAKEN for a taken code. */
export async function createChannel(
  deps: ChannelDeps,
  request: Request,
  input: InputOf<typeof sync.createChannel>,
): Promise<ShownChannel> {
  const { tenantId } = request.caller;
  refuseHttp("endpointUrl", input.endpointUrl, deps.config.delivery);
  await requireSupplier(request, input.supplierId);
  const now = deps.clock();
  const id = newId("chn", now);
  const at = new Date(now);
  const channel: Channel = {
    id,
    tenantId,
    ...input,
    secrets: { current: deps.sealer.seal(newSecret(), sealedFor(tenantId, id)), previous: null },
    subscriptions: [],
    lastSucceededAt: null,
    lastAttemptAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const event = createdEvent(request.caller, "channel.created", channelRecord(channel));
  const isInserted = await deps.config.channelQuota.within(
    tenantId,
    (limit) => deps.channels.count(tenantId, limit),
    () => deps.channels.insert(channel, event),
  );
  if (!isInserted) throw refuse("REFERENCE_TAKEN");
  return shown(deps, answeredChannel(channel));
}

/** Refuses NOT_FOUND for a supplier that is none of the tenant's. */
export async function requireSupplier(
  request: Request,
  supplierId: string | null | undefined,
): Promise<void> {
  if (supplierId === null || supplierId === undefined) return;
  await pointAtField("supplierId", call(request, catalog.getSupplierFacts, { supplierId }));
}

/** The name that a secret is bound to: moved to another connection it opens no more. */
export function sealedFor(tenantId: string, channelId: string): string {
  return `${tenantId}|${channelId}`;
}
