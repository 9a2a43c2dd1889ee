import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, sync } from "@slipway/contracts";
import { pageByIds, readIdCursor } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { type EventRecord, eventRecord } from "./event.ts";

/** More than a page of the bus holds: payloads may be big. */
const payloadsMax = 512 * 1024;

/** Events of the tenant's channels, newest first. */
export async function listEvents(
  { events }: Deps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof sync.listEvents>,
): Promise<OutputOf<typeof sync.listEvents>> {
  const page = { after: readIdCursor(cursor), limit: limit + 1 };
  const found: EventRecord[] = [];
  let length = 0;
  for await (const event of events.list(caller.tenantId, filter, page)) {
    found.push(eventRecord(event));
    length += event.payload.length;
    if (length > payloadsMax) break;
  }
  return pageByIds(found, limit);
}
