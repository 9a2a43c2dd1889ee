import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, catalog, type sync } from "@slipway/contracts";
import { eventOf, newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { type Channel, type ChannelRecord, channelRecord } from "./channel.ts";

/** Connects a channel, with a secret of its own. A code that is taken is refused with REFERENCE_TAKEN. */
export async function createChannel(
  deps: Deps,
  request: Request,
  input: InputOf<typeof sync.createChannel>,
): Promise<ChannelRecord> {
  const { tenantId } = request.caller;
  await requireSupplier(request, input.supplierId);
  const now = deps.clock();
  const id = newId("chn", now);
  const at = new Date(now);
  const channel: Channel = {
    id,
    tenantId,
    ...input,
    secrets: { current: deps.seal(deps.newSecret(), sealedFor(tenantId, id)), previous: null },
    createdAt: at,
    updatedAt: at,
  };
  const record = channelRecord(channel);
  const event = eventOf(request.caller, now, {
    entityType: "channel",
    entityId: id,
    verb: "create",
    before: null,
    after: record,
  });
  if (!(await deps.channels.insert(channel, event))) throw refuse("REFERENCE_TAKEN");
  return record;
}

/** Refuses NOT_FOUND for a supplier that is none of the tenant's. */
export async function requireSupplier(
  request: Request,
  supplierId: string | null | undefined,
): Promise<void> {
  if (supplierId === null || supplierId === undefined) return;
  await call(request, catalog.getSupplierFacts, { supplierId });
}

/** What a secret is bound to: moved to another connection it opens no more. */
export function sealedFor(tenantId: string, channelId: string): string {
  return `${tenantId}|${channelId}`;
}
