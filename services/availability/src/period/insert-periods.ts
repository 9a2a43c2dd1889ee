import { type Request, call, ownRequest, refuse } from "@slipway/broker";
import { resourcesCapacity } from "@slipway/contracts";
import type { Recurrence } from "@slipway/departures";
import { createdEvent } from "@slipway/events";
import { invalidateCaches } from "@slipway/reference-cache";
import { type Consumer, newId } from "@slipway/store";
import type { PeriodDeps } from "./deps.ts";
import type { OptionFacts } from "../option-facts.ts";
import type { AddedPeriod, NewPeriod, PeriodEvent } from "../record/schema.ts";
import { type PeriodRecord, periodRecord, recurrenceOf } from "../record/period.ts";

interface NewPeriods {
  readonly facts: OptionFacts;
  readonly recurrences: readonly Recurrence[];
  readonly label: string | null;
}

/**
 * Adds periods to an option that has a resource: all of them or none. One write makes the first and carries the
 * others; what a crash leaves of them the relay inserts. Every call adds its periods. Refuses NO_LINKED_RESOURCE,
 * ARCHIVED and QUOTA_EXCEEDED.
 *
 * The last requirement may be deleted at the same moment. Its deletion looks for periods after it has closed the
 * requirement. This looks for requirements after it has written the first period. One of the two sees the other.
 *
 * The facts are read directly, not under a lease: the invalidation waits for all work on leased facts of the
 * option, so it would wait for itself.
 */
export async function insertPeriods(
  deps: PeriodDeps,
  request: Request,
  { facts, recurrences, label }: NewPeriods,
): Promise<PeriodRecord[]> {
  const { tenantId } = request.caller;
  const optionId = facts.option.id;
  await requireResource(request, optionId);
  if (facts.archived) throw refuse("ARCHIVED");

  const now = deps.clock();
  const made = recurrences.map((recurrence): AddedPeriod & { record: PeriodRecord } => {
    const createdAt = new Date(now);
    const period = {
      id: newId("avp", now),
      optionId,
      ...recurrenceOf(recurrence),
      label,
      createdAt,
    };
    const record = periodRecord({ ...period, tenantId, active: true, updatedAt: createdAt }, facts);
    const event = createdEvent(request.caller, "availabilityPeriod.created", record);
    return { period, record, event };
  });
  const [first, ...others] = made;
  if (!first) return [];
  await insertUnsettled(deps, { tenantId, optionId, first: first.period, count: made.length });
  try {
    await requireResource(request, optionId);
  } catch (error) {
    await deps.periods.dropUnsettled(tenantId, first.period.id);
    throw error;
  }

  const adds = others.map(({ period, event }) => ({ period, event }));
  const event: PeriodEvent = adds.length === 0 ? first.event : { ...first.event, adds };
  const settled = await deps.periods.settle(tenantId, first.period.id, event);
  // Dropped as abandoned: this request was asleep for longer than requests live.
  if (!settled) throw refuse("SERVICE_UNAVAILABLE");
  await insertOthers(deps, request, { optionId, adds });
  return made.map(({ record }) => record);
}

async function requireResource(request: Request, optionId: string): Promise<void> {
  const requirements = await call(request, resourcesCapacity.listRequirements, { optionId });
  if (requirements.length === 0) throw refuse("NO_LINKED_RESOURCE");
}

interface Unsettled {
  readonly tenantId: string;
  readonly optionId: string;
  readonly first: NewPeriod;
  /** How many periods the option gets. */
  readonly count: number;
}

function insertUnsettled(
  { config, periods }: PeriodDeps,
  { tenantId, optionId, first, count }: Unsettled,
): Promise<void> {
  return config.periodQuota.within(
    optionId,
    async (limit) => (await periods.countActive(tenantId, optionId, limit)) + count - 1,
    () => periods.insertUnsettled(tenantId, first),
  );
}

/** Repeatable: the request and the relay may both be at it, and an id is inserted once. */
async function insertOthers(
  { broker, periods }: PeriodDeps,
  request: Request,
  { optionId, adds }: { optionId: string; adds: readonly AddedPeriod[] },
): Promise<void> {
  for (const { period, event } of adds)
    await periods.insert(request.caller.tenantId, period, event);
  await invalidateCaches(broker, request, [optionId]);
}

/** The relay's consumer that inserts the further periods of an import that a crash has ended. Repeatable. */
export function finishImports(deps: PeriodDeps): Consumer {
  return {
    name: "imports",
    wants: ({ adds }: PeriodEvent) => adds !== undefined,
    async deliver(events: PeriodEvent[]) {
      for (const { adds = [], tenantId } of events) {
        const request = ownRequest(deps.broker, tenantId);
        const [first] = adds;
        if (first) await insertOthers(deps, request, { optionId: first.period.optionId, adds });
      }
    },
  };
}
