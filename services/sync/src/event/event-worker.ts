/** Carries out what channels have sent: those of one booking one after the other, others concurrently. */
import { type RunningJob, ownRequest } from "@slipway/broker";
import { type JobStore, createJobQueue, tenantSlots } from "@slipway/jobs";
import { eventOf } from "@slipway/events";
import { eventLeaseMs, eventSlotsMax, lookEveryMs } from "../constants.ts";
import type { EventDeps } from "./deps.ts";
import { applyEvent } from "./apply-event.ts";
import { type ChannelEvent, type Outcome, eventRecord, nextAttempt } from "./event.ts";
import { type EventChange, channelEventOf } from "./event-store.ts";
import type { EventDocument } from "./schema.ts";

/** Wakes at once for what this replica has accepted, and looks for the rest every two seconds. */
export function eventWorker(deps: EventDeps, jobs: JobStore<EventDocument>): RunningJob {
  const slots = tenantSlots(eventSlotsMax);
  return createJobQueue({
    name: "sync.find-events",
    everyMs: lookEveryMs,
    leaseMs: eventLeaseMs,
    jobs,
    slots: [slots],
    termsOf: async () => ({ atOnce: 1, slots, context: undefined }),
    async run(document) {
      const event = channelEventOf(document);
      const outcome = await applyEvent(deps, event);
      await finish(deps, event, outcome);
      return outcome.status === "FAILED";
    },
    clock: deps.clock,
    warn: deps.warn,
  });
}

/** Writes an attempt's end, unless another replica has taken the event over since. */
async function finish(deps: EventDeps, event: ChannelEvent, outcome: Outcome): Promise<void> {
  const { tenantId, id, leasedUntil } = event;
  await deps.events.change(tenantId, id, deps.clock(), (current, at) => {
    const isOurs = current.leasedUntil?.getTime() === leasedUntil?.getTime();
    if (current.status !== "RECEIVED" || !isOurs) return null;
    const set = changeOf(current, outcome, at.getTime());
    const finished = eventOf(ownRequest(deps.broker, tenantId).caller, at.getTime(), {
      type: eventTypes[outcome.status],
      entityId: id,
      before: eventRecord(current),
      after: eventRecord({ ...current, ...set, updatedAt: at }),
    });
    return { set, event: finished };
  });
}

const eventTypes = {
  PROCESSED: "channelEvent.processed",
  FAILED: "channelEvent.failed",
  RECEIVED: "channelEvent.postponed",
} as const;

function changeOf(current: ChannelEvent, outcome: Outcome, now: number): EventChange {
  const attempts = current.attempts + 1;
  const ended = { attempts, leasedUntil: null };
  if (outcome.status === "RECEIVED") {
    const { error } = outcome;
    // An attempt that was not refused may have had an effect: the next attempt looks.
    return { ...ended, error, nextAttemptAt: nextAttempt(attempts, now) };
  }
  const { status, bookingId } = outcome;
  const error = outcome.status === "FAILED" ? outcome.error : null;
  return { ...ended, status, bookingId, error, nextAttemptAt: null, isUnfinished: false };
}
