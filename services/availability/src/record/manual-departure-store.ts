import { unlessTaken, type mongo, ofTenant, batchByTenant } from "@slipway/store";
import type { ManualDepartureDocument } from "./schema.ts";
import type { ManualStart } from "./manual-start.ts";

interface StartRange {
  readonly optionIds: readonly string[];
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

export function manualDepartureStore(collection: mongo.Collection<ManualDepartureDocument>) {
  const listTogether = startsTogether(collection);
  return {
    /** Records it unless it stands; says whether this call did. The unique id decides between two. */
    record(
      tenantId: string,
      { optionId, productId, startAt }: { optionId: string; productId: string; startAt: Date },
    ) {
      const _id = `${tenantId}|${optionId}|${startAt.toISOString()}`;
      const departure = ofTenant(tenantId, { optionId, productId, startAt });
      return unlessTaken(collection.insertOne({ _id, ...departure }));
    },

    /** The starts among these, in milliseconds. */
    async listAmong(tenantId: string, optionId: string, starts: readonly number[]) {
      const startAt = { $in: starts.map((start) => new Date(start)) };
      const found = await collection.find(ofTenant(tenantId, { optionId, startAt })).toArray();
      return found.map((each) => each.startAt.getTime());
    },

    /** Lists the manual departures of these options in [from, to], the first of them, ascending. */
    listStarts: (tenantId: string, range: StartRange) => listTogether({ tenantId, ...range }),
  };
}

export type ManualDepartureStore = ReturnType<typeof manualDepartureStore>;

interface Ask extends StartRange {
  readonly tenantId: string;
}

const asksMax = 200;
const atOnce = 2;
/** Manual departures are few. Where one read would bring more than this, each asks for its own. */
const togetherMax = 1_000;

/** Asks of the same moment, such as those for versions, share a read, those of one tenant: nearly always it finds nothing. */
function startsTogether(
  collection: mongo.Collection<ManualDepartureDocument>,
): (ask: Ask) => Promise<ManualStart[]> {
  return batchByTenant({
    itemsMax: asksMax,
    atOnce,
    read: (tenantId, asks: readonly Ask[]) => findTogether(collection, tenantId, asks),
    resultOf(together, ask) {
      if (!together) return find(collection, ask);
      const optionIds = new Set(ask.optionIds);
      return together
        .filter(({ optionId }) => optionIds.has(optionId))
        .filter(({ start }) => start >= ask.from && start <= ask.to)
        .slice(0, ask.limit);
    },
  });
}

/** All that any of them asks for and perhaps more; undefined where that is too much. */
async function findTogether(
  collection: mongo.Collection<ManualDepartureDocument>,
  tenantId: string,
  asks: readonly Ask[],
): Promise<ManualStart[] | undefined> {
  const found = await find(collection, {
    tenantId,
    optionIds: [...new Set(asks.flatMap(({ optionIds }) => optionIds))],
    from: Math.min(...asks.map((ask) => ask.from)),
    to: Math.max(...asks.map((ask) => ask.to)),
    limit: togetherMax + 1,
  });
  return found.length > togetherMax ? undefined : found;
}

async function find(
  collection: mongo.Collection<ManualDepartureDocument>,
  { tenantId, optionIds, from, to, limit }: Ask,
): Promise<ManualStart[]> {
  const startAt = { $gte: new Date(from), $lte: new Date(to) };
  const filter = ofTenant(tenantId, { optionId: { $in: [...optionIds] }, startAt });
  // mark: kept-departures
  const found = await collection
    .find(filter, { sort: { startAt: 1, optionId: 1 }, limit })
    .toArray();
  return found.map(({ optionId, startAt: at }) => ({ optionId, start: at.getTime() }));
}
