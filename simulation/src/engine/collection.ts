import { type Document, copied, valuesAt } from "./document.ts";
import { comparable, isSame } from "./document.ts";
import { type Engine, type Steps, atOnce } from "./engine.ts";
import { matches } from "./filter.ts";
import { DuplicateKeyError, type Table } from "./table.ts";
import { applyUpdate, projected } from "./update.ts";

interface FindOptions {
  projection?: Record<string, unknown>;
  sort?: Record<string, 1 | -1>;
  skip?: number;
  limit?: number;
}

interface Change {
  filter: object;
  update: object;
}

interface UpdateOne extends Change {
  upsert?: boolean;
}

export type BulkModel = { updateOne: UpdateOne } | { insertOne: { document: Document } };

interface Counts {
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
  insertedCount: number;
}

interface Cursor<Item> extends AsyncIterable<Item> {
  toArray(): Promise<Item[]>;
  map<Mapped>(change: (item: Item) => Mapped): Cursor<Mapped>;
}

function cursorOf<Item>(toArray: () => Promise<Item[]>): Cursor<Item> {
  return {
    toArray,
    map: (change) => cursorOf(async () => (await toArray()).map((item) => change(item))),
    async *[Symbol.asyncIterator]() {
      yield* await toArray();
    },
  };
}

/** Several writes of which some have failed, as the driver throws it. */
class BulkWriteError extends Error {
  readonly writeErrors: { code: number; index: number }[];
  readonly code: number | undefined;

  constructor(writeErrors: { code: number; index: number }[]) {
    super("bulk write failed");
    this.writeErrors = writeErrors;
    this.code = writeErrors[0]?.code;
  }
}

/**
 * A collection as the driver offers it, as far as the stores use it. One document changes at a
 * time; an operation on several is several changes, with others in between.
 */
export class SimulatedCollection {
  readonly #engine: Engine;
  readonly #table: Table;
  readonly dbName: string;
  readonly collectionName: string;

  constructor(engine: Engine, table: Table, dbName: string) {
    this.#engine = engine;
    this.#table = table;
    this.dbName = dbName;
    this.collectionName = table.name;
  }

  findOne(filter: object, options: FindOptions = {}): Promise<Document | null> {
    const found = this.#carryOut("findOne", () => this.#find(filter, { ...options, limit: 1 }));
    return found.then((documents) => documents[0] ?? null);
  }

  find(filter: object = {}, options: FindOptions = {}): Cursor<Document> {
    return cursorOf(() => this.#carryOut("find", () => this.#find(filter, options)));
  }

  countDocuments(filter: object): Promise<number> {
    return this.#carryOut("count", () => this.#find(filter, {})).then(({ length }) => length);
  }

  insertOne(document: Document): Promise<{ insertedId: string }> {
    const sent = copied(document);
    return this.#once("insertOne", () => this.#insert(sent));
  }

  updateOne(filter: object, update: object, options: { upsert?: boolean } = {}): Promise<Counts> {
    const model = copied({ filter, update, upsert: options.upsert ?? false });
    return this.#once("updateOne", () => this.#updateOne(model));
  }

  updateMany(filter: object, update: object): Promise<Counts> {
    const model = copied({ filter, update });
    return this.#carryOut("updateMany", () => this.#updateMany(model));
  }

  findOneAndUpdate(
    filter: object,
    update: object,
    options: FindOptions & { returnDocument?: "before" | "after" } = {},
  ): Promise<Document | null> {
    const model = copied({ filter, update });
    return this.#once("findOneAndUpdate", () => this.#findOneAndUpdate(model, options));
  }

  deleteMany(filter: object): Promise<{ deletedCount: number }> {
    const sent = copied(filter);
    return this.#carryOut("deleteMany", () => this.#deleteMany(sent));
  }

  bulkWrite(models: BulkModel[], { ordered = true }: { ordered?: boolean } = {}): Promise<Counts> {
    if (ordered) throw new Error("the simulated engine knows unordered bulks only");
    const sent = copied(models);
    return this.#carryOut("bulkWrite", () => this.bulk(sent));
  }

  /** The steps of an unordered bulk write: what fails does not stop the rest. */
  *bulk(models: readonly BulkModel[]): Generator<undefined, Counts> {
    const counts = noCounts();
    const errors: { code: number; index: number }[] = [];
    for (const [place, index] of this.#engine.orderOf(models.length).entries()) {
      if (place > 0) yield;
      const model = models[index] as BulkModel;
      try {
        add(counts, this.#write(model));
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
        errors.push({ code: error.code, index });
      }
    }
    if (errors.length > 0) throw new BulkWriteError(errors);
    return counts;
  }

  #write(model: BulkModel): Counts {
    if ("updateOne" in model) return this.#updateOne(model.updateOne);
    this.#insert(model.insertOne.document);
    return { ...noCounts(), insertedCount: 1 };
  }

  #carryOut<Result>(operation: string, begin: () => Steps<Result>): Promise<Result> {
    return this.#engine.carryOut(`${this.#table.name}.${operation}`, begin);
  }

  #once<Result>(operation: string, work: () => Result): Promise<Result> {
    return this.#carryOut(operation, () => atOnce(work));
  }

  get #now(): number {
    return this.#engine.scheduler.now;
  }

  *#find(filter: object, options: FindOptions): Generator<undefined, Document[]> {
    const { projection, sort, skip = 0, limit = 0 } = options;
    const found: Document[] = [];
    let isFirst = true;
    // A query is no snapshot: what is read later may have changed since what was read first.
    for (const id of this.#idsFor(filter)) {
      const document = this.#table.documents.get(id);
      if (!document || !matches(document, filter, this.#now)) continue;
      if (!isFirst && !sort) {
        yield;
        const later = this.#table.documents.get(id);
        if (later && matches(later, filter, this.#now)) found.push(later);
      } else found.push(document);
      isFirst = false;
      if (!sort && limit > 0 && found.length === skip + limit) break;
    }
    if (sort) found.sort((a, b) => orderOf(a, b, sort));
    const page = limit > 0 ? found.slice(skip, skip + limit) : found.slice(skip);
    return page.map((document) => projected(document, projection));
  }

  #insert(document: Document): { insertedId: string } {
    this.#table.insert(document);
    return { insertedId: document._id };
  }

  #updateOne({ filter, update, upsert = false }: UpdateOne): Counts {
    const before = this.#first(filter);
    if (before) {
      this.#change(before, update);
      return { ...noCounts(), matchedCount: 1, modifiedCount: 1 };
    }
    if (!upsert) return noCounts();
    const document = { _id: (filter as { _id: string })._id };
    for (const [path, value] of Object.entries<unknown>({ ...filter }))
      if (typeof value !== "object" && !path.startsWith("$"))
        applyUpdate(document, { $set: { [path]: value } });
    applyUpdate(document, update, true);
    this.#table.insert(document);
    return { ...noCounts(), upsertedCount: 1 };
  }

  *#updateMany({ filter, update }: Change): Generator<undefined, Counts> {
    const counts = noCounts();
    for (const id of this.#idsFor(filter)) {
      const before = this.#table.documents.get(id);
      if (!before || !matches(before, filter, this.#now)) continue;
      if (counts.matchedCount > 0) yield;
      const current = this.#table.documents.get(id);
      if (!current || !matches(current, filter, this.#now)) continue;
      this.#change(current, update);
      counts.matchedCount++;
      counts.modifiedCount++;
    }
    return counts;
  }

  #findOneAndUpdate(
    { filter, update }: Change,
    { returnDocument, projection }: FindOptions & { returnDocument?: "before" | "after" },
  ): Document | null {
    const before = this.#first(filter);
    if (!before) return null;
    const after = this.#change(before, update);
    return projected(returnDocument === "after" ? after : before, projection);
  }

  *#deleteMany(filter: object): Generator<undefined, { deletedCount: number }> {
    let deletedCount = 0;
    for (const id of this.#idsFor(filter)) {
      const document = this.#table.documents.get(id);
      if (!document || !matches(document, filter, this.#now)) continue;
      if (deletedCount > 0) yield;
      const current = this.#table.documents.get(id);
      if (!current || !matches(current, filter, this.#now)) continue;
      this.#table.remove(current);
      deletedCount++;
    }
    return { deletedCount };
  }

  #change(before: Document, update: object): Document {
    const after = copied(before);
    applyUpdate(after, update);
    // A write that changes nothing is acknowledged like another one and changes nothing.
    if (!isSame(before, after)) this.#table.replace(before, after);
    return after;
  }

  #first(filter: object): Document | undefined {
    for (const id of this.#idsFor(filter)) {
      const document = this.#table.documents.get(id);
      if (document && matches(document, filter, this.#now)) return document;
    }
    return undefined;
  }

  /** By _id where the query names it, else all. */
  #idsFor(filter: object): string[] {
    const { _id } = filter as { _id?: unknown };
    if (typeof _id === "string") return [_id];
    const named = (_id as { $in?: string[] } | undefined)?.$in;
    return named ?? [...this.#table.documents.keys()];
  }
}

function orderOf(a: Document, b: Document, sort: Readonly<Record<string, 1 | -1>>): number {
  for (const [path, direction] of Object.entries(sort)) {
    const one = comparable(valuesAt(a, path)[0]) as number;
    const other = comparable(valuesAt(b, path)[0]) as number;
    if (one !== other) return one < other ? -direction : direction;
  }
  return 0;
}

function noCounts(): Counts {
  return { matchedCount: 0, modifiedCount: 0, upsertedCount: 0, insertedCount: 0 };
}

function add(counts: Counts, more: Counts): void {
  counts.matchedCount += more.matchedCount;
  counts.modifiedCount += more.modifiedCount;
  counts.upsertedCount += more.upsertedCount;
  counts.insertedCount += more.insertedCount;
}
