// Stands for `mongodump --archive --gzip`: every collection in the format of its archives. There is no oplog to go with
// it, so the documents are of one instant only while nothing is written.
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { BSON, Long, MongoClient } from "mongodb";

const { values } = parseArgs({
  options: {
    uri: { type: "string" },
    oplog: { type: "boolean" },
    gzip: { type: "boolean" },
    archive: { type: "boolean" },
  },
});
const own = new Set(["admin", "config", "local"]);
const end = Buffer.alloc(4, 0xff);
const client = await new MongoClient(values.uri).connect();
const out = createGzip();
out.pipe(process.stdout);
const places = await collections();
out.write(Buffer.of(0x6d, 0xe2, 0x99, 0x81));
write({ concurrent_collections: 1, version: "0.1", server_version: "8.0.0", tool_version: "none" });
for (const { db, collection, metadata } of places)
  write({ db, collection, metadata: BSON.EJSON.stringify(metadata), size: 0, type: "collection" });
out.write(end);
for (const place of places) await dump(place);
if (values.oplog) finish({ db: "", collection: "oplog" }, 0n);
out.end();
await client.close();

async function collections() {
  const { databases } = await client.db("admin").admin().listDatabases();
  const found = [];
  for (const { name: db } of databases.filter(({ name }) => !own.has(name)))
    for (const { name, options } of await client.db(db).listCollections().toArray())
      if (!name.startsWith("system.")) {
        const indexes = await client.db(db).collection(name).indexes();
        found.push({ db, collection: name, metadata: { options, indexes } });
      }
  return found;
}

async function dump({ db, collection }) {
  let sum = ~0n & 0xffffffffffffffffn;
  write({ db, collection, EOF: false, CRC: Long.fromBigInt(0n) });
  for await (const bytes of client.db(db).collection(collection).find({}, { raw: true })) {
    sum = added(sum, bytes);
    if (!out.write(bytes)) await new Promise((done) => out.once("drain", done));
  }
  out.write(end);
  finish({ db, collection }, ~sum & 0xffffffffffffffffn);
}

function finish(place, sum) {
  write({ ...place, EOF: true, CRC: Long.fromBigInt(BigInt.asIntN(64, sum)) });
  out.write(end);
}

function write(document) {
  out.write(BSON.serialize(document));
}

/** CRC-64/XZ. */
function added(before, bytes) {
  let sum = before;
  for (const byte of bytes) {
    sum ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) sum = (sum >> 1n) ^ ((sum & 1n) * 0xc96c5795d7870f42n);
  }
  return sum;
}
