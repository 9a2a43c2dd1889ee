// Stands for `mongorestore --archive --gzip --drop`: puts back what dump-archive.mjs has written, indexes too.
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { BSON, MongoClient } from "mongodb";

const { values } = parseArgs({
  options: {
    uri: { type: "string" },
    oplogReplay: { type: "boolean" },
    drop: { type: "boolean" },
    gzip: { type: "boolean" },
    archive: { type: "boolean" },
  },
});
const exact = { promoteValues: false, bsonRegExp: true };
const batchMax = 500;
const client = await new MongoClient(values.uri).connect();
const chunks = [];
for await (const chunk of process.stdin.pipe(createGunzip())) chunks.push(chunk);
const archive = Buffer.concat(chunks);
let at = 4;
const [, ...places] = documents();
for (const { db, collection, metadata } of places.map((bytes) => BSON.deserialize(bytes))) {
  const { options, indexes } = BSON.EJSON.parse(metadata);
  if (values.drop) await client.db(db).collection(collection).drop();
  await client.db(db).createCollection(collection, options);
  const wanted = indexes.filter(({ name }) => name !== "_id_").map(({ v: _, ...index }) => index);
  if (wanted.length > 0)
    await client.db(db).command({ createIndexes: collection, indexes: wanted });
}
let restored = 0;
while (at < archive.length) {
  const [header, ...those] = documents();
  const { db, collection } = BSON.deserialize(header);
  for (let from = 0; from < those.length; from += batchMax) {
    const batch = those.slice(from, from + batchMax).map((bytes) => BSON.deserialize(bytes, exact));
    await client.db(db).collection(collection).insertMany(batch);
  }
  restored += those.length;
}
console.error(`${restored} document(s) restored successfully. 0 document(s) failed to restore.`);
await client.close();

/** Those before the next terminator. */
function documents() {
  const found = [];
  for (let length = archive.readInt32LE(at); length !== -1; length = archive.readInt32LE(at)) {
    found.push(archive.subarray(at, at + length));
    at += length;
  }
  at += 4;
  return found;
}
