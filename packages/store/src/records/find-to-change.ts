import type { mongo } from "mongoose";
import { awaitMajority } from "./await-majority.ts";
import { localRead } from "./local-read.ts";

/**
 * Finds a record for a conditional write: its newest version by a local read, which a fail-over may
 * undo. Null only if a majority has no such record: a primary that has been replaced, and does not know
 * it, lacks what its successor has.
 */
export async function findToChange<D extends mongo.Document, Found>(
  collection: mongo.Collection<D>,
  tenantId: string,
  find: (options: mongo.FindOneOptions) => Promise<Found | null>,
): Promise<Found | null> {
  const found = await find(localRead);
  if (found) return found;
  await awaitMajority(collection, tenantId);
  return find({});
}
