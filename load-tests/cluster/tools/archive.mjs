// Stands for `mongodump --archive --gzip` and for `mongorestore --archive --gzip --drop`: every collection with its indexes.
// There is no oplog to go with it, so the documents are of one instant only while nothing is written.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { createGunzip, createGzip } from "node:zlib";
import { BSON, MongoClient } from "mongodb";

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: { uri: { type: "string" } },
});
const own = new Set(["admin", "config", "local"]);
const end = Buffer.alloc(4, 0xff);
const exact = { promoteValues: false, bsonRegExp: true };
const batchMax = 500;
const client = await new MongoClient(values.uri).connect();
await (positionals[0] === "dump" ? dump() : restore());
await client.close();

/** A document about each collection, then its own, then a terminator. */
async function dump() {
  const out = createGzip();
  out.pipe(process.stdout);
  const { databases } = await client.db("admin").admin().listDatabases();
  for (const { name: db } of databases.filter(({ name }) => !own.has(name)))
    for (const each of await client.db(db).listCollections().toArray())
      if (!each.name.startsWith("system.")) await dumpCollection(out, db, each);
  out.end();
}

async function dumpCollection(out, db, { name, options }) {
  const collection = client.db(db).collection(name);
  const metadata = BSON.EJSON.stringify({ options, indexes: await collection.indexes() });
  out.write(BSON.serialize({ db, name, metadata }));
  for await (const bytes of collection.find({}, { raw: true }))
    if (!out.write(bytes)) await once(out, "drain");
  out.write(end);
}

async function restore() {
  const chunks = [];
  for await (const chunk of process.stdin.pipe(createGunzip())) chunks.push(chunk);
  const archive = Buffer.concat(chunks);
  let restored = 0;
  for (let at = 0; at < archive.length; at += end.length) {
    const found = [];
    for (let length; (length = archive.readInt32LE(at)) !== -1; at += length)
      found.push(archive.subarray(at, at + length));
    restored += found.length - 1;
    await restoreCollection(found);
  }
  console.error(`${restored} document(s) restored successfully. 0 document(s) failed to restore.`);
}

async function restoreCollection([header, ...documents]) {
  const { db, name, metadata } = BSON.deserialize(header);
  const { options, indexes } = BSON.EJSON.parse(metadata);
  await client.db(db).collection(name).drop();
  const collection = await client.db(db).createCollection(name, options);
  const wanted = indexes.filter((each) => each.name !== "_id_").map(({ v: _, ...index }) => index);
  if (wanted.length > 0) await client.db(db).command({ createIndexes: name, indexes: wanted });
  for (let from = 0; from < documents.length; from += batchMax) {
    const batch = documents.slice(from, from + batchMax);
    await collection.insertMany(batch.map((bytes) => BSON.deserialize(bytes, exact)));
  }
}
