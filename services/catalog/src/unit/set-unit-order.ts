import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { invalidateCaches } from "@slipway/reference-cache";
import type { RecordDeps } from "../record/deps.ts";
import { inOrder } from "../in-order.ts";
import { findListing } from "../record/find-option.ts";
import { type Unit, type UnitRecord, unitRecord } from "../record/unit.ts";

/**
 * Orders the units of an option by one write; a repeat changes nothing. Archived units stand behind the others. Refuses
 * NOT_FOUND, and VERSION_CONFLICT where the list does not name each unit once: another request may have added or
 * archived one.
 */
export async function setUnitOrder(
  deps: RecordDeps,
  request: Request,
  { id, unitIds }: InputOf<typeof catalog.setUnitOrder>,
): Promise<UnitRecord[]> {
  const { tenantId } = request.caller;
  const option = await deps.options.change(tenantId, id, deps.clock(), async (found, at) => {
    await findListing(deps, tenantId, found);
    const present = presentOf(found.units);
    const ordered = inOrder(present, unitIds);
    if (!ordered) throw refuse("VERSION_CONFLICT");
    const before = present.map((unit) => unit.id);
    if (before.join() === unitIds.join()) return null;
    const units = [...ordered, ...found.units.filter(({ deletedAt }) => deletedAt !== null)];
    const event = eventOf(request.caller, at.getTime(), {
      type: "option.unitsOrdered",
      entityId: id,
      before: { unitIds: before },
      after: { unitIds },
    });
    return { set: { units }, unseen: true, event };
  });
  await invalidateCaches(deps.broker, request, [id]);
  return presentOf(option.units).map((unit) => unitRecord(unit, option));
}

function presentOf(units: readonly Unit[]): Unit[] {
  return units.filter(({ deletedAt }) => deletedAt === null);
}
