import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type availability, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import type { PeriodDeps } from "./deps.ts";
import { periodRecord } from "../record/period.ts";

/** Ends a period: it gives no departures any more. Existing bookings stay. A second call is refused: NOT_FOUND. */
export async function deactivatePeriod(
  deps: PeriodDeps,
  request: Request,
  { id: optionId, periodId }: InputOf<typeof availability.deactivatePeriod>,
): Promise<OutputOf<typeof availability.deactivatePeriod>> {
  const facts = await call(request, catalog.getOptionFacts, { optionId });
  const now = deps.clock();
  const { tenantId } = request.caller;
  const ended = deps.periods.change(tenantId, periodId, now, (period, updatedAt) => {
    if (period.optionId !== optionId || !period.active) throw refuse("NOT_FOUND");
    const event = eventOf(request.caller, updatedAt.getTime(), {
      type: "availabilityPeriod.deleted",
      entityId: periodId,
      before: periodRecord(period, facts),
      after: null,
    });
    return { set: { active: false }, event };
  });
  await followUp(ended, () => invalidateCaches(deps.broker, request, [optionId]));
  return { deleted: true };
}
