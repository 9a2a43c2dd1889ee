import { randomUUID } from "node:crypto";
import {
  type OutboxDocument,
  type OutboxEvent,
  archivePage,
  type mongo,
  ofTenant,
  readEach,
  readStream,
  sweepRead,
  batchRequests,
} from "@slipway/store";
import { rangesOf } from "./day.ts";
import { type LedgerDocument, addressOf, ledgerOf } from "./ledger-document.ts";
import type { DepartureRuns, Draft, Ledger } from "./ledger.ts";
import type { LedgerCollection } from "./open-ledgers.ts";
import { type ReadDeps, type VersionFilter, readsOf, versionOf } from "./read-ledger.ts";
import { type Version, isSameVersion } from "./version.ts";
import { clockSkewMsMax, commitsAtOnce, commitsMax, revisionsPerMs } from "../constants.ts";

export function ledgerStore(collection: LedgerCollection, deps: ReadDeps) {
  const write = commitTogether(collection);

  return {
    ...readsOf(collection, deps),
    ...versions(collection),
    ...manyLedgers(collection),
    ...searches(collection),
    ...closing(collection),
    ...decidedDepartures(collection, deps),

    /**
     * Writes a draft's steps and drops copied ones: the commit point of every step. Returns the token of
     * the write. False: another replica wrote first and nothing was done. Undefined: another replica has
     * written since, so only a new read shows whether this write came before it.
     */
    async commit(draft: Draft, dropped: readonly number[]) {
      // mark: commit-point
      const commit = commitOf(draft, dropped);
      const wasWritten = await write(commit);
      return wasWritten && commit.token;
    },
  };
}

export type LedgerStore = ReturnType<typeof ledgerStore>;

/** Looks through the ledgers of many days. */
function searches(collection: LedgerCollection) {
  return {
    /** Whether a departure of any day names this resource. A majority read: the caller has just bumped the open versions. */
    async isResourceNamed(tenantId: string, supplierId: string, resourceId: string) {
      const filter = ofTenant(tenantId, { supplierId, resources: resourceId });
      return (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
    },

    /** Ledgers of any tenant that have a log and no write since `before`. */
    async listWithLog(before: number, limit: number) {
      const filter = { hasLog: true, at: { $lt: new Date(before) } } as const;
      const projection = { tenantId: 1, supplierId: 1, startAt: 1, endAt: 1 };
      return (await collection.find(filter, { projection, limit }).toArray()).map(addressOf);
    },

    /** Every ledger of every tenant that can be read, for doctor. Each of the others is handed to `skip` by its id. */
    listAll: (skip: (id: string) => void) =>
      readStream(collection, collection.find({}, sweepRead), {
        read: ledgerOf,
        skip: ({ _id }) => skip(_id),
      }),
  };
}

function versions(collection: LedgerCollection) {
  const isOpen = (tenantId: string, supplierId: string, now: number) =>
    ofTenant(tenantId, { supplierId, endAt: { $gt: new Date(now - clockSkewMsMax) } });

  return {
    /** Whether a majority of the database has the version that was read, and no later one. */
    async isUnchanged(ledger: Ledger) {
      const { id, tenantId } = ledger.address;
      const projection = { revision: 1, commit: 1 } as const;
      const found = await collection.findOne(ofTenant(tenantId, { _id: id }), { projection });
      // mark: same-version
      return found !== null && isSameVersion(ledger, found);
    },

    /**
     * Whether a ledger still has the version that was read. A write that filters the version and changes
     * nothing: once it is acknowledged, no fail-over and no crash undoes that version.
     */
    async confirmUnchanged(ledger: Ledger) {
      const same = { $set: { commit: ledger.commit } };
      return (await collection.updateOne(versionOf(ledger), same)).matchedCount === 1;
    },

    /** Invalidates every kept view of this ledger; false if another write came first. */
    async bumpVersion(ledger: Ledger, now: number) {
      const { revision, at } = ledger;
      const set = { revision: revision + 1, commit: randomUUID(), at: new Date(Math.max(at, now)) };
      return (await collection.updateOne(versionOf(ledger), { $set: set })).matchedCount === 1;
    },

    /** The same for all open ledgers of a supplier: those whose day is not over. */
    async bumpOpenVersions(tenantId: string, supplierId: string, now: number) {
      const bumped = {
        $inc: { revision: 1 },
        $set: { commit: randomUUID() },
        $max: { at: new Date(now) },
      };
      await collection.updateMany(isOpen(tenantId, supplierId, now), bumped);
    },

    /**
     * Open ledgers of a supplier, by a majority read behind a write that finds nothing on every shard. A shard's primary
     * that was replaced, and does not know it, lacks ledgers that its successor has: it acknowledges no such write. Race: a
     * ledger that is inserted after the write is missing here, and its first view has the caller's lock.
     */
    async listOpen(tenantId: string, supplierId: string, now: number) {
      const nothing = ofTenant(tenantId, { supplierId, endAt: { $lt: new Date(0) } });
      await collection.updateMany(nothing, { $set: { supplierId } });
      const projection = { tenantId: 1, supplierId: 1, startAt: 1, endAt: 1 };
      const filter = isOpen(tenantId, supplierId, now);
      return (await collection.find(filter, { projection }).toArray()).map(addressOf);
    },
  };
}

function decidedDepartures(collection: LedgerCollection, { relay }: Pick<ReadDeps, "relay">) {
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;
  return {
    /**
     * Decides whether a departure runs, on the version that was read; false if another write came first. The version
     * decides the race with a claim: it is taken before, or the claim finds the departure called off. Without an event the
     * decision stays, and so does its time.
     */
    async setRuns(
      ledger: Ledger,
      { departure, runs }: { departure: string; runs: DepartureRuns },
      event?: OutboxEvent,
    ) {
      const { address, revision, at } = ledger;
      const version = { revision: revision + 1, commit: randomUUID() };
      const { matchedCount } = await collection.updateOne(versionOf(ledger), {
        $set: {
          ...version,
          at: new Date(Math.max(at, event?.at.getTime() ?? at)),
          [`runs.${departure}`]: runs,
        },
        ...(event && { $push: { outbox: event } }),
      });
      if (matchedCount === 1 && event) relay.committed(withOutbox, address.id, [event]);
      return matchedCount === 1;
    },
  };
}

/** Reads and writes of the archive, over all tenants. */
function closing(collection: LedgerCollection) {
  const open = { closedAt: { $exists: false } } as const;
  return {
    /** Open ledgers of any tenants whose day ended before, as lines of an archive. */
    async listEnded(endedBefore: number, afterId: string) {
      const filter = { ...open, endAt: { $lt: new Date(endedBefore) } };
      return archivePage(collection, { name: "ledgers", filter, afterId, itemOf: ledgerOf });
    },

    /** Ledgers of any tenants with their logs. */
    async readAll(ids: readonly string[]) {
      const found = await collection.find({ _id: { $in: [...ids] } }).toArray();
      return readEach(collection, found, ledgerOf);
    },

    /** Which of these ledgers are closed. A majority has what closed them, and no ledger is ever opened again. */
    async listClosed(ids: readonly string[]) {
      const filter = { _id: { $in: [...ids] }, closedAt: { $exists: true } };
      const closed = await collection.find(filter, { projection: { _id: 1 } }).toArray();
      return new Set(closed.map(({ _id }) => _id));
    },

    /**
     * Closes the version that was read; false if another write came first. The version decides the race with a claim: the claim
     * is taken before and this write finds another version, or the claim finds the ledger closed.
     */
    async close(ledger: Ledger, now: number) {
      const { revision, at, resources } = ledger;
      // Without a resource it may have been lost and inserted again. Its claims' records have later revisions then.
      const least = resources.size > 0 ? 0 : now * revisionsPerMs;
      const version = { revision: Math.max(revision + 1, least), commit: randomUUID() };
      // Time at a ledger never goes back, so a slower clock revives no hold that has ended by this one.
      const times = { at: new Date(Math.max(at, now)), closedAt: new Date(now) };
      const set = { ...version, ...times, usages: {}, rebookings: {} };
      // mark: close-version
      const filter = { ...versionOf(ledger), ...open };
      return (await collection.updateOne(filter, { $set: set })).matchedCount === 1;
    },
  };
}

/** Reads for vacancies, which write nothing. */
function manyLedgers(collection: LedgerCollection) {
  return {
    /** Ledgers without their logs; those that do not exist are left out. */
    async readMany(tenantId: string, ids: readonly string[]) {
      const filter = ofTenant(tenantId, { _id: { $in: [...ids] } });
      const found = await collection.find(filter, { projection: { log: 0 } }).toArray();
      return new Map(found.map((document) => [document._id, ledgerOf(document)]));
    },

    /** Versions of those of these ledgers that exist, and perhaps of others. */
    async readVersions(tenantId: string, ids: readonly string[]) {
      // A few ranges of ids cost half as much as a list of all ids.
      const ranges = rangesOf(ids).map(({ first, last }) => ({ _id: { $gte: first, $lte: last } }));
      if (ranges.length === 0) return new Map<string, Version>();
      const filter = ofTenant(tenantId, { $or: ranges });
      const projection = { revision: 1, commit: 1 } as const;
      const found = await collection.find(filter, { projection }).toArray();
      return new Map(found.map(({ _id, revision, commit }) => [_id, { revision, commit }]));
    },
  };
}

/** One ledger's write: it filters the version and sets a token of its own. */
interface Commit {
  readonly token: string;
  readonly filter: VersionFilter;
  readonly update: mongo.UpdateFilter<LedgerDocument>;
}

/**
 * Writes all ledgers that are ready at the same time by one unordered bulk write, each with its own
 * filter. Returns for each whether it matched; undefined if a later write hides that. A lost reply
 * fails all commits of the bulk.
 */
function commitTogether(
  collection: LedgerCollection,
): (commit: Commit) => Promise<boolean | undefined> {
  return batchRequests<Commit, boolean | undefined>({
    itemsMax: commitsMax,
    atOnce: commitsAtOnce,
    async send(commits) {
      const [only, another] = commits;
      if (!only || another) return commitAll(collection, commits);
      const { matchedCount } = await collection.updateOne(only.filter, only.update);
      return [{ status: "fulfilled", value: matchedCount === 1 }];
    },
  });
}

/** The bulk only answers how many matched. If some did not, the stored tokens show which. */
async function commitAll(
  collection: LedgerCollection,
  commits: readonly Commit[],
): Promise<PromiseFulfilledResult<boolean | undefined>[]> {
  const operations = commits.map(({ filter, update }) => ({ updateOne: { filter, update } }));
  const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
  const status = "fulfilled" as const;
  if (matchedCount === commits.length) return commits.map(() => ({ status, value: true }));
  const ids = commits.map(({ filter }) => filter._id);
  const projection = { commit: 1, revision: 1 } as const;
  const found = await collection.find({ _id: { $in: ids } }, { projection }).toArray();
  const now = new Map(found.map((ledger) => [ledger._id, ledger]));
  return commits.map((commit) => {
    const value = isWritten(commit, now.get(commit.filter._id));
    return { status, value };
  });
}

function isWritten(
  { token, filter }: Commit,
  ledger: { commit: string; revision: number } | undefined,
): boolean | undefined {
  if (ledger?.commit === token) return true;
  // Another replica has written since; whether this write came before it is unknown.
  return ledger && ledger.revision > filter.revision + 1 ? undefined : false;
}

/** Sets only the paths that the draft has touched: the write's size follows the batch, not the day. */
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
  const stored = {
    usages: ledger.usages,
    rebookings: ledger.rebookings,
    resources: [...ledger.resources],
  };
  for (const path of outermost(touched)) {
    const value = valueAt(stored, path);
    if (value === undefined) unset[path] = "";
    else set[path] = value;
  }
  if (steps.size > 0) set[`log.${revision}`] = JSON.stringify([...steps.values()]);
  for (const copied of dropped) unset[`log.${copied}`] = "";
  if (steps.size > 0 || ledger.log.size > dropped.length) set["hasLog"] = true;
  else unset["hasLog"] = "";
  return {
    token,
    // When two replicas have decided on the same version, only one filter can match.
    // mark: ledger-version
    filter: versionOf(ledger),
    update: { $set: set, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) },
  };
}

/** Drops paths inside other paths: MongoDB refuses an update that has both. */
function outermost(paths: ReadonlySet<string>): string[] {
  return [...paths].filter((path) => {
    for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1))
      if (paths.has(path.slice(0, end))) return false;
    return true;
  });
}

function valueAt(document: object, path: string): unknown {
  let value: unknown = document;
  for (const key of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}
