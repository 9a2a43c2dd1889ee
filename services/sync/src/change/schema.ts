import { collection } from "@slipway/store";
import type { GatheredChange } from "../record/change.ts";

export type ChangeDocument = Omit<GatheredChange, "id" | "products"> & {
  readonly _id: string;
  /** Absent where an earlier release has gathered it. */
  readonly products?: GatheredChange["products"];
};

export const collections = {
  changes: collection<ChangeDocument>("gathered_changes", [[{ tenantId: 1, dueAt: 1 }]]),
};
