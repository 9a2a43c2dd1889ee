/** Carries out what channels have sent: those of one booking one after the other, others concurrently. */
import { type RunningJob, ownRequest } from "@slipway/broker";
import { tenantSlots } from "@slipway/delivery";
import { eventOf } from "@slipway/events";
import {
  deferMs,
  eventLeaseMs,
  eventSlotsMax,
  eventsListedMax,
  lookEveryMs,
} from "../constants.ts";
import type { EventDeps } from "./deps.ts";
import { createPoolJob, createWorkerPool } from "../worker-pool.ts";
import { applyEvent } from "./apply-event.ts";
import {
  type ChannelEvent,
  type DueEvent,
  type Outcome,
  eventRecord,
  nextAttempt,
} from "./event.ts";
import type { EventChange } from "./event-store.ts";

/** Wakes at once for what this replica has accepted, and looks for the rest every two seconds. */
export function eventWorker(deps: EventDeps): RunningJob {
  const pool = createWorkerPool({
    slots: tenantSlots(eventSlotsMax),
    warn: deps.warn,
    findTenant: (after, without) => deps.events.findDueTenant(deps.clock(), { after, without }),
    list: (tenantId) => deps.events.listDue(tenantId, deps.clock(), eventsListedMax),
    idOf: ({ id }) => id,
    keyOf: (event: DueEvent) => `${event.channelConnectionId} ${event.stream}`,
    run: (event) => runStream(deps, event),
  });
  return createPoolJob(pool, { name: "sync.find-events", everyMs: lookEveryMs }, deps.warn);
}

/** Carries out the stream's events from the first that waits on, as long as each comes to an end. */
async function runStream(deps: EventDeps, due: DueEvent): Promise<void> {
  for (;;) {
    const first = await deps.events.first(due);
    if (!first) return;
    const now = deps.clock();
    const isEarly = first.nextAttemptAt !== null && first.nextAttemptAt.getTime() > now;
    if (isEarly) return deferBehind(deps, due, first);
    const taken = await take(deps, first);
    if (!taken) return deferBehind(deps, due, first);
    const outcome = await applyEvent(deps, taken);
    await finish(deps, taken, outcome);
    if (outcome.status === "RECEIVED") return;
  }
}

/** An event that waits behind another one must not hide events that wait for nobody. */
async function deferBehind(deps: EventDeps, due: DueEvent, first: ChannelEvent): Promise<void> {
  const later = deps.clock() + deferMs;
  await deps.events.defer(due, new Date(Math.max(later, first.nextAttemptAt?.getTime() ?? 0)));
}

/** Null where another replica has it, or it needs nothing any more. */
async function take(deps: EventDeps, event: ChannelEvent): Promise<ChannelEvent | null> {
  const now = deps.clock();
  let isOurs = false;
  let wasUnfinished = false;
  const taken = await deps.events.change(event.tenantId, event.id, now, (current) => {
    isOurs = current.status === "RECEIVED" && (current.leasedUntil?.getTime() ?? 0) <= now;
    wasUnfinished = current.isUnfinished;
    const leasedUntil = new Date(now + eventLeaseMs);
    return isOurs ? { set: { leasedUntil, isUnfinished: true } } : null;
  });
  // Whether the previous attempt finished, from the version that this write is based on.
  return isOurs ? { ...taken, isUnfinished: wasUnfinished } : null;
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
