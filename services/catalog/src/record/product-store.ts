import { changesOf } from "@slipway/events";
import {
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
import { type ProductFields, productRecord } from "./product.ts";

type DraftVersion = Pick<ProductDocument, "_id" | "revision" | "commit">;

type Filter = mongo.Filter<ProductDocument>;

export function productStore(collection: mongo.Collection<ProductDocument>, relay: Relay) {
  const products = inTurns(aggregates(collection, relay));

  return {
    ...products,
    ...changesOf(products, productRecord),
    /** Archived ones and drafts too; not beyond `limit`. By an index alone. */
    countAll: (tenantId: string, limit: number) =>
      collection.countDocuments(filterOf(tenantId, {}), { limit, hint: productsByName }),
    /** Raises the revisions of a supplier's products and drafts: see `OptionStore.bumpVersions`. */
    async bumpVersions(tenantId: string, supplierId: string) {
      await collection.updateMany(filterOf(tenantId, { supplierId }), nextVersion());
    },
    /** Ids of a supplier's products, archived ones too. */
    async listIds(tenantId: string, supplierId: string) {
      const filter = filterOf(tenantId, { supplierId, live: true });
      const found = await collection.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },
    /** Options of a supplier's products that are not archived: all, or at least so many. */
    async listOptionIds(tenantId: string, supplierId: string, limit: number) {
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

export type ProductStore = ReturnType<typeof productStore>;

function filterOf(tenantId: string, filter: object): Filter {
  return ofTenant(tenantId, filter);
}

/** A product is a draft until its options are there. */
function drafts(collection: mongo.Collection<ProductDocument>, relay: Relay) {
  return {
    async insertDraft(tenantId: string, draft: NewAggregate<ProductDocument>) {
      const whole = { ...draft, tenantId, revision: 1, live: false, updatedAt: draft.createdAt };
      await collection.insertOne({ ...whole, outbox: [] });
    },
    /** The version of a draft; null when it is gone. */
    async draftVersion(tenantId: string, id: string) {
      return await collection.findOne<DraftVersion>(filterOf(tenantId, { _id: id, draft: true }), {
        projection: { revision: 1, commit: 1 },
      });
    },
    /**
     * Makes a draft a product, if nobody has raised its version since it was read: null then. The
     * unique index of references may refuse it too.
     */
    async publish(
      tenantId: string,
      draft: DraftVersion,
      set: Partial<ProductFields>,
      event: OutboxEvent,
    ) {
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
    async removeDraft(tenantId: string, id: string) {
      await collection.deleteOne(filterOf(tenantId, { _id: id, draft: true }));
    },
  };
}

function ofEveryTenant(collection: mongo.Collection<ProductDocument>) {
  return {
    /** Products of every tenant on which such work was left before this time. */
    async listLeft(work: "closing" | "pendingDefault" | "leftFiles", before: Date) {
      const filter = { [`${work}.since`]: { $lt: before } } as Filter;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
    /** The tenant and the photos of a product, whose id says of which tenant it is: for who shows no credential. */
    async findWithPhotos(id: string) {
      const projection = { tenantId: 1, photos: 1 };
      return await collection.findOne({ _id: id, live: true }, { projection });
    },
    /** Removes drafts that were begun before this time. */
    async removeDrafts(before: Date) {
      await collection.deleteMany({ draft: true, createdAt: { $lt: before } });
    },
  };
}
