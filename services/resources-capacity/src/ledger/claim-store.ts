import {
  type OutboxEvent,
  type Relay,
  type OutboxDocument,
  archivePage,
  duplicatesIn,
  localRead,
  type mongo,
  ofTenant,
  batchRequests,
  readEach,
  readFirst,
  readStream,
  sweepRead,
  removeBatch,
} from "@slipway/store";
import type { ClaimDocument } from "./schema.ts";
import type { Claim } from "./ledger.ts";
import { copiesMax, ledgersLookedMax } from "../constants.ts";

export interface ClaimRecord extends Claim {
  readonly tenantId: string;
  readonly ledger: string;
  readonly attached: boolean;
}

/** The facts that are known when steps are copied. */
interface Copied {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Claims that were attached before their first copy. */
  readonly attached: ReadonlySet<string>;
}

interface UnreadableClaim {
  readonly id: string;
  readonly ledger: string;
}

/** A claim as it was after a step. */
interface ClaimStep {
  readonly tenantId: string;
  readonly id: string;
  readonly step: number;
}

type ClaimCollection = mongo.Collection<ClaimDocument>;

export function claimStore(collection: ClaimCollection, relay: Relay) {
  const outboxes = collection as unknown as mongo.Collection<OutboxDocument>;
  const copyAll = copyTogether(collection);

  return {
    ...attaching(collection, relay),

    /** Copies steps from a ledger's log. Late and repeated copies change nothing. */
    async copy(ledger: { tenantId: string; id: string }, claims: readonly Claim[], copied: Copied) {
      if (claims.length === 0) return;
      await copyAll(claims.map((claim) => copyOf(ledger, claim, copied)));
    },

    /** A local read: the version check of the ledger confirms what is decided on a record. */
    async get(tenantId: string, ids: readonly string[]) {
      if (ids.length === 0) return new Map<string, Claim>();
      const filter = ofTenant(tenantId, { _id: { $in: [...ids] } });
      const found = await collection.find(filter, localRead).toArray();
      return new Map(found.map((document) => [document._id, claimOf(document)]));
    },

    /** Records of any tenants; claims without a record are left out. */
    async list(ids: readonly string[]) {
      const found = await collection.find({ _id: { $in: [...ids] } }).toArray();
      return readEach(collection, found, recordOf);
    },

    /** Adds events to a claim's outbox. */
    async addEvents(id: string, events: OutboxEvent[]) {
      await collection.updateOne({ _id: id }, { $push: { outbox: { $each: events } } });
      relay.committed(outboxes, id, events);
    },

    /** Claims of any tenants that were not attached in time. */
    async listUnattached(now: number, limit: number) {
      const filter = { confirmBy: { $lte: new Date(now) } };
      const found = collection.find(filter, { sort: { confirmBy: 1 }, batchSize: limit });
      return readFirst(collection, found, { read: recordOf, limit });
    },

    /** Makes recovery stop asking about released claims. */
    async dismiss(ids: readonly string[]) {
      await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { confirmBy: "" } });
    },

    ...removals(collection),

    ...claimsOfLedgers(collection),
  };
}

export type ClaimStore = ReturnType<typeof claimStore>;

const live = { state: { $ne: "RELEASED" } } as const;

/** Reads of the claims of ledgers. */
function claimsOfLedgers(collection: ClaimCollection) {
  return {
    /** Every claim of a ledger. It throws where one that is not released cannot be read: its places must stay counted. */
    // An empty ledger asks when it opens, and many open together on new days.
    listOf: batchRequests<string, ClaimRecord[]>({
      itemsMax: ledgersLookedMax,
      atOnce: 2,
      async send(ledgers) {
        const all = await collection.find({ ledger: { $in: [...new Set(ledgers)] } }).toArray();
        const byLedger = Map.groupBy(all, ({ ledger }) => ledger);
        return Promise.allSettled(
          ledgers.map(async (ledger) => recordsOf(collection, byLedger.get(ledger) ?? [])),
        );
      },
    }),

    /** The ids of all ledgers of a supplier that have had claims, whether the ledgers are there or not. */
    // Suppliers have ids of their own everywhere, and the index alone answers this.
    listLedgers: (supplierId: string) =>
      collection.distinct("ledger", {
        ledger: { $gte: `${supplierId}:`, $lt: `${supplierId};` },
      }),

    /** Every claim that is not released, for doctor. Each that cannot be read is handed to `skip`. */
    listAllLive: (skip: (claim: UnreadableClaim) => void) =>
      readStream(collection, collection.find(live, sweepRead), {
        read: (document) => ({
          ...recordOf(document),
          confirmAt: document.confirmBy?.getTime(),
        }),
        skip: ({ _id: id, ledger }) => skip({ id, ledger }),
      }),
  };
}

function recordsOf(collection: ClaimCollection, found: readonly ClaimDocument[]): ClaimRecord[] {
  const isReleased = ({ state }: ClaimDocument): boolean => state === "RELEASED";
  const released = readEach(collection, found.filter(isReleased), recordOf);
  return [...released, ...found.filter((each) => !isReleased(each)).map(recordOf)];
}

/** Copies of many ledgers share round trips. If a round trip fails, each caller repeats its own copies. */
function copyTogether(collection: ClaimCollection): (copies: readonly Copy[]) => Promise<void> {
  return batchRequests<readonly Copy[], void>({
    itemsMax: copiesMax,
    atOnce: 1,
    async send(copies) {
      // A late or repeated copy of a first step violates the unique id, which changes nothing.
      await collection.bulkWrite(copies.flat(), { ordered: false }).catch(duplicatesIn);
      return Promise.allSettled(copies.map(() => Promise.resolve()));
    },
  });
}

/** Attaches claims to their bookings. */
function attaching(collection: ClaimCollection, relay: Relay) {
  const outboxes = collection as unknown as mongo.Collection<OutboxDocument>;
  return {
    /** Attaches claims of any tenants; returns those that have no record. */
    async attach(ids: readonly string[], eventsOf: (claim: ClaimRecord) => OutboxEvent[]) {
      if ((await attachPlain(collection, ids)) === ids.length) return [];
      const found = await collection.find({ _id: { $in: [...ids] } }, localRead).toArray();
      const late = found.filter((document) => !document.attached);
      // Their records were copied after the first write.
      const plain = late.filter(({ expanded }) => !expanded).map(({ _id }) => _id);
      if (plain.length > 0) await attachPlain(collection, plain);
      for (const document of late) {
        if (!document.expanded) continue;
        const events = eventsOf(recordOf(document));
        const pushed = events.length > 0 ? { $push: { outbox: { $each: events } } } : {};
        // The filter on `attached` makes sure that an expansion is reported once.
        const written = await collection.updateOne(
          { _id: document._id, attached: false },
          { ...toAttach, ...pushed },
        );
        if (written.matchedCount === 1) relay.committed(outboxes, document._id, events);
      }
      const present = new Set(found.map(({ _id }) => _id));
      return ids.filter((id) => !present.has(id));
    },
  };
}

/** Recovery asks about no such claim, and the relay has nothing to deliver of it. */
const settled = { confirmBy: { $exists: false }, "outbox.id": { $exists: false } } as const;

/** Removals over all tenants: by the sweep, and by the archive. */
function removals(collection: ClaimCollection) {
  return {
    /** Removes at most `limit` claims that ended before; returns how many. */
    removeEnded(before: number, limit: number) {
      const ended = { endedAt: { $lt: new Date(before) }, "outbox.id": { $exists: false } };
      return removeBatch(collection, ended as mongo.Filter<ClaimDocument>, limit);
    },

    /** Claims of any tenants with ids between these, settled by recovery and with delivered events, as lines of an archive. */
    async listSettled(afterId: string, beforeId: string) {
      const wanted = { name: "claims", filter: settled, afterId, beforeId, itemOf: recordOf };
      return archivePage(collection, wanted);
    },

    /** Removes those of these claims, of any tenants, that have no later step; returns how many. */
    async removeSteps(claims: readonly ClaimStep[]) {
      if (claims.length === 0) return 0;
      const steps = claims.map(({ tenantId, id, step }) => ofTenant(tenantId, { _id: id, step }));
      return (await collection.deleteMany({ ...settled, $or: steps })).deletedCount;
    },
  };
}

const toAttach = { $set: { attached: true }, $unset: { confirmBy: "" } } as const;

/** Attaches the claims without an expansion, which need no event; returns how many those are. */
async function attachPlain(collection: ClaimCollection, ids: readonly string[]): Promise<number> {
  const filter = { _id: { $in: [...ids] }, expanded: { $exists: false } };
  return (await collection.updateMany(filter, toAttach)).matchedCount;
}

type Copy = mongo.AnyBulkWriteOperation<ClaimDocument>;

function copyOf(
  ledger: { tenantId: string; id: string },
  claim: Claim,
  { now, attached }: Copied,
): Copy {
  const { id, confirmBy, expanded, caller, use, ...fields } = claim;
  const isReleased = claim.state === "RELEASED";
  // Recovery also asks about released claims with an expansion, to report it if a booking named them.
  const isAsked = !isReleased || expanded !== undefined;
  const set = {
    ...fields,
    use: JSON.stringify(use),
    ...(expanded && caller ? { expanded, caller } : {}),
    ...(isReleased ? { endedAt: new Date(now) } : {}),
  };
  const isAttached = attached.has(id);
  const first = {
    tenantId: ledger.tenantId,
    ledger: ledger.id,
    attached: isAttached,
    ...(isAsked && !isAttached ? { confirmBy: new Date(confirmBy) } : {}),
  };
  // Step 1 cannot be stale, so insert: five times cheaper than upsert.
  if (claim.step === 1)
    return { insertOne: { document: { _id: id, ...first, ...set } as unknown as ClaimDocument } };
  const unset = {
    ...(isAsked ? {} : { confirmBy: "" }),
    ...(expanded ? {} : { expanded: "", caller: "" }),
  };
  return {
    updateOne: {
      filter: { _id: id, step: { $lt: claim.step } },
      update: {
        $set: set,
        $setOnInsert: first,
        ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
      } as object,
      upsert: true,
    },
  };
}

function recordOf(document: ClaimDocument): ClaimRecord {
  const { tenantId, ledger, attached } = document;
  return { ...claimOf(document), tenantId, ledger, attached };
}

/** Only the fields that the ledger's log has, too: the next step is derived from them. */
function claimOf(document: ClaimDocument): Claim {
  const { _id, bookingId, line, use, state, until, step, revision, expanded, caller } = document;
  return {
    id: _id,
    bookingId,
    line,
    use: JSON.parse(use) as Claim["use"],
    state,
    until,
    confirmBy: document.confirmBy?.getTime() ?? 0,
    ...(expanded && caller ? { expanded, caller } : {}),
    step,
    revision,
  };
}
