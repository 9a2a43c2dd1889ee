import type { mongo } from "mongoose";
import { ofTenant } from "./tenant-filter.ts";

/**
 * Resolves once a majority has journaled all that the primary had applied before the call; a majority
 * read that begins then is as complete as a local one. A write that finds nothing: the server
 * acknowledges it only after everything that came before it. The tenant says which shard is
 * meant: not for a collection that is sharded by another key.
 */
export async function awaitMajority<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  tenantId: string,
): Promise<void> {
  const nothing = ofTenant(tenantId, { _id: "" }) as unknown as mongo.Filter<D>;
  const update = { $unset: { fence: "" } } as unknown as mongo.UpdateFilter<D>;
  await collection.updateOne(nothing, update);
}
