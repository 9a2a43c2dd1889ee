import type { Request } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import type { EventDeps } from "./deps.ts";
import { requireReached } from "../channel/list-channels.ts";
import { type EventRecord, eventRecord } from "./event.ts";

/** One event of the tenant's channels. */
export async function getEvent(
  { events, channels }: EventDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.getEvent>,
): Promise<EventRecord> {
  const event = await events.require(caller.tenantId, id);
  await requireReached(channels, caller, event);
  return eventRecord(event);
}
