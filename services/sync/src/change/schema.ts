import { collection } from "@slipway/store";
import type { GatheredChange } from "../record/change.ts";

export type ChangeDocument = Omit<GatheredChange, "id"> & {
  readonly _id: string;
  /** Set in the first change of a tenant: until then one replica plans. */
  readonly leasedUntil?: Date | null;
};

export const collections = {
  changes: collection<ChangeDocument>("gathered_changes", [[{ tenantId: 1, dueAt: 1 }]]),
};
