import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { EventDeps } from "./deps.ts";
import { listReached } from "../channel/list-channels.ts";
import { eventRecord } from "./event.ts";

/** Events of the channels that the caller reaches, newest first. */
export async function listEvents(
  { events, channels }: EventDeps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof sync.listEvents>,
): Promise<OutputOf<typeof sync.listEvents>> {
  const page = { after: readIdCursor(cursor), limit, itemOf: eventRecord };
  const among = await listReached(channels, caller);
  return pageByIds(await events.list(caller.tenantId, { ...filter, among }, page));
}
