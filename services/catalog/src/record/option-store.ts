import { pageItemsMax } from "@slipway/contracts";
import {
  type Relay,
  aggregates,
  findPageOf,
  inTurns,
  type mongo,
  nextVersion,
  ofTenant,
} from "@slipway/store";
import { type OptionDocument, optionsByPlace } from "./schema.ts";
import type { OptionToSell } from "./sellable.ts";
import type { OptionHead } from "./option.ts";

/** By the product's own ids there are few; the database would sort them in memory too. */
function byPlace(a: Placed, b: Placed): number {
  return a.sortOrder - b.sortOrder || (a._id < b._id ? -1 : 1);
}

type Placed = Pick<OptionHead, "_id" | "sortOrder">;

const unsold = ["outbox", "units.metadata"];
/** The fields of prices that resellers are not shown: they see the lowest price to come, whatever days and times have it. */
const unsoldOfPrices = [
  "id",
  "startMonthDay",
  "endMonthDay",
  "weekdays",
  "startTimes",
  "validFrom",
  "label",
  "color",
  "createdAt",
  "updatedAt",
  "retailPriceTiers.minQuantity",
  "retailPriceTiers.maxQuantity",
].map((field) => `pricingPeriods.${field}`);
/** The bytes of options that are held at the same time. */
const pieceBytes = 1024 * 1024;

type ItemOf<Item> = (head: OptionHead) => Item;

const heads = { units: 0, pricingPeriods: 0, outbox: 0 } as const;

type Filter = mongo.Filter<OptionDocument>;

export function optionStore(collection: mongo.Collection<OptionDocument>, relay: Relay) {
  const options = inTurns(aggregates(collection, relay));

  return {
    ...options,
    ...optionsByIds(collection),
    ...makings(collection),
    /** Counts all options, also those that are being made or removed; not beyond `limit`. By an index alone. */
    countAll: (tenantId: string, limit: number) =>
      collection.countDocuments(filterOf(tenantId, {}), { limit, hint: optionsByPlace }),
    /**
     * The options of a product, including those that no product lists: by sortOrder, then id, after this one, as many
     * as fit a page. Without units and prices.
     */
    listPage<Item>(
      tenantId: string,
      productId: string,
      {
        after,
        itemOf,
      }: { after: Pick<OptionHead, "_id" | "sortOrder"> | null; itemOf: ItemOf<Item> },
    ) {
      const { sortOrder = 0, _id = "" } = after ?? {};
      const beyond = after && {
        $or: [{ sortOrder: { $gt: sortOrder } }, { sortOrder, _id: { $gt: _id } }],
      };
      const filter = { productId, ...beyond } as Filter;
      return options.findPage(tenantId, filter, {
        sort: { sortOrder: 1, _id: 1 },
        limit: pageItemsMax,
        without: ["units", "pricingPeriods"],
        itemOf,
      });
    },
    getByUnit: (tenantId: string, unitId: string) =>
      collection.findOne(filterOf(tenantId, { "units.id": unitId, live: true })),
    async hasPriced(tenantId: string) {
      const filter = filterOf(tenantId, { priced: true, live: true });
      return (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
    },
    /**
     * Raises the revisions of these options: a request that has read one and looked above it before now
     * loses its write and looks again.
     */
    async bumpVersions(tenantId: string, below?: { supplierId: string } | { productId: string }) {
      await collection.updateMany(filterOf(tenantId, { ...below }), nextVersion());
    },
  };
}

export type OptionStore = ReturnType<typeof optionStore>;

const discarded = { live: false, outbox: { $size: 0 } };

function filterOf(tenantId: string, filter: object): Filter {
  return ofTenant(tenantId, filter);
}

/** How the making of an option goes on, and ends. */
function makings(collection: mongo.Collection<OptionDocument>) {
  return {
    /** Gives an option that no product lists yet its place. */
    async place(tenantId: string, id: string, sortOrder: number) {
      const { $inc, $set } = nextVersion();
      const update = { $set: { ...$set, sortOrder }, $inc };
      await collection.updateOne(filterOf(tenantId, { _id: id, making: true }), update);
    },
    /** Says that the product lists it. */
    async made(tenantId: string, id: string) {
      await collection.updateOne(filterOf(tenantId, { _id: id }), {
        $set: { making: false },
      });
    },
    /** Takes away what no product lists, at once if no event of it is pending. */
    async discard(tenantId: string, id: string) {
      const filter = filterOf(tenantId, { _id: id });
      const { $inc, $set } = nextVersion();
      const update = { $set: { ...$set, live: false, making: false, priced: false }, $inc };
      await collection.updateOne(filter, update);
      await collection.deleteOne({ ...filter, ...discarded });
    },
    /** Options of every tenant whose making began before this time and did not end. */
    async listInterrupted(before: Date) {
      const filter = { making: true, createdAt: { $lt: before } } as Filter;
      return await collection.find(filter, { limit: 100 }).toArray();
    },
    /** Removes discarded options whose events are delivered. */
    async removeDiscarded() {
      await collection.deleteMany(discarded);
    },
  };
}

function optionsByIds(collection: mongo.Collection<OptionDocument>) {
  const live = (tenantId: string, ids: readonly string[]): Filter =>
    ofTenant(tenantId, { _id: { $in: [...ids] }, live: true });
  return {
    /** Lists those of these options that are there, without units and prices, by sortOrder, then id. */
    async listHeads(tenantId: string, ids: readonly string[]) {
      const found = await collection.find(live(tenantId, ids), { projection: heads }).toArray();
      return found.toSorted(byPlace);
    },
    /**
     * Answers, through `itemOf`, those of these options that are there, by sortOrder, then id. Options may have
     * megabytes each: they are read piece by piece, and no piece is held with the next one.
     */
    async listToSell<Item>(
      tenantId: string,
      ids: readonly string[],
      { prices, itemOf }: { prices: boolean; itemOf: (option: OptionToSell) => Item },
    ) {
      const found: (Placed & { item: Item })[] = [];
      let bytesRead = 0;
      const piece = {
        limit: pageItemsMax,
        bytesMax: pieceBytes,
        without: [...unsold, ...(prices ? unsoldOfPrices : ["pricingPeriods"])],
        itemOf: (option: OptionToSell) => option,
      };
      for (let rest = ids; rest.length > 0; ) {
        const filter = filterOf(tenantId, { live: true }) as Filter & { tenantId: string };
        const { items, bytes } = await findPageOf(collection, filter, { ...piece, ids: rest });
        bytesRead += bytes;
        for (const option of items)
          found.push({ _id: option._id, sortOrder: option.sortOrder, item: itemOf(option) });
        // A page without options has looked at all ids: they are gone.
        const last = items.at(-1);
        rest = last ? rest.slice(rest.indexOf(last._id) + 1) : [];
      }
      return { items: found.toSorted(byPlace).map(({ item }) => item), bytesRead };
    },
  };
}
