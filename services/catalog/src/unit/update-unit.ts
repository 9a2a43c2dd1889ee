import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import { differing, requireUnchanged } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { checkSize } from "../record/check-size.ts";
import { findOptionOf, unitOf } from "./get-unit.ts";
import { type Unit, type UnitRecord, unitRecord } from "../record/unit.ts";

/**
 * Changes a unit; what differs in nothing writes nothing and makes no event. The next booking after the
 * answer sees it. Refuses NOT_FOUND, ARCHIVED and REFERENCE_TAKEN.
 */
export async function updateUnit(
  deps: RecordDeps,
  request: Request,
  { id, expectedUpdatedAt, restrictions, metadata, ...fields }: InputOf<typeof catalog.updateUnit>,
): Promise<UnitRecord> {
  const { tenantId } = request.caller;
  const patch = {
    ...fields,
    restrictions: restrictions && JSON.stringify(restrictions),
    metadata: metadata && JSON.stringify(metadata),
  };
  const { _id: optionId } = await findOptionOf(deps, tenantId, id);
  const change = deps.options.change(tenantId, optionId, deps.clock(), (option, at) => {
    const unit = unitOf(option, id);
    requireUnchanged(unit, expectedUpdatedAt);
    if (unit.deletedAt) throw refuse("ARCHIVED");
    const changed = differing<Unit>(unit, patch);
    if (!changed) return null;
    const others = option.units.filter((other) => other.id !== id);
    if (others.some(({ reference }) => reference === changed.reference))
      throw refuse("REFERENCE_TAKEN");
    const next = { ...unit, ...changed, updatedAt: at };
    const units = option.units.map((each) => (each.id === id ? next : each));
    checkSize({ ...option, units });
    const event = eventOf(request.caller, at.getTime(), {
      type: "unit.updated",
      entityId: id,
      before: unitRecord(unit, option),
      after: unitRecord(next, option),
    });
    return { set: { units }, unseen: true, event };
  });
  const updated = await followUp(change, () => invalidateCaches(deps.broker, request, [optionId]));
  return unitRecord(unitOf(updated, id), updated);
}
