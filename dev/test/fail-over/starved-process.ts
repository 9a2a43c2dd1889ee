/**
 * A process that stands still for a while, with inserts on their way: `node starved-process.ts <uri> <database> <ms>`.
 * Prints what became of each as JSON.
 */
import { databaseFailureOf, openDatabase } from "@slipway/store";
import { setImmediate as turn } from "node:timers/promises";

const [uri = "", name = "", stillMs = ""] = process.argv.slice(2);

const database = await openDatabase(uri, name, { service: "bookings" });
const things = database.connection.getClient().db(name).collection<{ _id: number }>("things");
// More than there are connections: some are being made while the process stands still.
const outcomes = Array.from({ length: 20 }, (_, _id) =>
  things.insertOne({ _id }).then(() => "done", databaseFailureOf),
);
// After this, timers come before sockets: what is late is seen to be late before it is read.
await turn();
const until = performance.now() + Number(stillMs);
while (performance.now() < until);
process.stdout.write(JSON.stringify(await Promise.all(outcomes)));
await database.close();
