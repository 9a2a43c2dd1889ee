import {
  type OutboxEvent,
  type Relay,
  type OutboxDocument,
  duplicatesIn,
  localRead,
  makeIndexes,
  type mongo,
  ofTenant,
  batchRequests,
} from "@slipway/store";
import { type Connection, Schema } from "mongoose";
import type { Claim } from "../ledger/ledger.ts";

interface ClaimDocument extends OutboxDocument {
  tenantId: string;
  /** The ledger it stands in. */
  ledger: string;
  bookingId: string;
  line: string;
  /** JSON: the engine pays by field. */
  use: string;
  state: Claim["state"];
  until: number | null;
  expanded?: Claim["expanded"];
  caller?: Claim["caller"];
  step: number;
  revision: number;
  /** A booking is known to name it. */
  attached: boolean;
  /** Until that is known: when recovery asks. */
  confirmBy?: Date;
  endedAt?: Date;
}

/** A claim with whose it is. */
export interface ClaimRecord extends Claim {
  readonly tenantId: string;
  readonly ledger: string;
  readonly attached: boolean;
}

/** What is known when steps are copied. */
export interface Copied {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Claims at their first step that bookings are known to name. */
  readonly named: ReadonlySet<string>;
}

export interface ClaimStore {
  /** Copies steps out of a ledger's log; late and repeated copies change nothing. */
  copy(
    ledger: { tenantId: string; id: string },
    claims: readonly Claim[],
    copied: Copied,
  ): Promise<void>;
  /** Local reads: what is decided on a record is confirmed by its ledger's version. */
  get(tenantId: string, ids: readonly string[]): Promise<Map<string, Claim>>;
  /** Notes that bookings name these claims, of any tenants; answers those it has no record of. */
  attach(
    ids: readonly string[],
    eventsOf: (claim: ClaimRecord) => OutboxEvent[],
  ): Promise<string[]>;
  /** Of any tenants; those without a record are left out. */
  list(ids: readonly string[]): Promise<ClaimRecord[]>;
  /** Tells something about a claim. */
  tell(id: string, events: OutboxEvent[]): Promise<void>;
  /** Claims of any tenants that nobody has named by the time given for it. */
  listUnconfirmed(now: number, limit: number): Promise<ClaimRecord[]>;
  /** Ends the asking about claims that are given back already. */
  dismiss(ids: readonly string[]): Promise<void>;
  /** Removes at most `limit` that ended before; answers how many. */
  removeEnded(before: number, limit: number): Promise<number>;
  /** Every claim that is not released, for doctor; of one ledger where it is given. */
  listLive(ledger?: string): AsyncIterable<ClaimRecord & { confirmAt: number | undefined }>;
}

export type ClaimCollection = mongo.Collection<ClaimDocument>;

/** Makes the collection of claim records and its indexes: each of them is paid for by every claim. */
export async function claimCollection(connection: Connection): Promise<ClaimCollection> {
  const text = { type: String, required: true };
  const number = { type: Number, required: true };
  const schema = new Schema(
    {
      _id: text,
      tenantId: text,
      ledger: text,
      bookingId: text,
      line: text,
      use: text,
      state: text,
      until: Number,
      expanded: [Schema.Types.Mixed],
      caller: Schema.Types.Mixed,
      step: number,
      revision: number,
      attached: { type: Boolean, required: true },
      confirmBy: Date,
      endedAt: Date,
      outbox: [Schema.Types.Mixed],
    },
    { collection: "claims", versionKey: false, strict: "throw" },
  );
  const present = (field: string): object => ({
    partialFilterExpression: { [field]: { $exists: true } },
  });
  schema.index({ confirmBy: 1 }, present("confirmBy"));
  schema.index({ endedAt: 1 }, present("endedAt"));
  schema.index({ "outbox.id": 1 }, present("outbox.id"));
  const model = connection.model("claims", schema);
  await makeIndexes(model);
  return model.collection as unknown as ClaimCollection;
}

export function claimStore(collection: ClaimCollection, relay: Relay): ClaimStore {
  const outboxes = collection as unknown as mongo.Collection<OutboxDocument>;
  // Copies of many ledgers share round trips; whoever sent one repeats it when the round fails.
  const copyTogether = batchRequests<readonly Copy[], void>({
    itemsMax: copiesMax,
    atOnce: 1,
    async send(copies) {
      // A late or repeated copy tries to insert beside what is there: the id refuses.
      await collection.bulkWrite(copies.flat(), { ordered: false }).catch(duplicatesIn);
      return Promise.allSettled(copies.map(() => Promise.resolve()));
    },
  });

  return {
    async copy(ledger, claims, copied) {
      if (claims.length === 0) return;
      await copyTogether(claims.map((claim) => copyOf(ledger, claim, copied)));
    },

    async get(tenantId, ids) {
      if (ids.length === 0) return new Map();
      const filter = ofTenant(tenantId, { _id: { $in: [...ids] } });
      const found = await collection.find(filter, localRead).toArray();
      return new Map(found.map((document) => [document._id, claimOf(document)]));
    },

    async attach(ids, eventsOf) {
      if ((await attachPlain(collection, ids)) === ids.length) return [];
      const found = await collection.find({ _id: { $in: [...ids] } }, localRead).toArray();
      const late = found.filter((document) => !document.attached);
      // Copied into the records since the first write looked.
      const plain = late.filter(({ expanded }) => !expanded).map(({ _id }) => _id);
      if (plain.length > 0) await attachPlain(collection, plain);
      for (const document of late) {
        if (!document.expanded) continue;
        const events = eventsOf(recordOf(document));
        const pushed = events.length > 0 ? { $push: { outbox: { $each: events } } } : {};
        // `attached` decides between two who attach it, so that an expansion is told once.
        const written = await collection.updateOne(
          { _id: document._id, attached: false },
          { ...toAttach, ...pushed },
        );
        if (written.matchedCount === 1) relay.committed(outboxes, document._id, events);
      }
      const present = new Set(found.map(({ _id }) => _id));
      return ids.filter((id) => !present.has(id));
    },

    async list(ids) {
      return (await collection.find({ _id: { $in: [...ids] } }).toArray()).map(recordOf);
    },

    async tell(id, events) {
      await collection.updateOne({ _id: id }, { $push: { outbox: { $each: events } } });
      relay.committed(outboxes, id, events);
    },

    async listUnconfirmed(now, limit) {
      const filter = { confirmBy: { $lte: new Date(now) } };
      return (await collection.find(filter, { sort: { confirmBy: 1 }, limit }).toArray()).map(
        recordOf,
      );
    },

    async dismiss(ids) {
      await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { confirmBy: "" } });
    },

    async removeEnded(before, limit) {
      const filter = { endedAt: { $lt: new Date(before) }, "outbox.id": { $exists: false } };
      const ended = await collection.find(filter, { projection: { _id: 1 }, limit }).toArray();
      if (ended.length === 0) return 0;
      await collection.deleteMany({ _id: { $in: ended.map(({ _id }) => _id) } });
      return ended.length;
    },

    async *listLive(ledger) {
      const filter = { state: { $ne: "RELEASED" as const }, ...(ledger ? { ledger } : {}) };
      for await (const document of collection.find(filter))
        yield { ...recordOf(document), confirmAt: document.confirmBy?.getTime() };
    },
  };
}

const toAttach = { $set: { attached: true }, $unset: { confirmBy: "" } } as const;

/** Attaches those that expanded nothing, which leaves nothing to tell; answers how many there are. */
async function attachPlain(collection: ClaimCollection, ids: readonly string[]): Promise<number> {
  const filter = { _id: { $in: [...ids] }, expanded: { $exists: false } };
  return (await collection.updateMany(filter, toAttach)).matchedCount;
}

const copiesMax = 200;

type Copy = mongo.AnyBulkWriteOperation<ClaimDocument>;

function copyOf(
  ledger: { tenantId: string; id: string },
  claim: Claim,
  { now, named }: Copied,
): Copy {
  const { id, confirmBy, expanded, caller, use, ...fields } = claim;
  const isReleased = claim.state === "RELEASED";
  // What it expanded is told once a booking is known to have named it, given back or not.
  const isAsked = !isReleased || expanded !== undefined;
  const set = {
    ...fields,
    use: JSON.stringify(use),
    ...(expanded && caller ? { expanded, caller } : {}),
    ...(isReleased ? { endedAt: new Date(now) } : {}),
  };
  const isNamed = named.has(id);
  const first = {
    tenantId: ledger.tenantId,
    ledger: ledger.id,
    attached: isNamed,
    ...(isAsked && !isNamed ? { confirmBy: new Date(confirmBy) } : {}),
  };
  // Nothing is older than a first step: to insert it costs the engine a fifth of an upsert.
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

/** Only what the ledger's log carries too: a step is made of it. */
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
