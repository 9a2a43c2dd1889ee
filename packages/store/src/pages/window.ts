import type { mongo } from "mongoose";
import { ofTenant } from "../records/tenant-filter.ts";

/** Documents of a tenant by an instant of theirs. */
export interface Window {
  readonly filter: Readonly<Record<string, { readonly $gte?: Date; readonly $lt?: Date }>>;
  /** Where the next window ends; null: this is the last. */
  readonly before: Date | null;
}

interface WantedWindow {
  /** The instant; an index of tenant and this field is `hint`. */
  readonly field: string;
  readonly hint: Record<string, 1 | -1>;
  /** Null: the newest documents. */
  readonly before: Date | null;
  readonly documentsMax: number;
}

/**
 * The newest documents from before an instant: about `documentsMax` of them, and all that share an instant. So a search
 * that no index serves reads a bounded stretch with each statement.
 */
export async function windowBefore<Document extends object>(
  collection: mongo.Collection<Document>,
  tenantId: string,
  { field, hint, before, documentsMax }: WantedWindow,
): Promise<Window> {
  const below = before ? { [field]: { $lt: before } } : {};
  const [edge] = await collection
    .find<Record<string, Date>>(ofTenant(tenantId, below) as mongo.Filter<Document>, {
      sort: { [field]: -1, _id: -1 },
      skip: documentsMax,
      limit: 1,
      projection: { _id: 0, [field]: 1 },
      hint,
    })
    .toArray();
  const from = edge?.[field];
  if (!from) return { filter: below, before: null };
  return { filter: { [field]: { ...below[field], $gte: from } }, before: from };
}
