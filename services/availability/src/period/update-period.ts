import { type Request, call, refuse, refuseFields } from "@slipway/broker";
import { type InputOf, type availability, catalog, primitives } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { requireUnchanged } from "@slipway/store";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { type PeriodFields, type PeriodRecord, periodRecord } from "../record/period.ts";
import type { PeriodDeps } from "./deps.ts";

/**
 * Changes the name, the window or the excepted days of a period. Bookings and what they took stay. A repeat writes
 * nothing. Refuses NOT_FOUND, INVALID_STATE for a deactivated one, and VALIDATION_FAILED for a window without a day.
 */
export async function updatePeriod(
  deps: PeriodDeps,
  request: Request,
  {
    id: optionId,
    periodId,
    expectedUpdatedAt,
    ...given
  }: InputOf<typeof availability.updatePeriod>,
): Promise<PeriodRecord> {
  const facts = await call(request, catalog.getOptionFacts, { optionId });
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  const set: PeriodFields = Object.fromEntries(sent);
  const { tenantId } = request.caller;
  const change = deps.periods.change(tenantId, periodId, deps.clock(), (period, at) => {
    if (period.optionId !== optionId) throw refuse("NOT_FOUND");
    if (!period.active) throw refuse("INVALID_STATE");
    requireUnchanged(period, expectedUpdatedAt);
    const next = { ...period, ...set };
    if (!primitives.isWindow(next)) throw noWindow();
    const before = periodRecord(period, facts);
    if (JSON.stringify(periodRecord(next, facts)) === JSON.stringify(before)) return null;
    const after = periodRecord({ ...next, updatedAt: at }, facts);
    const type = "availabilityPeriod.updated";
    const made = { type, entityId: periodId, before, after } as const;
    return { set, event: eventOf(request.caller, at.getTime(), made) };
  });
  const changed = await followUp(change, () => invalidateCaches(deps.broker, request, [optionId]));
  return periodRecord(changed, facts);
}

/** One of its ends stays, and the other one that was sent lies beyond it. */
function noWindow(): Error {
  const { message: detail, params } = primitives.windowError();
  const code = params.fieldCode;
  return refuseFields([{ in: "body", pointer: "#/validUntil", code, detail }]);
}
