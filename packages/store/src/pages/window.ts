import type { mongo } from "mongoose";
import { ofTenant } from "../records/tenant-filter.ts";

/** Documents of a tenant by an instant of theirs, or by their id. */
export interface Window<Place extends Date | string = Date> {
  readonly filter: Readonly<Record<string, { readonly $gte?: Place; readonly $lt?: Place }>>;
  /** Where the next window ends; null: this is the last. */
  readonly before: Place | null;
}

interface WantedWindow<Place> {
  /** The instant or "_id"; an index of tenant and this field is `hint`. */
  readonly field: string;
  readonly hint: Record<string, 1 | -1>;
  /** Null: the newest documents. */
  readonly before: Place | null;
  readonly documentsMax: number;
}

/**
 * The newest documents from before an instant: about `documentsMax` of them, and all that share an instant. So a search
 * that no index serves reads a bounded stretch with each statement.
 */
export async function windowBefore<Document extends object, Place extends Date | string = Date>(
  collection: mongo.Collection<Document>,
  tenantId: string,
  { field, hint, before, documentsMax }: WantedWindow<Place>,
): Promise<Window<Place>> {
  const below = before ? { [field]: { $lt: before } } : {};
  const [edge] = await collection
    .find<Record<string, Place>>(ofTenant(tenantId, below) as mongo.Filter<Document>, {
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
