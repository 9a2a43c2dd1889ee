/** Pages of the documents that an operator's archive may take, over all tenants. */
import { bytesAsJson, firstThatFit, pageItemsMax } from "@slipway/contracts";
import type { mongo } from "mongoose";
import { lineOf } from "./tenant-records.ts";

/** Documents that one statement looks at: those that stay may stand before the first one that goes. */
const window = 5_000;

interface Wanted<Document> {
  /** The collection's name in the line. */
  readonly name: string;
  readonly filter: mongo.Filter<Document>;
  readonly afterId: string;
  /** Ids from this one on are not looked at. */
  readonly beforeId?: string;
}

interface ArchivePage<Document> {
  readonly items: readonly { readonly line: string; readonly document: Document }[];
  /** The id behind which the next page begins; null: there is none. */
  readonly next: string | null;
}

/** Documents by id, as lines, as many as fit a page. A page may be empty although others follow. */
export async function archivePage<Document extends { _id: string }>(
  collection: mongo.Collection<Document>,
  { name, filter, afterId, beforeId }: Wanted<Document>,
): Promise<ArchivePage<Document>> {
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
  const items = firstThatFit(lines, ({ line }) => bytesAsJson(line));
  const isCut = items.length < lines.length || found.length === pageItemsMax;
  const last = isCut ? items.at(-1)?.document._id : end?._id;
  return { items, next: last ?? null };
}
