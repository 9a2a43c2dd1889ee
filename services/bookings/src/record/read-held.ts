import { type mongo, ofTenant } from "@slipway/store";
import { holdsByKey } from "./schema.ts";

/** Counts what a key, a user or a source has made that is in this status and has not ended, up to a limit. */
export function countHeld<Document extends { _id: string }>(
  records: mongo.Collection<Document>,
  tenantId: string,
  status: "ON_HOLD" | "OPEN",
  { heldBy, now, limit }: { heldBy: string; now: number; limit: number },
): Promise<number> {
  const filter = ofTenant(tenantId, { heldBy, status, expiresAt: { $gt: new Date(now) } });
  return records.countDocuments(filter as unknown as mongo.Filter<Document>, {
    limit,
    hint: holdsByKey,
  });
}
