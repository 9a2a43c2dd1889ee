import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { eventRecord } from "./event.ts";

/** Events of the tenant's channels, newest first. */
export async function listEvents(
  { events }: Deps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof sync.listEvents>,
): Promise<OutputOf<typeof sync.listEvents>> {
  const page = { after: readIdCursor(cursor), limit, itemOf: eventRecord };
  return pageByIds(await events.list(caller.tenantId, filter, page));
}
