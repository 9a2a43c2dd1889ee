import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { followUp, invalidateCaches } from "@slipway/reference-cache";
import { eventOf } from "@slipway/events";
import type { RecordDeps } from "../record/deps.ts";
import { findOptionOf, unitOf } from "./get-unit.ts";
import { unitRecord } from "../record/unit.ts";

/**
 * Archives a unit: it is not booked any more once this has answered, what was booked stays. Refuses
 * NOT_FOUND, a second time too.
 */
export async function archiveUnit(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.archiveUnit>,
): Promise<OutputOf<typeof catalog.archiveUnit>> {
  const { tenantId } = request.caller;
  const { _id: optionId } = await findOptionOf(deps, tenantId, id);
  const archived = deps.options.change(tenantId, optionId, deps.clock(), (option, at) => {
    const unit = unitOf(option, id);
    if (unit.deletedAt) throw refuse("NOT_FOUND");
    const gone = { ...unit, deletedAt: at, updatedAt: at };
    const units = option.units.map((each) => (each.id === id ? gone : each));
    const event = eventOf(request.caller, at.getTime(), {
      type: "unit.deleted",
      entityId: id,
      before: unitRecord(unit, option),
      after: null,
    });
    return { set: { units }, unseen: true, event };
  });
  await followUp(archived, () => invalidateCaches(deps.broker, request, [optionId]));
  return { deleted: true };
}
