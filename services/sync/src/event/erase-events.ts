import { type Request, isRefusal } from "@slipway/broker";
import { type InputOf, type OutputOf, customers, type sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { EventDeps } from "./deps.ts";
import { eventRecord, streamOf } from "./event.ts";

/**
 * Removes personal data from the events by which a channel sent a booking. Repeated, it changes nothing. What the
 * audit log says of them follows by their own events.
 */
export async function eraseEvents(
  deps: EventDeps,
  request: Request,
  { channelConnectionId, externalId }: InputOf<typeof sync.eraseEvents>,
): Promise<OutputOf<typeof sync.eraseEvents>> {
  const { tenantId } = request.caller;
  const stream = { tenantId, channelConnectionId, stream: streamOf({ externalId }, "") };
  let erased = 0;
  for (const id of await deps.events.listStream(stream))
    if (await eraseEvent(deps, request, id)) erased++;
  return { erased };
}

/** The same of all events of the tenant whose customer has this address, whatever became of them. Repeatable. */
export async function eraseEventsOf(
  deps: EventDeps,
  request: Request,
  { emailAddress }: InputOf<typeof sync.eraseEventsOf>,
): Promise<OutputOf<typeof sync.eraseEventsOf>> {
  const { tenantId } = request.caller;
  let erased = 0;
  for (const id of await deps.events.listWithText(tenantId, emailAddress)) {
    const event = await deps.events.get(tenantId, id);
    const { customer } = JSON.parse(event?.payload ?? "{}") as { customer?: unknown };
    if (!customers.hasAddress(customer, emailAddress)) continue;
    if (await eraseEvent(deps, request, id)) erased++;
  }
  return { erased };
}

/** False: it has no personal data, or it is gone. */
async function eraseEvent(deps: EventDeps, { caller }: Request, id: string): Promise<boolean> {
  let isErased = false;
  try {
    await deps.events.change(caller.tenantId, id, deps.clock(), (current, updatedAt) => {
      const payload = JSON.stringify(
        customers.erasedPayload(JSON.parse(current.payload) as Record<string, unknown>),
      );
      isErased = payload !== current.payload;
      if (!isErased) return null;
      const before = { ...current, payload };
      const event = eventOf(caller, updatedAt.getTime(), {
        type: "channelEvent.erased",
        entityId: id,
        before: eventRecord(before),
        after: eventRecord({ ...before, updatedAt }),
      });
      return { set: { payload }, event };
    });
  } catch (error) {
    if (!isRefusal(error, "NOT_FOUND")) throw error;
    return false;
  }
  return isErased;
}
