import {
  type Aggregates,
  type OutboxEvent,
  type Relay,
  type OutboxDocument,
  aggregates,
  localRead,
  type mongo,
  nextVersion,
  ofTenant,
  batchByTenant,
  versionOf,
} from "@slipway/store";
import { refuse } from "@slipway/broker";
import { LRUCache } from "lru-cache";
import { type ResourceDocument, resourcesByName } from "./schema.ts";
import type { CapacityResource, Resource } from "./resource.ts";
import {
  durableReadsMax,
  keptResourceBytes,
  keptResourcesBytesMax,
  resourceQueriesMax,
} from "../constants.ts";

export type ResourceChange = Partial<
  Pick<Resource, "name" | "metadata" | "quantity" | "capacityPerResource" | "requirements">
>;

/** One write on the version of a resource that was read. */
interface ResourceWrite {
  readonly set?: ResourceChange & Partial<Pick<Resource, "resizing" | "epoch" | "lastAttempt">>;
  readonly unlock?: boolean;
  readonly remove?: boolean;
  /** The event of the change; `updatedAt` only if a field of the API changes. */
  readonly change?: { readonly event: OutboxEvent; readonly updatedAt?: Date };
}

interface WantedResources {
  readonly optionIds: readonly string[];
  readonly ids: readonly string[];
  /** The read of the ledger for which they are wanted: they are confirmed after it. */
  readonly ledger?: Promise<unknown>;
}

interface ListPage<Item> {
  readonly supplierId?: string | undefined;
  readonly after?: readonly [nameKey: string, id: string] | undefined;
  readonly skip?: number;
  readonly limit: number;
  readonly itemOf: (resource: Resource) => Item;
}

type ResourceCollection = mongo.Collection<ResourceDocument>;

export function resourceStore(collection: ResourceCollection, relay: Relay) {
  const resources = aggregates<ResourceDocument>(collection, relay);
  const withOutbox = collection as unknown as mongo.Collection<OutboxDocument>;

  return {
    async get(tenantId: string, id: string) {
      const found = await resources.get(tenantId, id);
      return found && resourceOf(found);
    },

    /** The newest version, which a fail-over may undo: only for conditional writes. That there is none is confirmed. */
    async getToChange(tenantId: string, id: string) {
      const found = await resources.getToChange(tenantId, id);
      return found && resourceOf(found);
    },

    /** Whether the version is unchanged: a write that changes nothing, so no fail-over undoes that version. */
    async confirmUnchanged(read: Resource) {
      const same = { $set: { live: true } };
      return (await collection.updateOne(livingAt(read), same)).matchedCount === 1;
    },

    async insert(
      tenantId: string,
      { id, requirements, ...fields }: Omit<Resource, "tenantId" | "updatedAt" | "revision">,
      event: OutboxEvent,
    ) {
      const document = {
        _id: id,
        ...fields,
        requirements: [...requirements],
        nameKey: fields.name.toLowerCase(),
      };
      return resourceOf(await resources.insert(tenantId, document, event));
    },

    /** Writes if the version is unchanged; null: another write came first. */
    async save(read: Resource, write: ResourceWrite) {
      const { change } = write;
      // When two writers have read the same version, only one filter can match.
      const filter = livingAt(read);
      const after = { returnDocument: "after" } as const;
      const written = await collection.findOneAndUpdate(filter, updateOf(write), after);
      if (written && change) relay.committed(withOutbox, read.id, [change.event]);
      return written && resourceOf(written);
    },

    ...listsOf(collection, resources),
  };
}

/** Reads are majority reads unless noted. */
export type ResourceStore = ReturnType<typeof resourceStore>;

function updateOf({ set = {}, unlock = false, remove = false, change }: ResourceWrite): object {
  const { $inc, $set } = nextVersion();
  return {
    $inc,
    $set: {
      ...$set,
      ...set,
      ...(set.name === undefined ? {} : { nameKey: set.name.toLowerCase() }),
      ...(remove ? { live: false } : {}),
      ...(change?.updatedAt ? { updatedAt: change.updatedAt } : {}),
    },
    ...(unlock ? { $unset: { resizing: "" } } : {}),
    ...(change ? { $push: { outbox: change.event } } : {}),
  };
}

function countIndexed(
  collection: ResourceCollection,
  tenantId: string,
  limit: number,
): Promise<number> {
  return collection.countDocuments(ofTenant(tenantId, {}), { limit, hint: resourcesByName });
}

function listsOf(collection: ResourceCollection, resources: Aggregates<ResourceDocument>) {
  return {
    /** One page, by name and id, without requirements. */
    list<Item>(tenantId: string, { supplierId, after, skip = 0, limit, itemOf }: ListPage<Item>) {
      const [nameKey, id] = after ?? [];
      const filter = {
        ...(supplierId === undefined ? {} : { supplierId }),
        ...(after && { $or: [{ nameKey: { $gt: nameKey } }, { nameKey, _id: { $gt: id } }] }),
      };
      return resources.findPage(tenantId, filter as object, {
        sort: { nameKey: 1, _id: 1 },
        skip,
        limit,
        without: ["requirements"],
        itemOf: (document: ResourceDocument) => itemOf(resourceOf(document)),
      });
    },

    count: (tenantId: string, supplierId: string | undefined) =>
      resources.count(tenantId, supplierId ? { supplierId } : {}),

    /** Counts the tenant's resources up to a limit. Below it an index alone is read, and deleted ones may count. */
    async countAll(tenantId: string, limit: number) {
      const count = await countIndexed(collection, tenantId, limit);
      // Deleted ones stay in the index until their events are delivered.
      return count < limit ? count : resources.count(tenantId, {}, limit);
    },

    /** Resources that an option requires, including requirements that are being deleted. */
    async listOfOption(tenantId: string, optionId: string) {
      const filter = { "requirements.optionId": optionId };
      return (await resources.find(tenantId, filter, { sort: { _id: 1 } })).map(resourceOf);
    },

    /** The resources that these options require, and those with these ids. */
    // mark: kept-numbers
    listForCapacity: listTogether((filter) => findForCapacity(collection, filter, {})),
    /**
     * The same, for decisions on claims: no fail-over and no crash undoes what it returns. Claims become
     * durable on these numbers, and views keep them.
     */
    listDurable: durableList(collection),
  };
}

/** The filter of a write on the version that was read. */
function livingAt({ id, tenantId, ...version }: Resource): mongo.Filter<ResourceDocument> {
  const filter = { ...versionOf({ _id: id, ...version }), live: true };
  return ofTenant(tenantId, filter) as unknown as mongo.Filter<ResourceDocument>;
}

interface WantedOfTenant extends WantedResources {
  readonly tenantId: string;
}

/** Reads the resources that are wanted at the same time by one query for each tenant. */
function listTogether(
  find: (filter: object, queries: readonly WantedOfTenant[]) => Promise<ResourceDocument[]>,
): (tenantId: string, wanted: WantedResources) => Promise<CapacityResource[]> {
  const list = batchByTenant({
    itemsMax: resourceQueriesMax,
    atOnce: 1,
    read: (tenantId, queries: readonly WantedOfTenant[]) =>
      find(ofTenant(tenantId, { live: true, ...anyOf(queries) }), queries),
    resultOf: (found, query) =>
      found.filter((document) => isWanted(document, query)).map(capacityResourceOf),
  });
  return async (tenantId, wanted) =>
    wanted.optionIds.length + wanted.ids.length === 0 ? [] : list({ tenantId, ...wanted });
}

function findForCapacity(
  collection: ResourceCollection,
  filter: object,
  read: object,
): Promise<ResourceDocument[]> {
  return collection.find(filter, { projection: forCapacity, ...read }).toArray();
}

/**
 * Reads the newest versions, or takes what options had before, and confirms them by a write: a fail-over could undo, say, the
 * numbers of a resize. The write comes after the reads of the ledgers, so the read need not. A resize whose scan has missed
 * a ledger that was inserted meanwhile has locked its resource before, and the write finds another version.
 */
function durableList(collection: ResourceCollection): ReturnType<typeof listTogether> {
  const kept = new LRUCache<string, readonly ResourceDocument[]>({
    maxSize: keptResourcesBytesMax,
    sizeCalculation: (documents) =>
      [{}, ...documents, ...documents.flatMap((each) => each.requirements)].length *
      keptResourceBytes,
  });
  return listTogether(async (filter, queries) => {
    const ledgers = Promise.allSettled(queries.map(async ({ ledger }) => ledger));
    const lists = queries.map((query) => kept.get(keyOf(query)));
    const known = new Map(lists.flatMap((list) => list ?? []).map((each) => [each._id, each]));
    let tried = lists.includes(undefined) ? undefined : [...known.values()];
    // mark: confirmed-numbers
    for (let attempt = 0; attempt < durableReadsMax; attempt++) {
      const found = tried ?? (await findForCapacity(collection, filter, localRead));
      tried = undefined;
      // mark: confirm-after-ledger
      await ledgers;
      if (!(await areAll(collection, filter, found))) continue;
      for (const query of queries)
        kept.set(
          keyOf(query),
          found.filter((each) => isWanted(each, query)),
        );
      return found;
    }
    throw refuse("SERVICE_UNAVAILABLE");
  });
}

function keyOf({ tenantId, optionIds, ids }: WantedOfTenant): string {
  return JSON.stringify([tenantId, optionIds, ids]);
}

/** Whether the filter finds these documents in these versions and no other. No fail-over and no crash undoes it then. */
async function areAll(
  collection: ResourceCollection,
  filter: object,
  found: readonly ResourceDocument[],
): Promise<boolean> {
  const confirms = found.map((document) => ({
    updateOne: {
      filter: { ...versionOf(document), tenantId: document.tenantId, live: true },
      update: { $set: { live: true } },
    },
  }));
  // Race: the read showed a removal that is undone since, or something was added. Another document gets a new version,
  // since one that only matches would count like one of those that have changed.
  const others = { $and: [filter, { _id: { $nin: found.map(({ _id }) => _id) } }] };
  // mark: none-is-missing
  const operations = [...confirms, { updateOne: { filter: others, update: nextVersion() } }];
  const { matchedCount, modifiedCount } = await collection.bulkWrite(operations as never, {
    ordered: false,
  });
  return modifiedCount === 0 && matchedCount === found.length;
}

function anyOf(queries: readonly WantedOfTenant[]): object {
  const [ids, optionIds] = [new Set<string>(), new Set<string>()];
  for (const query of queries) {
    for (const id of query.ids) ids.add(id);
    for (const id of query.optionIds) optionIds.add(id);
  }
  const themselves = { _id: { $in: [...ids] } };
  const required = { "requirements.optionId": { $in: [...optionIds] } };
  if (ids.size === 0) return required;
  return optionIds.size === 0 ? themselves : { $or: [required, themselves] };
}

function isWanted(
  { _id, requirements }: ResourceDocument,
  { optionIds, ids }: WantedResources,
): boolean {
  return ids.includes(_id) || requirements.some(({ optionId }) => optionIds.includes(optionId));
}

const forCapacity = {
  tenantId: 1,
  revision: 1,
  commit: 1,
  name: 1,
  quantity: 1,
  capacityPerResource: 1,
  epoch: 1,
  resizing: 1,
  requirements: 1,
} as const;

function capacityResourceOf(document: ResourceDocument): CapacityResource {
  const { _id, name, quantity, capacityPerResource, epoch, resizing, requirements } = document;
  const numbers = { id: _id, name, quantity, capacityPerResource, epoch, requirements };
  return resizing ? { ...numbers, resizing } : numbers;
}

function resourceOf(document: ResourceDocument): Resource {
  const { tenantId, supplierId, metadata, lastAttempt, createdAt, updatedAt } = document;
  const { revision, commit } = document;
  return {
    ...capacityResourceOf(document),
    tenantId,
    supplierId,
    metadata,
    ...(lastAttempt === undefined ? {} : { lastAttempt }),
    revision,
    ...(commit === undefined ? {} : { commit }),
    createdAt,
    updatedAt,
  };
}
