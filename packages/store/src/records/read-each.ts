/** Reads stored documents so that one that cannot be read stops no work on the others. */
import { unreadableRead } from "@slipway/metrics";

interface Stored {
  readonly _id: string;
}
interface Named {
  readonly collectionName: string;
}
type Warn = (line: string) => void;

const warnings = new WeakMap<Named, Warn>();
/** Documents that the log has a line of: a list that is asked for again and again writes no second one. */
const logged = new Set<string>();
const loggedMax = 1_000;

/** Sends the lines about documents of these collections to a service's log. */
export function logUnreadable<Of extends object>(collections: Of, warn: Warn): Of {
  for (const collection of Object.values(collections) as Named[]) {
    warnings.set(collection, warn);
    unreadableRead(collection.collectionName, 0);
  }
  return collections;
}

/**
 * Reads a document by `read`; undefined where it throws. The document is then counted, and the log has one line with its
 * id. An error's message may have a part of the document's text, so the line has its name alone.
 */
export function readOr<Document extends Stored, Item>(
  collection: Named,
  document: Document,
  read: (document: Document) => Item,
): Item | undefined {
  try {
    return read(document);
  } catch (error) {
    const reason = error instanceof Error ? error.name : "no error";
    noteUnreadable(collection, document._id, reason);
    return undefined;
  }
}

/** Reads by `read` those of these documents that it can read. */
export function readEach<Document extends Stored, Item>(
  collection: Named,
  documents: readonly Document[],
  read: (document: Document) => Item,
): Item[] {
  return documents
    .map((document) => readOr(collection, document, read))
    .filter((item) => item !== undefined);
}

interface Reading<Document, Item> {
  readonly read: (document: Document) => Item;
  /** Gets each document that `read` cannot read. */
  readonly skip?: (document: Document) => void;
}

/** The same of the documents of a cursor, one after another. */
export async function* readStream<Document extends Stored, Item>(
  collection: Named,
  documents: AsyncIterable<Document>,
  { read, skip }: Reading<Document, Item>,
): AsyncGenerator<Item> {
  for await (const document of documents) {
    const item = readOr(collection, document, read);
    if (item === undefined) skip?.(document);
    else yield item;
  }
}

/** The first of them, so many at most: those that cannot be read do not take the places of others. */
export async function readFirst<Document extends Stored, Item>(
  collection: Named,
  documents: AsyncIterable<Document>,
  { read, limit }: { readonly read: (document: Document) => Item; readonly limit: number },
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of readStream(collection, documents, { read }))
    if (items.push(item) === limit) break;
  return items;
}

/** Counts a document that cannot be read. The log has one line with its id. */
export function noteUnreadable(collection: Named, id: string, reason: string): void {
  const { collectionName: name } = collection;
  unreadableRead(name);
  const key = `${name} ${id}`;
  if (logged.has(key)) return;
  if (logged.size === loggedMax) logged.clear();
  logged.add(key);
  warnings.get(collection)?.(`${name}: the document ${id} cannot be read (${reason})`);
}
