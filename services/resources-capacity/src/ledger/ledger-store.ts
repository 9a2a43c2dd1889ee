import { randomUUID } from "node:crypto";
import {
  type OutboxEvent,
  type Relay,
  type OutboxDocument,
  localRead,
  makeIndexes,
  type mongo,
  ofTenant,
  batchRequests,
} from "@slipway/store";
import { type Connection, Schema } from "mongoose";
import { type LedgerAddress, rangesOf } from "./day.ts";
import { type LedgerDocument, addressOf, ledgerOf } from "./ledger-document.ts";
import type { Draft, Ledger } from "./ledger.ts";
import { type LedgerCollection, openTogether } from "./open-ledgers.ts";
import type { Rebuilt } from "../doctor/repair.ts";
import { type Version, isSameVersion } from "./version.ts";

export interface LedgerStore {
  /** Inserts it when absent. */
  read(address: LedgerAddress, now: number): Promise<Ledger>;
  /** Without their logs; those that do not exist are left out. */
  readMany(tenantId: string, ids: readonly string[]): Promise<Map<string, Ledger>>;
  /** Versions of those that exist, and perhaps of others. */
  readVersions(tenantId: string, ids: readonly string[]): Promise<Map<string, Version>>;
  /** Whether a majority has a ledger as it was read, and nothing later. */
  isStill(ledger: Ledger): Promise<boolean>;
  /**
   * Whether a ledger is as it was read. A write that changes nothing on the very version: once it is
   * acknowledged, no fail-over and no crash takes back what was read.
   */
  confirm(ledger: Ledger): Promise<boolean>;
  /**
   * Writes a draft's steps and drops copied ones: the commit point of every step. Answers what the
   * ledger's `commit` is now. False: somebody else wrote first, and nothing was done; undefined:
   * somebody has written since, look again.
   */
  commit(draft: Draft, dropped: readonly number[]): Promise<string | false | undefined>;
  /** Makes every view of this ledger fall, unless somebody wrote it first. */
  raise(ledger: Ledger, now: number): Promise<boolean>;
  /** The same for all ledgers of a supplier that are not over. */
  raiseAll(tenantId: string, supplierId: string, now: number): Promise<void>;
  /** Sets what was rebuilt, and tells it, unless somebody wrote the ledger first. */
  rewrite(
    ledger: Ledger,
    rebuilt: Rebuilt,
    told: { now: number; events: OutboxEvent[] },
  ): Promise<boolean>;
  /**
   * Ledgers of a supplier that are not over. A local read: one that is being inserted has to be seen,
   * and what is found is only read and raised.
   */
  listOpen(tenantId: string, supplierId: string, now: number): Promise<LedgerAddress[]>;
  /** Whether any departure of any day took places of this resource, or may yet have. A local read. */
  isResourceNamed(tenantId: string, supplierId: string, resourceId: string): Promise<boolean>;
  /** Ledgers of any tenant with entries and no write since `before`. */
  listWithEntries(before: number, limit: number): Promise<LedgerAddress[]>;
  /** Every ledger of every tenant, for doctor. */
  listAll(): AsyncIterable<Ledger>;
}

/** No clock of ours is further off: a ledger counts as over for a writer only this much later. */
const clockSkewMsMax = 3_600_000;

/** Makes the collection of ledgers and its indexes. */
export async function ledgerCollection(connection: Connection): Promise<LedgerCollection> {
  const text = { type: String, required: true };
  const date = { type: Date, required: true };
  const mixed = { type: Schema.Types.Mixed, required: true };
  const schema = new Schema(
    {
      _id: text,
      tenantId: text,
      supplierId: text,
      startAt: date,
      endAt: date,
      revision: { type: Number, required: true },
      commit: text,
      at: date,
      lines: mixed,
      resources: { type: [String], required: true },
      moves: mixed,
      entries: mixed,
      hasEntries: Boolean,
      outbox: [Schema.Types.Mixed],
    },
    { collection: "ledgers", versionKey: false, strict: "throw", minimize: false },
  );
  schema.index({ tenantId: 1, supplierId: 1, endAt: 1 });
  const told = { partialFilterExpression: { "outbox.id": { $exists: true } } };
  schema.index({ "outbox.id": 1 }, told);
  schema.index({ hasEntries: 1 }, { partialFilterExpression: { hasEntries: true } });
  const model = connection.model("ledgers", schema);
  await makeIndexes(model);
  return model.collection as unknown as LedgerCollection;
}

export function ledgerStore(collection: LedgerCollection, relay: Relay): LedgerStore {
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;
  const write = commitTogether(collection);
  const open = openTogether(collection);
  const notOver = (tenantId: string, supplierId: string, now: number) =>
    ofTenant(tenantId, { supplierId, endAt: { $gt: new Date(now - clockSkewMsMax) } });

  return {
    read: (address, now) => open({ address, now }),

    ...manyLedgers(collection),

    async isStill(ledger) {
      const { id, tenantId } = ledger.address;
      const projection = { tenantId: 1, revision: 1, commit: 1 } as const;
      // By the id alone: the engine plans nothing for it, which takes as long as finding it.
      const found = await collection.findOne({ _id: id }, { projection });
      // mark: same-version
      return found?.tenantId === tenantId && isSameVersion(ledger, found);
    },

    async confirm(ledger) {
      const same = { $set: { commit: ledger.commit } };
      return (await collection.updateOne(versionOf(ledger), same)).matchedCount === 1;
    },

    async commit(draft, dropped) {
      // mark: commit-point
      const commit = commitOf(draft, dropped);
      const wasWritten = await write(commit);
      return wasWritten && commit.token;
    },

    async raise(ledger, now) {
      const { revision, at } = ledger;
      const set = { revision: revision + 1, commit: randomUUID(), at: new Date(Math.max(at, now)) };
      return (await collection.updateOne(versionOf(ledger), { $set: set })).matchedCount === 1;
    },

    async rewrite(ledger, rebuilt, { now, events }) {
      const { address, revision, at } = ledger;
      const set = { ...rebuilt, revision: revision + 1, commit: randomUUID() };
      const time = { at: new Date(Math.max(at, now)), resources: [...rebuilt.resources] };
      const push = { outbox: { $each: events } };
      const { matchedCount } = await collection.updateOne(versionOf(ledger), {
        $set: { ...set, ...time },
        $push: push,
      });
      if (matchedCount === 1) relay.committed(withOutbox, address.id, events);
      return matchedCount === 1;
    },

    async raiseAll(tenantId, supplierId, now) {
      const raised = {
        $inc: { revision: 1 },
        $set: { commit: randomUUID() },
        $max: { at: new Date(now) },
      };
      await collection.updateMany(notOver(tenantId, supplierId, now), raised);
    },

    async listOpen(tenantId, supplierId, now) {
      const projection = { tenantId: 1, supplierId: 1, startAt: 1, endAt: 1 };
      const filter = notOver(tenantId, supplierId, now);
      const cursor = collection.find(filter, { projection, ...localRead });
      return (await cursor.toArray()).map(addressOf);
    },

    async isResourceNamed(tenantId, supplierId, resourceId) {
      const filter = ofTenant(tenantId, { supplierId, resources: resourceId });
      const options = { projection: { _id: 1 }, ...localRead } as const;
      return (await collection.findOne(filter, options)) !== null;
    },

    async listWithEntries(before, limit) {
      const filter = { hasEntries: true, at: { $lt: new Date(before) } } as const;
      const projection = { tenantId: 1, supplierId: 1, startAt: 1, endAt: 1 };
      return (await collection.find(filter, { projection, limit }).toArray()).map(addressOf);
    },

    async *listAll() {
      for await (const document of collection.find()) yield ledgerOf(document);
    },
  };
}

/** Reads of those who only look. */
function manyLedgers(collection: LedgerCollection): Pick<LedgerStore, "readMany" | "readVersions"> {
  return {
    async readMany(tenantId, ids) {
      const filter = ofTenant(tenantId, { _id: { $in: [...ids] } });
      const found = await collection.find(filter, { projection: { entries: 0 } }).toArray();
      return new Map(found.map((document) => [document._id, ledgerOf(document)]));
    },

    async readVersions(tenantId, ids) {
      // Ranges of names cost half of as many names.
      const ranges = rangesOf(ids).map(({ first, last }) => ({ _id: { $gte: first, $lte: last } }));
      if (ranges.length === 0) return new Map();
      const filter = ofTenant(tenantId, { $or: ranges });
      const projection = { revision: 1, commit: 1 } as const;
      const found = await collection.find(filter, { projection }).toArray();
      return new Map(found.map(({ _id, revision, commit }) => [_id, { revision, commit }]));
    },
  };
}

/** The filter of a write on a ledger as it was read. */
function versionOf({ address, revision, commit }: Ledger): VersionFilter {
  return ofTenant(address.tenantId, { _id: address.id, revision, commit });
}

interface VersionFilter extends Version {
  readonly _id: string;
  readonly tenantId: string;
}

/** One ledger's write: conditional on the version, and marked by a token of its own. */
interface Commit {
  readonly token: string;
  readonly filter: VersionFilter;
  readonly update: mongo.UpdateFilter<LedgerDocument>;
}

const commitsMax = 100;
const commitsAtOnce = 1;

/**
 * Writes ledgers that are ready at the same time by one unordered bulk write, each by its own
 * filter; answers of each whether it matched, or undefined where others have written over it
 * before that could be seen. A lost reply fails all of a round.
 */
function commitTogether(
  collection: LedgerCollection,
): (commit: Commit) => Promise<boolean | undefined> {
  return batchRequests<Commit, boolean | undefined>({
    itemsMax: commitsMax,
    atOnce: commitsAtOnce,
    async send(commits) {
      const [only] = commits;
      const matched =
        commits.length === 1 && only
          ? [await commitAlone(collection, only)]
          : await commitAll(collection, commits);
      return matched.map((value) => ({ status: "fulfilled", value }));
    },
  });
}

async function commitAlone(
  collection: LedgerCollection,
  { filter, update }: Commit,
): Promise<boolean> {
  return (await collection.updateOne(filter, update)).matchedCount === 1;
}

/** The bulk tells how many matched; only where some did not are the tokens looked at. */
async function commitAll(
  collection: LedgerCollection,
  commits: readonly Commit[],
): Promise<(boolean | undefined)[]> {
  const operations = commits.map(({ filter, update }) => ({ updateOne: { filter, update } }));
  const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
  if (matchedCount === commits.length) return commits.map(() => true);
  const ids = commits.map(({ filter }) => filter._id);
  const projection = { commit: 1, revision: 1 } as const;
  const found = await collection.find({ _id: { $in: ids } }, { projection }).toArray();
  const now = new Map(found.map((ledger) => [ledger._id, ledger]));
  return commits.map((commit) => isWritten(commit, now.get(commit.filter._id)));
}

function isWritten(
  { token, filter }: Commit,
  ledger: { commit: string; revision: number } | undefined,
): boolean | undefined {
  if (ledger?.commit === token) return true;
  // Beyond the next revision somebody has written since: before or after this one, nobody can tell.
  return ledger && ledger.revision > filter.revision + 1 ? undefined : false;
}

/** Only what the draft has touched, so that a write's size follows the batch and not the day. */
function commitOf(draft: Draft, dropped: readonly number[]): Commit {
  const { ledger, tally, touched, steps } = draft;
  const token = randomUUID();
  const revision = ledger.revision + 1;
  const set: Record<string, unknown> = {
    revision,
    commit: token,
    at: new Date(tally.now),
  };
  const unset: Record<string, ""> = {};
  for (const path of outermost(touched)) {
    const value = path === "resources" ? [...ledger.resources] : valueAt(ledger, path);
    if (value === undefined) unset[path] = "";
    else set[path] = value;
  }
  if (steps.size > 0) set[`entries.${revision}`] = JSON.stringify([...steps.values()]);
  for (const copied of dropped) unset[`entries.${copied}`] = "";
  if (steps.size > 0 || ledger.log.size > dropped.length) set["hasEntries"] = true;
  else unset["hasEntries"] = "";
  return {
    token,
    // The version decides between two replicas that decided on the same state.
    // mark: ledger-version
    filter: versionOf(ledger),
    update: { $set: set, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) },
  };
}

/** MongoDB takes no path together with one inside it. */
function outermost(paths: ReadonlySet<string>): string[] {
  const isInside = (path: string): boolean => {
    for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1))
      if (paths.has(path.slice(0, end))) return true;
    return false;
  };
  return [...paths].filter((path) => !isInside(path));
}

function valueAt(ledger: Ledger, path: string): unknown {
  let value: unknown = ledger;
  for (const key of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}
