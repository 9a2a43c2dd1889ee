import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import { parseJson } from "../identity.ts";

/** A unit, kept in its option's document. */
export interface Unit {
  id: string;
  name: string;
  reference: string;
  type: InputOf<typeof catalog.createUnit>["type"];
  requiredContactFields: readonly string[];
  /** JSON texts. */
  restrictions: string;
  metadata: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
}

export type UnitRecord = OutputOf<typeof catalog.getUnit>;

export function unitRecord(unit: Unit, option: { _id: string; tenantId: string }): UnitRecord {
  return {
    id: unit.id,
    tenantId: option.tenantId,
    name: unit.name,
    reference: unit.reference,
    createdAt: unit.createdAt.toISOString(),
    updatedAt: unit.updatedAt.toISOString(),
    optionId: option._id,
    type: unit.type,
    requiredContactFields: [...unit.requiredContactFields],
    restrictions: parseJson(unit.restrictions),
    metadata: parseJson(unit.metadata),
    deletedAt: unit.deletedAt?.toISOString() ?? null,
  };
}
