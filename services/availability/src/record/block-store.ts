import { changesOf } from "@slipway/events";
import {
  type Aggregates,
  type OutboxEvent,
  type Relay,
  aggregates,
  fieldsOf,
  type mongo,
  ofTenant,
  recordsOf,
} from "@slipway/store";
import type { BlockDocument } from "./schema.ts";
import { type Block, blockRecord } from "./block.ts";

interface BlockRange {
  readonly from: Date;
  readonly to: Date;
  readonly supplierId: string | undefined;
}

/** A block's place in the order of a list. */
type BlockPlace = Pick<Block, "startAt" | "id">;

export function blockStore(collection: mongo.Collection<BlockDocument>, relay: Relay) {
  const blocks = aggregates<BlockDocument>(collection, relay);
  const records = recordsOf(blocks, blockOf);
  return {
    require: records.require,
    ...changesOf(records, blockRecord),

    async insert(
      tenantId: string,
      { id, ...fields }: Omit<Block, "tenantId"> & { supplierId: string },
      event: OutboxEvent,
    ) {
      return blockOf(await blocks.insert(tenantId, { _id: id, ...fields }, event));
    },

    /**
     * Blocks that overlap [from, to), by start, then id, as many as fit a page. A list of one supplier includes blocks
     * of earlier releases, of which only the product is known.
     */
    listOverlapping(
      tenantId: string,
      range: BlockRange,
      { after, limit }: { after: BlockPlace | undefined; limit: number },
    ) {
      return blocks.findPage(tenantId, overlapping(range, after), {
        sort: { startAt: 1, _id: 1 },
        limit,
        itemOf: readable,
      });
    },

    ...ofProducts(collection, blocks),
  };
}

function ofProducts(
  collection: mongo.Collection<BlockDocument>,
  blocks: Aggregates<BlockDocument>,
) {
  return {
    /** A product's blocks that may cover a departure in [from, to]; without `to`: from `from` on. */
    async listOfProduct(
      tenantId: string,
      productId: string,
      { from, to }: { from: Date; to?: Date },
    ) {
      const begun = to === undefined ? {} : { startAt: { $lte: to } };
      const filter = { productId, endAt: { $gt: from }, ...begun };
      return (await blocks.find(tenantId, filter, { sort: { endAt: 1 } })).map(blockOf);
    },

    /** Counts the blocks of a product that are not over, up to a limit. */
    countOfProduct: (
      tenantId: string,
      productId: string,
      { from, limit }: { from: Date; limit: number },
    ) => blocks.count(tenantId, { productId, endAt: { $gt: from } }, limit),

    /** Lists the blocks of all these products that are not over. */
    async listIdsOfProducts(tenantId: string, productIds: readonly string[], from: Date) {
      const among = { $in: [...new Set(productIds)] };
      const filter = ofTenant(tenantId, { productId: among, endAt: { $gt: from }, live: true });
      const found = await collection.find(filter, { projection: { productId: 1 } }).toArray();
      return found.map(({ _id, productId }) => ({ id: _id, productId }));
    },
  };
}

export type BlockStore = ReturnType<typeof blockStore>;

function overlapping({ from, to, supplierId }: BlockRange, after: BlockPlace | undefined): object {
  const { startAt, id } = after ?? {};
  const beyond = after && { $or: [{ startAt: { $gt: startAt } }, { startAt, _id: { $gt: id } }] };
  // In a filter null stands for an absent one.
  const of = supplierId === undefined ? {} : { supplierId: { $in: [supplierId, null] } };
  return { startAt: { $lt: to }, endAt: { $gt: from }, ...of, ...beyond };
}

/** The block; throws where its record cannot be made. */
function readable(document: BlockDocument): Block {
  const block = blockOf(document);
  blockRecord(block);
  return block;
}

function blockOf(document: BlockDocument): Block {
  return { ...fieldsOf(document), note: document.note ?? null };
}
