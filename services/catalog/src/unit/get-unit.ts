import { type Request, refuse } from "@slipway/broker";
import type { InputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { findListing } from "../record/find-option.ts";
import type { OptionDocument } from "../record/schema.ts";
import { type Unit, type UnitRecord, unitRecord } from "../record/unit.ts";

/** A unit, an archived one too. Refuses NOT_FOUND. */
export async function getUnit(
  deps: RecordDeps,
  request: Request,
  { id }: InputOf<typeof catalog.getUnit>,
): Promise<UnitRecord> {
  const option = await findOptionOf(deps, request.caller.tenantId, id);
  return unitRecord(unitOf(option, id), option);
}

/** The option of a unit. Refuses NOT_FOUND, also when the option is being taken away. */
export async function findOptionOf(
  deps: RecordDeps,
  tenantId: string,
  unitId: string,
): Promise<OptionDocument> {
  const option = await deps.options.getByUnit(tenantId, unitId);
  if (!option) throw refuse("NOT_FOUND");
  await findListing(deps, tenantId, option);
  return option;
}

export function unitOf({ units }: Pick<OptionDocument, "units">, unitId: string): Unit {
  const unit = units.find(({ id }) => id === unitId);
  if (!unit) throw refuse("NOT_FOUND");
  return unit;
}
