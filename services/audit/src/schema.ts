import { collection } from "@slipway/store";
import type { Entry } from "./entry.ts";

/** An entry as it is stored. Written once. */
export type EntryDocument = Omit<Entry, "id"> & { readonly _id: string };

const newestFirst = { timestamp: -1, _id: -1 } as const;

export const collections = {
  entries: collection<EntryDocument>("audit_logs", [
    [{ tenantId: 1, ...newestFirst }],
    [{ tenantId: 1, entityId: 1, ...newestFirst }],
    [{ tenantId: 1, entityType: 1, ...newestFirst }],
    [{ tenantId: 1, actorId: 1, ...newestFirst }],
  ]),
};
