import { type Request, refuse } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import type { EventDeps } from "./deps.ts";
import { type EventRecord, eventRecord } from "./event.ts";

/** Lets a failed event be carried out again, before those of its booking that wait. */
export async function reprocessEvent(
  deps: EventDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.reprocessEvent>,
): Promise<EventRecord> {
  const now = deps.clock();
  const event = await deps.events.change(caller.tenantId, id, now, (current, at) => {
    if (current.status !== "FAILED")
      throw refuse("INVALID_STATE", { detail: "Only a failed event can be carried out again." });
    const set = { status: "RECEIVED", error: null, nextAttemptAt: at } as const;
    const reprocessed = eventOf(caller, at.getTime(), {
      type: "channelEvent.reprocessed",
      entityId: id,
      before: eventRecord(current),
      after: eventRecord({ ...current, ...set, updatedAt: at }),
    });
    return { set, event: reprocessed };
  });
  deps.wakeEvents();
  return eventRecord(event);
}
