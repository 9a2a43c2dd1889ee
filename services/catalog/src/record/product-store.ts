import {
  type Aggregates,
  type NewAggregate,
  type OutboxEvent,
  type Relay,
  aggregates,
  inTurns,
  type mongo,
  nextVersion,
  ofTenant,
  versionOf,
} from "@slipway/store";
import { type ProductDocument, productsByName } from "./schema.ts";
import type { ProductFields } from "./product.ts";

type DraftVersion = Pick<ProductDocument, "_id" | "revision" | "commit">;

export interface ProductStore extends Aggregates<ProductDocument> {
  /** Archived ones and drafts too; not beyond `limit`. By an index alone. */
  countAll(tenantId: string, limit: number): Promise<number>;
  insertDraft(tenantId: string, draft: NewAggregate<ProductDocument>): Promise<void>;
  /** The version of a draft; null when it is gone. */
  draftVersion(tenantId: string, id: string): Promise<DraftVersion | null>;
  /**
   * Makes a draft a product, if nobody has raised its version since it was read: null then. The
   * unique index of references may refuse it too.
   */
  publish(
    tenantId: string,
    draft: DraftVersion,
    set: Partial<ProductFields>,
    event: OutboxEvent,
  ): Promise<ProductDocument | null>;
  removeDraft(tenantId: string, id: string): Promise<void>;
  /** Raises the revisions of a supplier's products and drafts: see `OptionStore.bumpVersions`. */
  bumpVersions(tenantId: string, supplierId: string): Promise<void>;
  /** Ids of a supplier's products, archived ones too. */
  listIds(tenantId: string, supplierId: string): Promise<string[]>;
  /** Options of a supplier's products that are not archived: all, or at least so many. */
  listOptionIds(tenantId: string, supplierId: string, limit: number): Promise<string[]>;
  /** Products of every tenant with an option that has been closing since before this time. */
  listClosing(before: Date): Promise<ProductDocument[]>;
  /** Products of every tenant whose default has moved before this time, whose event is perhaps pending. */
  listPendingDefaults(before: Date): Promise<ProductDocument[]>;
  /** Products of every tenant with a file that a photo has left before this time. */
  listLeavingFiles(before: Date): Promise<ProductDocument[]>;
  /** The tenant and the photos of a product, whose id says of which tenant it is: for who shows no credential. */
  findWithPhotos(id: string): Promise<Pick<ProductDocument, "tenantId" | "photos"> | null>;
  /** Removes drafts that were begun before this time. */
  removeDrafts(before: Date): Promise<void>;
}

type Filter = mongo.Filter<ProductDocument>;

export function productStore(
  collection: mongo.Collection<ProductDocument>,
  relay: Relay,
): ProductStore {
  const products = inTurns(aggregates(collection, relay));

  return {
    ...products,
    countAll: (tenantId, limit) =>
      collection.countDocuments(filterOf(tenantId, {}), { limit, hint: productsByName }),
    async bumpVersions(tenantId, supplierId) {
      await collection.updateMany(filterOf(tenantId, { supplierId }), nextVersion());
    },
    async listIds(tenantId, supplierId) {
      const filter = filterOf(tenantId, { supplierId, live: true });
      const found = await collection.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },
    async listOptionIds(tenantId, supplierId, limit) {
      // Each of them has one, so that so many products have as many options.
      const having = { supplierId, live: true, deletedAt: null, options: { $ne: [] } };
      const found = await collection
        .find(filterOf(tenantId, having), { projection: { options: 1 }, limit })
        .toArray();
      return found.flatMap(({ options }) => options);
    },
    ...drafts(collection, relay),
    ...ofEveryTenant(collection),
  };
}

function filterOf(tenantId: string, filter: object): Filter {
  return ofTenant(tenantId, filter);
}

/** A product is a draft until its options are there. */
function drafts(
  collection: mongo.Collection<ProductDocument>,
  relay: Relay,
): Pick<ProductStore, "insertDraft" | "draftVersion" | "publish" | "removeDraft"> {
  return {
    async insertDraft(tenantId, draft) {
      const whole = { ...draft, tenantId, revision: 1, live: false, updatedAt: draft.createdAt };
      await collection.insertOne({ ...whole, outbox: [] });
    },
    async draftVersion(tenantId, id) {
      return await collection.findOne<DraftVersion>(filterOf(tenantId, { _id: id, draft: true }), {
        projection: { revision: 1, commit: 1 },
      });
    },
    async publish(tenantId, draft, set, event) {
      const { $inc, $set } = nextVersion();
      const update = {
        $set: { ...set, ...$set, live: true, draft: false },
        $inc,
        $push: { outbox: event },
      };
      const published = await collection.findOneAndUpdate(
        filterOf(tenantId, { ...versionOf(draft), draft: true }),
        update,
        { returnDocument: "after" },
      );
      if (published) relay.committed(collection as never, draft._id, [event]);
      return published;
    },
    async removeDraft(tenantId, id) {
      await collection.deleteOne(filterOf(tenantId, { _id: id, draft: true }));
    },
  };
}

type OfEveryTenant = Pick<
  ProductStore,
  "listClosing" | "listPendingDefaults" | "listLeavingFiles" | "findWithPhotos" | "removeDrafts"
>;

function ofEveryTenant(collection: mongo.Collection<ProductDocument>): OfEveryTenant {
  return {
    async listClosing(before) {
      const filter = { "closing.since": { $lt: before } } as unknown as Filter;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
    async listPendingDefaults(before) {
      const filter = { "pendingDefault.since": { $lt: before } } as unknown as Filter;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
    async listLeavingFiles(before) {
      const filter = { "leftFiles.since": { $lt: before } } as unknown as Filter;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
    async findWithPhotos(id) {
      const projection = { tenantId: 1, photos: 1 };
      return await collection.findOne({ _id: id, live: true }, { projection });
    },
    async removeDrafts(before) {
      await collection.deleteMany({ draft: true, createdAt: { $lt: before } });
    },
  };
}
