/** The origins to which a tenant's deliveries go, and which of them have answered a challenge. */
import { collection, unlessTaken, type mongo, ofTenant } from "@slipway/store";
import { challengesMax, challengesPerMs, originsMax } from "./constants.ts";

interface OriginDocument {
  /** The tenant and the origin. */
  _id: string;
  tenantId: string;
  /** Null: it has answered no challenge. */
  provenAt: Date | null;
  /** When the last challenge was sent. */
  triedAt: Date;
}

export const originTable = collection<OriginDocument>("endpoint_origins", [
  [{ tenantId: 1, triedAt: 1 }],
]);

type Origins = mongo.Collection<OriginDocument>;

export function originStore(origins: Origins) {
  return {
    /** Lists when these origins were proven; one that is not proven is missing. */
    async listProven(tenantId: string, asked: readonly string[]) {
      const _id = { $in: asked.map((origin) => idOf(tenantId, origin)) };
      const found = await origins.find(ofTenant(tenantId, { _id })).toArray();
      return new Map(
        found.flatMap(({ _id: id, provenAt }) =>
          provenAt ? [[id.slice(tenantId.length + 1), provenAt] as const] : [],
        ),
      );
    },

    /** Lets one challenge be sent. False while the origin, or the tenant as a whole, has had enough of them. */
    async claim(tenantId: string, origin: string, now: Date) {
      const since = new Date(now.getTime() - challengesPerMs);
      const recent = ofTenant(tenantId, { triedAt: { $gt: since } });
      const limit = challengesMax;
      if ((await origins.countDocuments(recent, { limit })) >= challengesMax) return false;
      const _id = idOf(tenantId, origin);
      // Race: of two replicas, or of two endpoints at one origin, the time in the filter lets one send the challenge.
      const due = ofTenant(tenantId, { _id, provenAt: null, triedAt: { $lte: since } });
      const again = await origins.updateOne(due, { $set: { triedAt: now } });
      if (again.matchedCount === 1) return true;
      return insertFirst(origins, { _id, tenantId, provenAt: null, triedAt: now });
    },

    async prove(tenantId: string, origin: string, provenAt: Date) {
      const filter = ofTenant(tenantId, { _id: idOf(tenantId, origin) });
      await origins.updateOne(filter, { $set: { provenAt } });
    },
  };
}

export type OriginStore = ReturnType<typeof originStore>;

function idOf(tenantId: string, origin: string): string {
  return `${tenantId}|${origin}`;
}

/** False where it is there: the unique id decides between two that found none. The oldest of too many is forgotten. */
async function insertFirst(origins: Origins, document: OriginDocument): Promise<boolean> {
  if (!(await unlessTaken(origins.insertOne(document)))) return false;
  const own = ofTenant(document.tenantId, {});
  if ((await origins.countDocuments(own, { limit: originsMax + 1 })) > originsMax)
    await origins.findOneAndDelete(own, { sort: { triedAt: 1 } });
  return true;
}
