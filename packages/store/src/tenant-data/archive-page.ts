/** Pages of the documents that an operator's archive may take, over all tenants. */
import { bytesAsJson, firstThatFit, pageItemsMax } from "@slipway/contracts";
import type { mongo } from "mongoose";
import { readOr } from "../records/read-each.ts";
import { lineOf } from "./tenant-records.ts";

/** Documents that one statement looks at: those that stay may stand before the first one that goes. */
const window = 5_000;

interface Wanted<Document, Item> {
  readonly name: string;
  readonly filter: mongo.Filter<Document>;
  readonly afterId: string;
  /** Ids from this one on are not looked at. */
  readonly beforeId?: string;
  readonly itemOf: (document: Document) => Item;
}

interface ArchivePage<Item> {
  readonly items: readonly { readonly line: string; readonly item: Item }[];
  /** The id behind which the next page begins; null: there is none. */
  readonly next: string | null;
}

/**
 * Documents by id, as lines, as many as fit a page. One that cannot be read is left out, so that it stays where it is. A
 * page may be empty although others follow.
 */
export async function archivePage<Document extends { _id: string }, Item>(
  collection: mongo.Collection<Document>,
  { name, filter, afterId, beforeId, itemOf }: Wanted<Document, Item>,
): Promise<ArchivePage<Item>> {
  const within = { $gt: afterId, ...(beforeId === undefined ? {} : { $lt: beforeId }) };
  const byId = { sort: { _id: 1 }, hint: { _id: 1 } } as const;
  const [end] = await collection
    .find({ _id: within } as mongo.Filter<Document>, {
      ...byId,
      skip: window - 1,
      limit: 1,
      projection: { _id: 1 },
    })
    .toArray();
  const ids = end ? { $gt: afterId, $lte: end._id } : within;
  const found = (await collection
    .find({ ...filter, _id: ids } as mongo.Filter<Document>, { ...byId, limit: pageItemsMax })
    .toArray()) as unknown as Document[];
  const lines = found.map((document) => ({ line: lineOf(name, document), document }));
  const fitting = firstThatFit(lines, ({ line }) => bytesAsJson(line));
  const isCut = fitting.length < lines.length || found.length === pageItemsMax;
  const last = isCut ? fitting.at(-1)?.document._id : end?._id;
  const items = fitting
    .map(({ line, document }) => ({ line, item: readOr(collection, document, itemOf) }))
    .filter((each): each is { line: string; item: Item & {} } => each.item !== undefined);
  return { items, next: last ?? null };
}
