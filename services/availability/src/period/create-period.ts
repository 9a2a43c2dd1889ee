import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, type availability, catalog, resourcesCapacity } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import type { NewPeriod } from "./period-store.ts";
import { type PeriodRecord, periodRecord, recurrenceOf } from "./period.ts";

/**
 * Adds a season to an option that has a resource. Every call adds one. Refuses NOT_FOUND,
 * NO_LINKED_RESOURCE, ARCHIVED and QUOTA_EXCEEDED.
 *
 * The last requirement may be deleted at the same moment. Its deletion looks for periods after it
 * has closed the requirement, this looks for requirements after it has written the period: one of
 * the two sees the other.
 *
 * The facts are read directly, not under a lease: the announcement waits for every work on leased
 * facts of the option, so it would wait for itself.
 */
export async function createPeriod(
  deps: Deps,
  request: Request,
  input: InputOf<typeof availability.createPeriod>,
): Promise<PeriodRecord> {
  const { tenantId } = request.caller;
  const optionId = input.id;
  const facts = await call(request, catalog.getOptionFacts, { optionId });
  await requireResource(request, optionId);
  if (facts.archived) throw refuse("ARCHIVED");

  const now = deps.clock();
  const createdAt = new Date(now);
  const { label } = input;
  const period: NewPeriod = {
    id: newId("avp", now),
    optionId,
    ...recurrenceOf(input),
    label,
    createdAt,
  };
  await deps.config.periodQuota.within(
    optionId,
    (limit) => deps.periods.countActive(tenantId, optionId, limit),
    () => deps.periods.insertUnsettled(tenantId, period),
  );
  try {
    await requireResource(request, optionId);
  } catch (error) {
    await deps.periods.dropUnsettled(tenantId, period.id);
    throw error;
  }

  const record = periodRecord({ ...period, tenantId, active: true, updatedAt: createdAt }, facts);
  const event = eventOf(request.caller, now, {
    type: "availabilityPeriod.created",
    entityId: period.id,
    before: null,
    after: record,
  });
  const settled = await deps.periods.settle(tenantId, period.id, event);
  // Dropped as abandoned: this request was asleep for longer than requests live.
  if (!settled) throw refuse("SERVICE_UNAVAILABLE");
  await invalidateCaches(deps.broker, request, [optionId]);
  return record;
}

async function requireResource(request: Request, optionId: string): Promise<void> {
  const requirements = await call(request, resourcesCapacity.listRequirements, { optionId });
  if (requirements.length === 0) throw refuse("NO_LINKED_RESOURCE");
}
