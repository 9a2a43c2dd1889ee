/** Carries out what channels have sent: those of one booking one after the other, others concurrently. */
import { type RunningJob, ownRequest } from "@slipway/broker";
import { type JobStore, createJobQueue, tenantSlots } from "@slipway/jobs";
import { eventLeaseMs, eventSlotsMax, lookEveryMs } from "../constants.ts";
import type { EventDeps } from "./deps.ts";
import { applyEvent } from "./apply-event.ts";
import { type ChannelEvent, type Outcome, nextAttempt } from "./event.ts";
import { channelEventOf } from "./event-store.ts";
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
  await deps.events.changeBy(
    ownRequest(deps.broker, tenantId).caller,
    id,
    deps.clock(),
    (current, at) => {
      const isOurs = current.leasedUntil?.getTime() === leasedUntil?.getTime();
      if (current.status !== "RECEIVED" || !isOurs) return null;
      const set = changeOf(current, outcome, at.getTime());
      return { type: eventTypes[outcome.status], set };
    },
  );
}

const eventTypes = {
  PROCESSED: "channelEvent.processed",
  FAILED: "channelEvent.failed",
  RECEIVED: "channelEvent.postponed",
} as const;

type EventState = Pick<
  ChannelEvent,
  "status" | "attempts" | "error" | "bookingId" | "nextAttemptAt" | "leasedUntil" | "isUnfinished"
>;

function changeOf(current: ChannelEvent, outcome: Outcome, now: number): Partial<EventState> {
  const attempts = current.attempts + 1;
  const ended = { attempts, leasedUntil: null };
  if (outcome.status === "RECEIVED") {
    const { error } = outcome;
    // An attempt that was not refused may have had an effect: the next attempt looks.
    return { ...ended, error, nextAttemptAt: nextAttempt(current, now) };
  }
  return { ...ended, error: null, isUnfinished: false, ...outcome, nextAttemptAt: null };
}
