import { type Kept, type OutputOf, answerOf, catalog } from "@slipway/contracts";
import { parseJson } from "../identity.ts";

/** A unit, kept in its option's document. */
export interface Unit
  extends Omit<Kept<UnitRecord>, "tenantId" | "optionId" | "restrictions" | "metadata"> {
  /** JSON texts. */
  restrictions: string;
  metadata: string;
}

export type UnitRecord = OutputOf<typeof catalog.getUnit>;

export function unitRecord(unit: Unit, option: { _id: string; tenantId: string }): UnitRecord {
  return answerOf(catalog.unit, {
    ...unit,
    tenantId: option.tenantId,
    optionId: option._id,
    restrictions: parseJson(unit.restrictions),
    metadata: parseJson(unit.metadata),
  });
}
