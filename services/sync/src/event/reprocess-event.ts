import { type Request, refuse } from "@slipway/broker";
import type { InputOf, sync } from "@slipway/contracts";
import type { EventDeps } from "./deps.ts";
import { type EventRecord, eventRecord } from "./event.ts";

/** Lets a failed event be carried out again, before those of its booking that wait, and with all its patience. */
export async function reprocessEvent(
  deps: EventDeps,
  { caller }: Request,
  { id }: InputOf<typeof sync.reprocessEvent>,
): Promise<EventRecord> {
  const now = deps.clock();
  const event = await deps.events.changeBy(caller, id, now, (current, at) => {
    if (current.status !== "FAILED")
      throw refuse("INVALID_STATE", { detail: "Only a failed event can be carried out again." });
    const restarted = { at, attempts: current.attempts };
    const set = { status: "RECEIVED", error: null, nextAttemptAt: at, restarted } as const;
    return { type: "channelEvent.reprocessed", set };
  });
  deps.wakeEvents();
  return eventRecord(event);
}
