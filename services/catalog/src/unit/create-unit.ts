import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import { createdEvent } from "@slipway/events";
import { newId } from "@slipway/store";
import type { RecordDeps } from "../record/deps.ts";
import { findListing, refuseBelowArchived } from "../record/find-option.ts";
import { checkSize } from "../record/check-size.ts";
import { firstFree, referenceFrom } from "../reference.ts";
import { type Unit, type UnitRecord, unitRecord } from "../record/unit.ts";

/**
 * Makes a unit of an option; every call makes one. A booking after the answer may name it. Refuses NOT_FOUND, ARCHIVED,
 * QUOTA_EXCEEDED and REFERENCE_TAKEN. One write on the option's document makes the unit. So its revision decides the race for a
 * reference, and the race with an archive. This reads product and supplier after the option, and an archive raises the
 * option's revision afterwards.
 */
export async function createUnit(
  deps: RecordDeps,
  request: Request,
  { id: optionId, reference: explicit, ...input }: InputOf<typeof catalog.createUnit>,
): Promise<UnitRecord> {
  const { tenantId } = request.caller;
  const unitId = newId("unt", deps.clock());
  const option = await deps.options.change(tenantId, optionId, deps.clock(), async (found, at) => {
    const product = await findListing(deps, tenantId, found);
    await refuseBelowArchived(deps, tenantId, product);
    deps.config.quotas.units.check(found.units.length);
    const unit: Unit = {
      ...input,
      id: unitId,
      reference: freeReference(found.units, { explicit, name: input.name }),
      restrictions: JSON.stringify(input.restrictions),
      metadata: JSON.stringify(input.metadata),
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    };
    const units = [...found.units, unit];
    checkSize({ ...found, units });
    const event = createdEvent(request.caller, "unit.created", unitRecord(unit, found));
    return { set: { units }, unseen: true, event };
  });
  await invalidateCaches(deps.broker, request, [optionId]);
  const unit = option.units.find(({ id }) => id === unitId);
  if (!unit) throw refuse("NOT_FOUND");
  return unitRecord(unit, option);
}

function freeReference(
  units: readonly Unit[],
  { explicit, name }: { explicit: string | undefined; name: string },
): string {
  const taken = new Set(units.map(({ reference }) => reference));
  if (explicit !== undefined && taken.has(explicit)) throw refuse("REFERENCE_TAKEN");
  return explicit ?? firstFree(referenceFrom(name, "unit"), taken);
}
