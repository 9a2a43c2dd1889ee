/** A tenant's export against the database, record by record; and what the database has of a tenant. */
import assert from "node:assert";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { BSON, type MongoClient } from "mongodb";
import { collectionsOf } from "../own-collections.ts";

interface Sum {
  readonly count: number;
  /** The checksum of the records' ids and texts, in the order of ids. */
  readonly checksum: string;
}
type Sums = Record<string, Sum>;
type Lines = Map<string, Map<string, string>>;

/** The collections that have records of the tenant. */
export async function recordsOf(
  client: MongoClient,
  prefix: string,
  tenantId: string,
): Promise<Sums> {
  return sumsOf(await readTenant(client, prefix, tenantId));
}

/**
 * Throws unless the file is whole, has each record of the tenant once, and each booking as the database has it. Secrets are
 * left out of other records, so those are compared by their ids.
 */
export async function compareExport(
  client: MongoClient,
  prefix: string,
  { tenantId, file }: { readonly tenantId: string; readonly file: string },
): Promise<{ name: string; records: number; bookings: number; checksum: string }> {
  const { name, records, exported } = await readExport(file);
  const stored = await readTenant(client, prefix, tenantId);
  const idsOf = (lines: Lines) =>
    Object.fromEntries([...lines].map(([at, each]) => [at, [...each.keys()].toSorted()]));
  assert.deepEqual(idsOf(exported), idsOf(stored), "the export has each record");
  const [inFile, inDatabase] = [exported, stored].map((each) => sumsOf(each)["bookings.bookings"]);
  assert.deepEqual(inFile, inDatabase, "each booking is as the database has it");
  return { name, records, bookings: inFile?.count ?? 0, checksum: inFile?.checksum ?? "" };
}

async function readExport(
  file: string,
): Promise<{ name: string; records: number; exported: Lines }> {
  const exported: Lines = new Map();
  let name = "";
  let last: { end?: boolean; records?: number } = {};
  let records = 0;
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  for await (const line of lines) {
    const parsed = JSON.parse(line) as {
      tenant?: { name: string };
      service: string;
      collection: string;
      record?: { _id: string };
    } & typeof last;
    last = parsed;
    if (parsed.tenant) name = parsed.tenant.name;
    if (!parsed.record) continue;
    records++;
    const at = `${parsed.service}.${parsed.collection}`;
    note(exported, at, parsed.record._id, JSON.stringify(parsed.record));
  }
  assert.equal(last.end, true, "the export is whole");
  assert.equal(last.records, records, "its last line has the number of records");
  return { name, records, exported };
}

async function readTenant(client: MongoClient, prefix: string, tenantId: string): Promise<Lines> {
  const found: Lines = new Map();
  for (const { service, collection } of await collectionsOf(client, prefix)) {
    const name = service.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase());
    for await (const record of collection.find({ $or: [{ tenantId }, { _id: tenantId }] })) {
      const text = BSON.EJSON.stringify(record, { relaxed: true });
      note(found, `${name}.${collection.collectionName}`, record._id, text);
    }
  }
  return found;
}

function note(lines: Lines, at: string, id: string, text: string): void {
  const known = lines.get(at) ?? new Map<string, string>();
  assert.ok(!known.has(id), `${at} has ${id} once`);
  lines.set(at, known.set(id, text));
}

function sumsOf(lines: Lines): Sums {
  return Object.fromEntries(
    [...lines].map(([at, records]) => {
      const hash = createHash("sha256");
      for (const [id, text] of [...records].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        hash.update(`${id} ${text}\n`);
      return [at, { count: records.size, checksum: hash.digest("hex").slice(0, 16) }];
    }),
  );
}
