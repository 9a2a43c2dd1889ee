import { type Request, unlessRefused } from "@slipway/broker";
import { type InputOf, type OutputOf, customers, type sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { EventDeps } from "./deps.ts";
import { erasedFields, eventRecord, streamOf } from "./event.ts";

/**
 * Removes personal data from the events by which a channel sent a booking, and e-mail addresses from the messages
 * about it. Repeated, it changes nothing. The event of each erased one makes the audit log erase its entries, too.
 */
export async function eraseEvents(
  deps: EventDeps,
  request: Request,
  { channelConnectionId, externalId, bookingId }: InputOf<typeof sync.eraseEvents>,
): Promise<OutputOf<typeof sync.eraseEvents>> {
  const { tenantId } = request.caller;
  const stream = { tenantId, channelConnectionId, stream: streamOf({ externalId }, "") };
  const erased = await eraseAll(deps, request, await deps.events.listStream(stream));
  await deps.jobs.rewrite(tenantId, bookingId, withoutAddresses);
  return { erased };
}

function withoutAddresses(body: string): string {
  return JSON.stringify(customers.withoutAddresses(JSON.parse(body) as Record<string, unknown>));
}

/** The same of all events of the tenant that mention this address, whatever became of them. Repeatable. */
export async function eraseEventsOf(
  deps: EventDeps,
  request: Request,
  { emailAddress }: InputOf<typeof sync.eraseEventsOf>,
): Promise<OutputOf<typeof sync.eraseEventsOf>> {
  const { tenantId } = request.caller;
  const found = await deps.events.listMatching(tenantId, customers.addressPattern(emailAddress));
  const mentioned: string[] = [];
  for (const id of found) {
    const event = await deps.events.get(tenantId, id);
    if (event && customers.mentions(eventRecord(event), emailAddress)) mentioned.push(id);
  }
  return { erased: await eraseAll(deps, request, mentioned) };
}

async function eraseAll(
  deps: EventDeps,
  request: Request,
  ids: readonly string[],
): Promise<number> {
  let erased = 0;
  for (const id of ids) if (await eraseEvent(deps, request, id)) erased++;
  return erased;
}

/** False: it has no personal data, or it is gone. */
async function eraseEvent(deps: EventDeps, { caller }: Request, id: string): Promise<boolean> {
  let isErased = false;
  const changed = deps.events.change(caller.tenantId, id, deps.clock(), (current, updatedAt) => {
    const set = erasedFields(current);
    isErased = set !== null;
    if (!set) return null;
    const before = { ...current, ...set };
    const event = eventOf(caller, updatedAt.getTime(), {
      type: "channelEvent.erased",
      entityId: id,
      before: eventRecord(before),
      after: eventRecord({ ...before, updatedAt }),
    });
    return { set, event };
  });
  return (await unlessRefused("NOT_FOUND", changed)) !== null && isErased;
}
