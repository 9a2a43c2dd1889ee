import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@slipway/dev/database";
import { type Sold, makeOptionOnBoat } from "@slipway/dev/shop";
import { patientClient } from "@slipway/server/smoke-client";
import { runCommandLine } from "@slipway/dev/server-process";
import { type Document, MongoClient } from "mongodb";
import { join } from "node:path";
import { type Ask, askAt } from "../chaos/http.ts";
import { doctorFindings, settledFindings } from "../chaos/doctor.ts";
import { held, openServer } from "../chaos/site.ts";
import { connect } from "../../examples/connect.ts";
import { collectionsOf } from "../own-collections.ts";
import { noonsAhead } from "../shop.ts";
import { sellOut, startClients } from "./clients.ts";
import type { Drill, Place } from "./drill.ts";
import { placesTaken } from "./stored-findings.ts";
import type { DrillReport } from "./with-load.ts";

const prefix = "drill";
const seats = 4;
const perSecond = 20;
const settleMsMax = 60_000;
/** Days of the second half of the sale have no sale in the first. */
const starts = noonsAhead(4);
/** Recovery comes soon, so that doctor, who waits for it, does too. */
const quick = { CLAIM_CONFIRM_SECONDS: "0.5", CLAIM_SWEEP_SECONDS: "0.2", RATE_LIMIT_RPS: "0" };

/** Documents by collection, and collections by their database. */
type Dump = ReadonlyMap<string, readonly Document[]>;

/** One collection after the other is older than all others, as a restore in parts leaves it. */
export const olderCollection: Drill = {
  does: "everything is restored, with one collection from before the last sales, each in turn; then doctor, its repair, and sales until all is full",
  async run(place) {
    const own = { directory: join(place.directory, "database"), log: () => undefined };
    const database = await openDatabase(own);
    const client = await new MongoClient(database.uri).connect();
    try {
      return await restoreEach(place, { uri: database.uri, client });
    } finally {
      await client.close();
      await database.stop();
    }
  },
};

interface Databases {
  readonly uri: string;
  readonly client: MongoClient;
}

async function restoreEach(place: Place, databases: Databases): Promise<DrillReport> {
  const { client } = databases;
  const { shop, older, newer } = await sellTwice(place, databases);
  const notes: string[] = [];
  const findings: string[] = [];
  for (const name of [...newer.keys()].toSorted()) {
    if (JSON.stringify(older.get(name)) === JSON.stringify(newer.get(name))) continue;
    for (const [each, documents] of newer) await restore(client, each, documents);
    await restore(client, name, older.get(name) ?? []);
    const { said, oversold } = await examine(place, databases, shop);
    notes.push(`${name.slice(prefix.length + 1)}: ${said}`);
    findings.push(...oversold.map((each) => `${name}: ${each}`));
  }
  const compare = () => Promise.resolve([]);
  return { seen: [], faultMs: 0, wholeAfterMs: 0, notes, findings, compare };
}

const envOf = ({ uri }: Databases) => ({ ...quick, MONGODB_URI: uri, DATABASE_PREFIX: prefix });

/** Sells, dumps everything, sells more, also on other days, and dumps everything again. */
function sellTwice({ directory, ms }: Place, databases: Databases) {
  return held(openServer({ directory, env: envOf(databases) }), async (server) => {
    const api = patientClient({ url: server.urls[0] ?? "", key: server.key });
    const shop = await makeOptionOnBoat(api, { seats: seats - 1, startTimes: ["12:00"] });
    const ask = askAt(server.urls, server.key);
    const sell = async (days: readonly string[], label: string): Promise<Dump> => {
      const clients = startClients({ ask, shop, starts: days, label, perSecond });
      await pause(ms / 4);
      await clients.stop();
      await settled(directory);
      return dumpAll(databases.client);
    };
    const older = await sell(starts.slice(0, 2), "drill-older");
    await changeOthers(ask, shop);
    return { shop, older, newer: await sell(starts, "drill-newer") };
  });
}

/** Changes what every other service has; the boat gets one more place. */
async function changeOthers(ask: Ask, shop: Sold & { readonly resourceId: string }): Promise<void> {
  const days = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [0, 1, 2, 3, 4, 5, 6] };
  const atNight = { ...days, startTimes: ["20:00"] };
  const changes: readonly [string, string, object][] = [
    ["PATCH", `/resources/${shop.resourceId}`, { capacityPerResource: seats }],
    ["PATCH", `/products/${shop.productId}`, { name: "Night tour" }],
    ["POST", `/options/${shop.optionId}/availability-periods`, atNight],
    ["POST", "/channels", { name: "Reseller", code: "reseller" }],
    ["POST", "/api-keys", { name: "Till", scopes: ["bookings:read"] }],
    ["POST", "/calendar-feeds", { name: "Staff", withNames: false }],
  ];
  for (const [method, path, body] of changes) {
    const reply = await ask(method, path, body);
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }
}

/** Doctor is clean once all events are delivered and no claim is without its booking. */
async function settled(directory: string): Promise<void> {
  const found = await settledFindings(settleMsMax, async () =>
    (await doctorFindings(runCommandLine(directory, ["doctor"]))).map(({ kind }) => kind),
  );
  if (found.length > 0) throw new Error(`FINDING before any restore: ${found.join(", ")}`);
}

async function dumpAll(client: MongoClient): Promise<Dump> {
  const dump = new Map<string, Document[]>();
  for (const { collection } of await collectionsOf(client, prefix))
    dump.set(collection.namespace, await collection.find().toArray());
  return dump;
}

async function restore(client: MongoClient, namespace: string, documents: readonly Document[]) {
  const dot = namespace.indexOf(".");
  const collection = client.db(namespace.slice(0, dot)).collection(namespace.slice(dot + 1));
  await collection.deleteMany({});
  if (documents.length > 0) await collection.insertMany([...documents]);
}

/** Asks doctor before and after its repair, sells all that is free, and says what is oversold then. */
function examine({ directory }: Place, databases: Databases, shop: Sold) {
  return held(openServer({ directory, env: envOf(databases) }), async (server) => {
    const before = await kindsOf(server.doctor());
    const after =
      before === "clean"
        ? before
        : await kindsOf(runCommandLine(directory, ["doctor", "--repair"]));
    const { urls, key } = server;
    const trade = { ask: askAt(urls, key), shop, label: randomUUID(), sold: new Map() };
    for (const startAt of starts) await sellOut(trade, startAt, seats);
    const stored = await connect(urls, key).bookings.list({ supplierId: shop.supplierId });
    const oversold = starts.flatMap((startAt) => {
      const taken = placesTaken(stored, startAt);
      return taken > seats ? [`${taken} of ${seats} places are sold at ${startAt}`] : [];
    });
    const said = before === "clean" ? "doctor clean" : `${before}; after --repair ${after}`;
    return { said, oversold };
  });
}

/** Kinds of findings with their numbers, or "clean". */
async function kindsOf(said: ReturnType<typeof runCommandLine>): Promise<string> {
  const found = [...Map.groupBy(await doctorFindings(said), ({ kind }) => kind)];
  return found.map(([kind, those]) => `${kind} ${those.length}`).join(", ") || "clean";
}
