import { type Document, copied, valuesAt } from "./document.ts";
import { matches } from "./filter.ts";

/** A unique index; documents that do not match `among` are not in it. */
interface UniqueIndex {
  readonly fields: readonly string[];
  readonly among: object;
}

/** A document before and after a write; without `after` it is gone. */
export interface Written {
  readonly table: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

/** The driver's error for a duplicate key. */
export class DuplicateKeyError extends Error {
  readonly code = 11_000;
  readonly keyPattern: Record<string, 1>;

  constructor(fields: readonly string[]) {
    super("E11000 duplicate key");
    this.keyPattern = Object.fromEntries(fields.map((field) => [field, 1]));
  }
}

/** One collection's documents and unique indexes. Documents in it are never changed, but replaced. */
export class Table {
  readonly name: string;
  /** The documents as the primary has them. */
  readonly documents = new Map<string, Document>();
  /** The documents that no fail-over and no crash can take back. */
  readonly durable = new Map<string, Document>();
  readonly #indexes: { index: UniqueIndex; taken: Map<string, string> }[] = [];
  readonly #onWritten: (written: Written) => void;

  constructor(name: string, onWritten: (written: Written) => void) {
    this.name = name;
    this.#onWritten = onWritten;
  }

  addIndex(index: UniqueIndex): void {
    const isKnown = this.#indexes.some((each) => each.index.fields.join() === index.fields.join());
    if (!isKnown) this.#indexes.push({ index, taken: new Map() });
  }

  insert(document: Document): void {
    if (this.documents.has(document._id)) throw new DuplicateKeyError(["_id"]);
    this.#put(undefined, copied(document));
  }

  replace(before: Document, after: Document): void {
    this.#put(before, after);
  }

  remove(document: Document): void {
    this.#remove(document);
    this.#onWritten({ table: this.name, before: document, after: undefined });
  }

  #remove(document: Document): void {
    this.documents.delete(document._id);
    for (const { index, taken } of this.#indexes) {
      for (const key of keysIn(index, document)) taken.delete(key);
    }
  }

  /** Sets a document as a restored dump would: no watcher sees it. */
  restore(document: Document): void {
    this.documents.set(document._id, document);
    this.durable.set(document._id, document);
  }

  /** Removes a document as a person at the database would: no watcher sees it. */
  lose(id: string): void {
    this.documents.delete(id);
    this.durable.delete(id);
  }

  /** Makes a write durable; called in the order of the writes. */
  keep({ before, after }: Written): void {
    if (after) this.durable.set(after._id, after);
    else if (before) this.durable.delete(before._id);
  }

  /** Undoes the last write. */
  undo({ before, after }: Written): void {
    if (before) this.#store(after, before);
    else if (after) this.#remove(after);
  }

  #put(before: Document | undefined, after: Document): void {
    for (const { index, taken } of this.#indexes) {
      const owners = keysIn(index, after).map((key) => taken.get(key) ?? after._id);
      if (owners.some((owner) => owner !== after._id)) throw new DuplicateKeyError(index.fields);
    }
    this.#store(before, after);
    this.#onWritten({ table: this.name, before, after });
  }

  #store(before: Document | undefined, after: Document): void {
    for (const { index, taken } of this.#indexes) {
      for (const old of before ? keysIn(index, before) : []) taken.delete(old);
      for (const key of keysIn(index, after)) taken.set(key, after._id);
    }
    this.documents.set(after._id, after);
  }
}

/** A document has a key for each value of its last field, where that is in a list. */
function keysIn({ fields, among }: UniqueIndex, document: Document): string[] {
  if (!matches(document, among, 0)) return [];
  const values = fields.map((field) => valuesAt(document, field));
  const first = values.slice(0, -1).map(([value = null]) => value);
  const [last = [null]] = values.slice(-1).filter(({ length }) => length > 0);
  return last.map((value) => JSON.stringify([...first, value]));
}
