import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@slipway/client";
import { openDatabase } from "@slipway/dev/database";
import { type Sold, makeOptionOnBoat } from "@slipway/dev/shop";
import { patientClient } from "@slipway/server/smoke-client";
import { runCommandLine } from "@slipway/dev/server-process";
import { type Document, MongoClient } from "mongodb";
import { join } from "node:path";
import { type Ask, askAt } from "../chaos/http.ts";
import { doctorFindings, settledFindings } from "../chaos/doctor.ts";
import { openServer } from "../chaos/site.ts";
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
    const database = await openDatabase({
      directory: join(place.directory, "database"),
      log: () => undefined,
    });
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
  return {
    seen: [],
    faultMs: 0,
    wholeAfterMs: 0,
    notes,
    findings,
    compare: () => Promise.resolve([]),
  };
}

const envOf = ({ uri }: Databases) => ({ ...quick, MONGODB_URI: uri, DATABASE_PREFIX: prefix });

/** Sells, dumps everything, sells more, also on other days, and dumps everything again. */
async function sellTwice(
  { directory, ms }: Place,
  databases: Databases,
): Promise<{ shop: Sold; older: Dump; newer: Dump }> {
  const server = await openServer({ directory, env: envOf(databases) });
  try {
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
  } finally {
    await server.stop();
  }
}

/** Changes what every other service has; the boat gets one more place. */
async function changeOthers(ask: Ask, shop: Sold & { readonly resourceId: string }): Promise<void> {
  const everyDay = {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
  };
  const changes: readonly [string, string, object][] = [
    ["PATCH", `/resources/${shop.resourceId}`, { capacityPerResource: seats }],
    ["PATCH", `/products/${shop.productId}`, { name: "Night tour" }],
    [
      "POST",
      `/options/${shop.optionId}/availability-periods`,
      { ...everyDay, startTimes: ["20:00"] },
    ],
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
  const { databases } = await client.db().admin().listDatabases();
  for (const { name } of databases.filter((each) => each.name.startsWith(`${prefix}-`)))
    for (const collection of await client.db(name).collections()) {
      if (collection.collectionName.startsWith("system.")) continue;
      dump.set(`${name}.${collection.collectionName}`, await collection.find().toArray());
    }
  return dump;
}

async function restore(
  client: MongoClient,
  name: string,
  documents: readonly Document[],
): Promise<void> {
  const dot = name.indexOf(".");
  const collection = client.db(name.slice(0, dot)).collection(name.slice(dot + 1));
  await collection.deleteMany({});
  if (documents.length > 0) await collection.insertMany([...documents]);
}

/** Asks doctor before and after its repair, sells all that is free, and says what is oversold then. */
async function examine(
  { directory }: Place,
  databases: Databases,
  shop: Sold,
): Promise<{ said: string; oversold: string[] }> {
  const server = await openServer({ directory, env: envOf(databases) });
  try {
    const before = await kindsOf(server.doctor());
    const after =
      before === "clean"
        ? before
        : await kindsOf(runCommandLine(directory, ["doctor", "--repair"]));
    const { urls, key } = server;
    const trade = { ask: askAt(urls, key), shop, label: randomUUID(), sold: new Map() };
    for (const startAt of starts) await sellOut(trade, startAt, seats);
    const api = createClient({ baseUrl: urls[0] ?? "", apiKey: key });
    const stored = await api.bookings.list({ supplierId: shop.supplierId });
    const oversold = starts.flatMap((startAt) => {
      const taken = placesTaken(stored, startAt);
      return taken > seats ? [`${taken} of ${seats} places are sold at ${startAt}`] : [];
    });
    const said = before === "clean" ? "doctor clean" : `${before}; after --repair ${after}`;
    return { said, oversold };
  } finally {
    await server.stop();
  }
}

/** Kinds of findings with their numbers, or "clean". */
async function kindsOf(said: ReturnType<typeof runCommandLine>): Promise<string> {
  const found = [...Map.groupBy(await doctorFindings(said), ({ kind }) => kind)];
  return found.map(([kind, those]) => `${kind} ${those.length}`).join(", ") || "clean";
}
