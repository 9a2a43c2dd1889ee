import { openDatabase } from "./src/engine/database.ts";
import mongoose from "mongoose";
const [dir, ...ids] = process.argv.slice(2);
const database = await openDatabase({ directory: `${dir}/database`, log: () => undefined });
const client = await new mongoose.mongo.MongoClient(database.uri).connect();
const names = (await client.db().admin().listDatabases()).databases.map((d) => d.name);
console.log(names.join(" "));
for (const id of ids)
  for (const name of names) {
    if (!/-(bookings|audit)$/.test(name)) continue;
    for (const { name: c } of await client.db(name).listCollections().toArray()) {
      const found = await client
        .db(name)
        .collection(c)
        .find({ $or: [{ _id: id as never }, { entityId: id }] })
        .toArray();
      for (const f of found) console.log(name, c, JSON.stringify(f).slice(0, 1800));
    }
  }
await client.close();
await database.stop();
