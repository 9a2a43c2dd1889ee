import { type Document, comparable, copied, stamped, valuesAt } from "./document.ts";
import { type Engine, type Steps, atOnce } from "./engine.ts";
import { matches } from "./filter.ts";
import type { Server } from "./server.ts";
import { DuplicateKeyError, type Table } from "./table.ts";
import { applyUpdate, changesNothing, projected } from "./update.ts";

interface ReadOptions {
  /** Default, as for the connection: `majority`. */
  readConcern?: { level: "local" | "majority" };
}

interface WriteOptions {
  /** Default, as for the connection: a majority and its journals. */
  writeConcern?: { w: 1 | "majority" };
}

interface FindOptions extends ReadOptions {
  projection?: Record<string, unknown>;
  sort?: Record<string, 1 | -1>;
  skip?: number;
  limit?: number;
}

/** The aggregation stages by which lists read the sizes of the next records, in order. */
interface Stage {
  $match?: object;
  $sort?: Record<string, 1 | -1>;
  $skip?: number;
  $limit?: number;
  $project?: Record<string, unknown>;
}

interface Change {
  filter: object;
  update: object;
}

interface UpdateOne extends Change {
  upsert?: boolean;
}

type BulkModel = { updateOne: UpdateOne } | { insertOne: { document: Document } };

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

/** The driver's error for a bulk write of which some operations failed. */
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
  readonly #server: Server;
  readonly #table: Table;
  readonly dbName: string;
  readonly collectionName: string;

  constructor(engine: Engine, server: Server, { table, dbName }: { table: Table; dbName: string }) {
    this.#engine = engine;
    this.#server = server;
    this.#table = table;
    this.dbName = dbName;
    this.collectionName = table.name;
  }

  findOne(filter: object, options: FindOptions = {}): Promise<Document | null> {
    const found = this.#read("findOne", () => this.#find(filter, { ...options, limit: 1 }));
    return found.then((documents) => documents[0] ?? null);
  }

  find(filter: object = {}, options: FindOptions = {}): Cursor<Document> {
    return cursorOf(() => this.#read("find", () => this.#find(filter, options)));
  }

  aggregate(stages: readonly Stage[]): Pick<Cursor<Document>, "toArray"> {
    const { filter, shown, options } = sizingOf(stages);
    const begin = () => this.#find(filter, options);
    return cursorOf(async () => {
      const found = await this.#read("aggregate", begin);
      return found.map(({ _id, ...document }) => ({
        _id,
        ...Object.fromEntries(shown.map((field) => [field, document[field]])),
        size: sizeOf({ _id, ...document }),
      }));
    });
  }

  countDocuments(filter: object, options: ReadOptions = {}): Promise<number> {
    return this.#read("count", () => this.#find(filter, options)).then(({ length }) => length);
  }

  distinct(field: string, filter: object = {}): Promise<unknown[]> {
    const found = this.#read("distinct", () => this.#find(filter, {}));
    return found.then((documents) => [
      ...new Set(documents.flatMap((each) => valuesAt(each, field))),
    ]);
  }

  insertOne(document: Document, options?: WriteOptions): Promise<{ insertedId: string }> {
    const sent = copied(document);
    return this.#write("insertOne", () => atOnce(() => this.#insert(sent)), options);
  }

  updateOne(
    filter: object,
    update: object,
    options: WriteOptions & { upsert?: boolean } = {},
  ): Promise<Counts> {
    const model = copied({ filter, update, upsert: options.upsert ?? false });
    return this.#write("updateOne", () => atOnce(() => this.#updateOne(model)), options);
  }

  replaceOne(filter: object, document: object, options?: WriteOptions): Promise<Counts> {
    const sent = copied({ filter, document });
    return this.#write("replaceOne", () => atOnce(() => this.#replaceOne(sent)), options);
  }

  updateMany(filter: object, update: object, options?: WriteOptions): Promise<Counts> {
    const model = copied({ filter, update });
    return this.#write("updateMany", () => this.#updateMany(model), options);
  }

  findOneAndUpdate(
    filter: object,
    update: object,
    options: FindOptions & WriteOptions & { returnDocument?: "before" | "after" } = {},
  ): Promise<Document | null> {
    const model = copied({ filter, update });
    const begin = () => atOnce(() => this.#findOneAndUpdate(model, options));
    return this.#write("findOneAndUpdate", begin, options);
  }

  deleteMany(filter: object, options?: WriteOptions): Promise<{ deletedCount: number }> {
    const sent = copied(filter);
    return this.#write("deleteMany", () => this.#deleteMany(sent), options);
  }

  bulkWrite(
    models: BulkModel[],
    { ordered = true, ...options }: WriteOptions & { ordered?: boolean } = {},
  ): Promise<Counts> {
    if (ordered) throw new Error("the simulated engine knows unordered bulks only");
    const sent = copied(models);
    return this.#write("bulkWrite", () => this.bulk(sent), options);
  }

  /** The steps of an unordered bulk write: a failure does not stop the others. */
  *bulk(models: readonly BulkModel[]): Generator<undefined, Counts> {
    const counts = noCounts();
    const errors: { code: number; index: number }[] = [];
    for (const [place, index] of this.#engine.orderOf(models.length).entries()) {
      if (place > 0) yield;
      const model = models[index] as BulkModel;
      try {
        add(counts, this.#writeOne(model));
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
        errors.push({ code: error.code, index });
      }
    }
    if (errors.length > 0) throw new BulkWriteError(errors);
    return counts;
  }

  #writeOne(model: BulkModel): Counts {
    if ("updateOne" in model) return this.#updateOne(model.updateOne);
    this.#insert(model.insertOne.document);
    return { ...noCounts(), insertedCount: 1 };
  }

  #read<Result>(operation: string, begin: () => Steps<Result>): Promise<Result> {
    const label = `${this.#table.name}.${operation}`;
    return this.#engine.carryOut({ label, server: this.#server, begin, isAcknowledged: false });
  }

  #write<Result>(
    operation: string,
    begin: () => Steps<Result>,
    { writeConcern }: WriteOptions = {},
  ): Promise<Result> {
    const label = `${this.#table.name}.${operation}`;
    const isAcknowledged = writeConcern?.w !== 1;
    return this.#engine.carryOut({ label, server: this.#server, begin, isAcknowledged });
  }

  get #now(): number {
    return this.#server.now;
  }

  /** The documents that a read of this level sees. A single node is its own majority, journaled or not. */
  #seenBy({ readConcern }: ReadOptions): ReadonlyMap<string, Document> {
    const isLocal = this.#server.isAlone || readConcern?.level === "local";
    return isLocal ? this.#table.documents : this.#table.durable;
  }

  *#find(filter: object, options: FindOptions): Generator<undefined, Document[]> {
    const { projection, sort, skip = 0, limit = 0 } = options;
    const found: Document[] = [];
    const seen = this.#seenBy(options);
    let isFirst = true;
    // A query is no snapshot: what is read later may have changed since what was read first.
    for (const id of this.#idsFor(filter, seen)) {
      const document = seen.get(id);
      if (!document || !matches(document, filter, this.#now)) continue;
      if (!isFirst && !sort) {
        yield;
        const later = seen.get(id);
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
    this.#table.insert(stamped(document, this.#now));
    return { insertedId: document._id };
  }

  #updateOne({ filter, update, upsert = false }: UpdateOne): Counts {
    const before = this.#first(filter);
    if (before) {
      const modifiedCount = this.#change(before, update) === before ? 0 : 1;
      return { ...noCounts(), matchedCount: 1, modifiedCount };
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

  #replaceOne({ filter, document }: { filter: object; document: object }): Counts {
    const before = this.#first(filter);
    if (!before) return noCounts();
    this.#table.replace(before, { ...document, _id: before._id });
    return { ...noCounts(), matchedCount: 1, modifiedCount: 1 };
  }

  *#updateMany({ filter, update }: Change): Generator<undefined, Counts> {
    const counts = noCounts();
    for (const id of this.#idsFor(filter)) {
      const before = this.#table.documents.get(id);
      if (!before || !matches(before, filter, this.#now)) continue;
      if (counts.matchedCount > 0) yield;
      const current = this.#table.documents.get(id);
      if (!current || !matches(current, filter, this.#now)) continue;
      if (this.#change(current, update) !== current) counts.modifiedCount++;
      counts.matchedCount++;
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

  /** An update that changes nothing is no write. */
  #change(before: Document, update: object): Document {
    if (changesNothing(before, update)) return before;
    const after = copied(before);
    applyUpdate(after, update);
    this.#table.replace(before, after);
    return after;
  }

  #first(filter: object): Document | undefined {
    for (const id of this.#idsFor(filter)) {
      const document = this.#table.documents.get(id);
      if (document && matches(document, filter, this.#now)) return document;
    }
    return undefined;
  }

  /** The documents with the query's _id, or all. */
  #idsFor(filter: object, among: ReadonlyMap<string, Document> = this.#table.documents): string[] {
    const { _id } = filter as { _id?: unknown };
    if (typeof _id === "string") return [_id];
    const named = (_id as { $in?: string[] } | undefined)?.$in;
    return named ?? [...among.keys()];
  }
}

function sizingOf(stages: readonly Stage[]): {
  filter: object;
  shown: readonly string[];
  options: FindOptions;
} {
  const known = ["$match", "$sort", "$skip", "$limit", "$project"];
  const unknown = stages
    .flatMap((stage) => Object.keys(stage))
    .filter((key) => !known.includes(key));
  const { size, ...shown } = stages.at(-1)?.$project ?? {};
  if (unknown.length > 0 || JSON.stringify(size) !== '{"$bsonSize":"$$ROOT"}')
    throw new Error("the simulated engine aggregates sizes alone");
  const { $match = {}, $sort, $skip, $limit } = Object.assign({}, ...stages) as Stage;
  const hidden = stages.slice(0, -1).find(({ $project }) => $project)?.$project;
  const options = {
    ...($sort ? { sort: $sort } : {}),
    ...($skip === undefined ? {} : { skip: $skip }),
    ...($limit === undefined ? {} : { limit: $limit }),
    ...(hidden ? { projection: hidden } : {}),
  };
  return { filter: $match, shown: Object.keys(shown), options };
}

/** The size of a document, about as many bytes as BSON has. */
function sizeOf(document: Document): number {
  return JSON.stringify(document).length;
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
