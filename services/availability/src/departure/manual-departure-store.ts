import { duplicateKey, type mongo, ofTenant, batchRequests } from "@slipway/store";
import type { ManualDepartureDocument } from "../schema.ts";

export interface ManualDepartureStore {
  /** Records it unless it stands; says whether this call did. The unique id decides between two. */
  record(
    tenantId: string,
    departure: { optionId: string; productId: string; startAt: Date },
  ): Promise<boolean>;
  has(tenantId: string, optionId: string, startAt: Date): Promise<boolean>;
  /** Starts in [from, to], milliseconds, ascending. */
  listStarts(tenantId: string, optionId: string, range: StartRange): Promise<number[]>;
}

interface StartRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

export function manualDepartureStore(
  collection: mongo.Collection<ManualDepartureDocument>,
): ManualDepartureStore {
  const listTogether = startsTogether(collection);
  return {
    async record(tenantId, { optionId, productId, startAt }) {
      const _id = `${tenantId}|${optionId}|${startAt.toISOString()}`;
      try {
        await collection.insertOne({
          _id,
          ...ofTenant(tenantId, { optionId, productId, startAt }),
        });
        return true;
      } catch (error) {
        if (duplicateKey(error)) return false;
        throw error;
      }
    },

    async has(tenantId, optionId, startAt) {
      return (await collection.findOne(ofTenant(tenantId, { optionId, startAt }))) !== null;
    },

    listStarts: (tenantId, optionId, range) => listTogether({ tenantId, optionId, ...range }),
  };
}

interface Ask extends StartRange {
  readonly tenantId: string;
  readonly optionId: string;
}

const asksMax = 32;
const atOnce = 2;
/** Manual departures are few. Where one read would bring more than this, each asks for its own. */
const togetherMax = 1_000;

/** Asks of the same moment share a read, those of one tenant: nearly always it finds nothing. */
function startsTogether(
  collection: mongo.Collection<ManualDepartureDocument>,
): (ask: Ask) => Promise<number[]> {
  return batchRequests<Ask, number[]>({
    itemsMax: asksMax,
    atOnce,
    send(asks) {
      const byTenant = Map.groupBy(asks, ({ tenantId }) => tenantId);
      const found = new Map(
        [...byTenant].map(([tenantId, own]) => [tenantId, findTogether(collection, own)]),
      );
      const startsOf = async (ask: Ask): Promise<number[]> => {
        const together = await found.get(ask.tenantId);
        if (!together) return findAlone(collection, ask);
        return together
          .filter(({ optionId }) => optionId === ask.optionId)
          .map(({ startAt }) => startAt.getTime())
          .filter((start) => start >= ask.from && start <= ask.to)
          .slice(0, ask.limit);
      };
      return Promise.allSettled(asks.map(startsOf));
    },
  });
}

type Start = Pick<ManualDepartureDocument, "optionId" | "startAt">;

/** All that any of them asks for and perhaps more; undefined where that is too much. */
async function findTogether(
  collection: mongo.Collection<ManualDepartureDocument>,
  asks: readonly Ask[],
): Promise<Start[] | undefined> {
  const tenantId = asks[0]?.tenantId ?? "";
  const optionIds = [...new Set(asks.map(({ optionId }) => optionId))];
  const from = Math.min(...asks.map((ask) => ask.from));
  const to = Math.max(...asks.map((ask) => ask.to));
  const startAt = { $gte: new Date(from), $lte: new Date(to) };
  const filter = ofTenant(tenantId, { optionId: { $in: optionIds }, startAt });
  const found = await collection
    .find(filter, { sort: { startAt: 1 }, limit: togetherMax + 1 })
    .toArray();
  return found.length > togetherMax ? undefined : found;
}

async function findAlone(
  collection: mongo.Collection<ManualDepartureDocument>,
  { tenantId, optionId, from, to, limit }: Ask,
): Promise<number[]> {
  const startAt = { $gte: new Date(from), $lte: new Date(to) };
  const found = await collection
    .find(ofTenant(tenantId, { optionId, startAt }), { sort: { startAt: 1 }, limit })
    .toArray();
  return found.map((departure) => departure.startAt.getTime());
}
