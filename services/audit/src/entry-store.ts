import {
  duplicatesIn,
  findPage,
  idFloor,
  type mongo,
  ofTenant,
  readOr,
  removeInBatches,
  sweepRead,
  windowBefore,
} from "@slipway/store";
import type { Entry } from "./entry.ts";
import type { EntryDocument } from "./schema.ts";

/** The filter of a list; entries at `from` and `to` themselves are included. */
interface EntryFilter {
  readonly entityType?: string | undefined;
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface EntryPage<Item> {
  readonly after: { readonly timestamp: Date; readonly id: string } | undefined;
  readonly limit: number;
  readonly itemOf: (entry: Entry) => Item;
}

interface RecordName {
  readonly tenantId: string;
  readonly entityId: string;
}

interface Search {
  readonly entityType: Entry["entityType"];
  /** The pattern to find in the records, without regard to case. */
  readonly pattern: string;
  readonly before: Date | null;
  readonly documentsMax: number;
}

const noRecords = { before: null, after: null };
const newestFirst = { timestamp: -1, _id: -1 } as const;

export function entryStore(log: mongo.Collection<EntryDocument>) {
  return {
    ...changesOf(log),
    /** Keeps entries of any tenants; those that are there already stay as they are. */
    async append(entries: readonly Entry[]) {
      if (entries.length === 0) return;
      const documents = entries.map(({ id, ...entry }) => ({ _id: id, ...entry }));
      // An event may arrive twice, from two relays at once too: its id decides, the first stays.
      await log.insertMany(documents, { ordered: false }).catch(duplicatesIn);
    },
    /** The tenant's entries after a place that fit a page, newest first. */
    listPage<Item>(
      tenantId: string,
      asked: EntryFilter,
      { after, limit, itemOf }: EntryPage<Item>,
    ) {
      const filter = ofTenant(tenantId, { $and: [matching(asked), olderThan(after)] });
      return findPage(log, filter, {
        sort: newestFirst,
        limit,
        itemOf: (document: EntryDocument) => itemOf(entryOf(document)),
      });
    },
    /** The newest entry of each of these records that has one, without what was before it. */
    async listLast(records: readonly RecordName[]) {
      const ids = await idsOfLast(log, records);
      const found = await log.find({ _id: { $in: ids } }, { projection: { before: 0 } }).toArray();
      return found.map(entryOf);
    },
    /** Creations of this type, of any tenants, in the order of their ids after `afterId`. */
    async listCreated(
      entityType: Entry["entityType"],
      { afterId, limit }: { afterId: string; limit: number },
    ) {
      const filter = { _id: { $gt: afterId }, entityType, action: `${entityType}.create` };
      const projection = { tenantId: 1, entityId: 1 } as const;
      const page = { ...sweepRead, projection, sort: { _id: 1 }, limit } as const;
      const found = await log.find(filter, page).toArray();
      return found.map(({ _id, tenantId, entityId }) => ({ id: _id, tenantId, entityId }));
    },
  };
}

/** The log: written once, read, and forgotten when old. Only the erasure of a person changes an entry. */
export type EntryStore = ReturnType<typeof entryStore>;

/** Changes of stored entries: erasure rewrites them, and old ones are removed. */
function changesOf(log: mongo.Collection<EntryDocument>) {
  async function rewriteAll(
    { tenantId, ...found }: mongo.Filter<EntryDocument> & { tenantId: string },
    recordsOf: (entry: Entry) => Pick<Entry, "before" | "after">,
  ): Promise<number> {
    let changed = 0;
    const filter = ofTenant(tenantId, found) as mongo.Filter<EntryDocument>;
    for await (const document of log.find(filter, { sort: newestFirst })) {
      // Nobody knows which part of an unreadable record is personal, so none of it stays.
      const records = readOr(log, document, () => recordsOf(entryOf(document))) ?? noRecords;
      if (records.before === document.before && records.after === document.after) continue;
      await log.updateOne(ofTenant(tenantId, { _id: document._id }), { $set: records });
      changed++;
    }
    return changed;
  }

  return {
    /** Gives the entries of a record from before that instant other records; answers how many it changed. */
    rewrite: (
      { tenantId, entityId }: RecordName,
      before: Date,
      recordsOf: (entry: Entry) => Pick<Entry, "before" | "after">,
    ) => rewriteAll({ tenantId, entityId, timestamp: { $lt: before } }, recordsOf),
    /**
     * Rewrites the newest entries before an instant that a pattern finds, among about `documentsMax` of any kind.
     * Answers where to go on; null once none are left.
     */
    async rewriteFound(
      tenantId: string,
      { entityType, pattern, ...wanted }: Search,
      recordsOf: (entry: Entry) => Pick<Entry, "before" | "after">,
    ) {
      const hint = { tenantId: 1, ...newestFirst } as const;
      const found = await windowBefore(log, tenantId, { field: "timestamp", hint, ...wanted });
      const text = { $regex: pattern, $options: "i" };
      const $or = [{ before: text }, { after: text }];
      const filter = { tenantId, entityType, ...found.filter, $or };
      return { changed: await rewriteAll(filter, recordsOf), before: found.before };
    },
    /** Removes the entries of any tenants from before that instant; answers how many. */
    removeBefore: (instant: Date) =>
      // Ids are ordered by time, so that keeping an entry costs no index for forgetting it.
      removeInBatches(log, { _id: { $lt: idFloor("aud", instant.getTime()) } }),
  };
}

/** Found by the index alone: texts are read of the newest entries only. */
async function idsOfLast(
  log: mongo.Collection<EntryDocument>,
  records: readonly RecordName[],
): Promise<string[]> {
  const byTenant = Map.groupBy(records, ({ tenantId }) => tenantId);
  const looks = [...byTenant].map(([tenantId, theirs]) => {
    const entityIds = theirs.map(({ entityId }) => entityId);
    const projection = { entityId: 1, timestamp: 1 } as const;
    return log.find(ofTenant(tenantId, { entityId: { $in: entityIds } }), { projection }).toArray();
  });
  const last = new Map<string, { _id: string; timestamp: Date }>();
  for (const { _id, entityId, timestamp } of (await Promise.all(looks)).flat()) {
    const known = last.get(entityId);
    const isLater =
      !known ||
      timestamp > known.timestamp ||
      (timestamp.getTime() === known.timestamp.getTime() && _id > known._id);
    if (isLater) last.set(entityId, { _id, timestamp });
  }
  return [...last.values()].map(({ _id }) => _id);
}

type Filter = mongo.Filter<EntryDocument>;

function matching({ from, to, entityType, entityId, actorId }: EntryFilter): Filter {
  const range = {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lte: new Date(to) }),
  };
  return {
    ...(entityType === undefined ? {} : { entityType: entityType as Entry["entityType"] }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(from === undefined && to === undefined ? {} : { timestamp: range }),
  };
}

/** The bound stands apart from the alternatives so that the index is entered where the page begins. */
function olderThan(after: EntryPage<unknown>["after"]): Filter {
  if (!after) return {};
  const { timestamp, id } = after;
  return {
    timestamp: { $lte: timestamp },
    $or: [{ timestamp: { $lt: timestamp } }, { _id: { $lt: id } }],
  };
}

function entryOf<Read extends { readonly _id: string }>({ _id, ...entry }: Read) {
  return { id: _id, ...entry };
}
