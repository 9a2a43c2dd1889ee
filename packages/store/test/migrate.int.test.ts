import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import type { mongo } from "mongoose";
import { type Index, collection, uniqueLive } from "../src/records/collections.ts";
import { openDatabase } from "../src/connection/connect.ts";
import { databaseFailureOf } from "../src/connection/database-error.ts";
import {
  type Migrated,
  type MigrationOf,
  migrateDatabase,
  migration,
} from "../src/migration/migrate.ts";
import { type Releases, releasesOf } from "../src/migration/releases.ts";
import { storeOf } from "../src/service-store.ts";
import { testDatabase } from "../src/testing.ts";
import { watchReleases } from "../src/migration/watch-releases.ts";

interface Boat {
  _id: string;
  name: string;
  nameKey?: string;
}

const { uri, name } = testDatabase(import.meta.url);
let releases: mongo.Collection<Releases>;
let collections: ReturnType<typeof tables>;

const database = forThisFile(() => openDatabase(uri, `${name}-boats`));
beforeAll(async () => {
  releases = releasesOf(database.connection);
});
beforeEach(async () => {
  await releases.deleteMany({});
  collections = tables();
});

const noted: Index = [
  { "note.id": 1 },
  { partialFilterExpression: { "note.id": { $exists: true } }, name: "noted" },
];

/** With every kind of index that a service has. */
function tables() {
  const own = randomUUID();
  return { boats: collection<Boat>(own, [uniqueLive({ name: 1 }), noted, [{ n: -1 }]]) };
}

function boats(): mongo.Collection<Boat> {
  return database.connection
    .getClient()
    .db(`${name}-boats`)
    .collection<Boat>(collections.boats.name);
}

function migrate(
  migrations: readonly MigrationOf<Boat>[] = [],
  { isDryRun = false } = {},
): Promise<Migrated> {
  const options = { tables: collections, migrations: migrations.map(migration), isDryRun };
  return migrateDatabase(database.connection, options);
}

/** The names of the indexes, without the one that every collection has. */
async function indexNames(): Promise<string[]> {
  const listed = await boats().indexes();
  return listed.map((index) => index.name ?? "").filter((each) => each !== "_id_");
}

/** A replica of a service with these collections. */
async function startService(migrates = false): Promise<unknown> {
  const open = storeOf("boats", { collections });
  const options = { mongodbUri: uri, databasePrefix: name, log: () => undefined, migrates };
  const store = await open({ broker: undefined as never, ...options });
  await store.close();
  return "started";
}

describe("the indexes of a service", () => {
  it("are made by a migration where nothing is there, not even the collection", async () => {
    expect((await migrate([], { isDryRun: true })).indexes).toHaveLength(3);
    expect(await indexNames().catch(() => [])).toEqual([]);
    expect((await migrate()).indexes).toHaveLength(3);
    expect(await indexNames()).toEqual(["tenantId_1_name_1", "noted", "n_-1"]);
    expect((await migrate()).indexes).toEqual([]);
  });

  it("are made where one is missing: that one alone is reported", async () => {
    await migrate();
    await boats().dropIndex("noted");
    const { indexes } = await migrate();
    expect(indexes).toEqual([`${collections.boats.name} (note.id)`]);
    expect(await indexNames()).toContain("noted");
  });

  it("are made by several processes at once", async () => {
    await Promise.all([migrate(), migrate()]);
    expect(await indexNames()).toHaveLength(3);
    await expect(startService()).resolves.toBe("started");
  });

  it.each([
    ["keys", { tenantId: -1 as const }],
    ["options", { "note.id": 1 as const }],
  ])("fail the migration where one of the same name has other %s", async (_, keys) => {
    await boats().createIndex(keys, { name: "noted" }, {});
    const refused = await migrate().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 86 });
    expect(databaseFailureOf(refused)).toBe("fault");
  });

  it("let a service start once they are made to the end, and not before", async () => {
    const missing = /lacks 3 indexes, such as .*\(tenantId, name\).*: run slipway migrate/;
    await expect(startService()).rejects.toThrow(missing);
    // As the server lists them while a migration makes them.
    await boats().createIndexes([{ key: { n: -1 } }]);
    await expect(startService()).rejects.toThrow("lacks 3 indexes");
    await migrate();
    await expect(startService()).resolves.toBe("started");
    await boats().dropIndex("tenantId_1_name_1");
    await expect(startService()).rejects.toThrow("lacks 1 indexes");
    await expect(startService(true)).resolves.toBe("started");
  });
});

describe("a migration", () => {
  const fold: MigrationOf<Boat> = {
    name: "fold-names",
    collection: "",
    waiting: { nameKey: { $exists: false } },
    change: (found, documents) =>
      found.updateMany({ _id: { $in: documents.map(({ _id }) => _id) } }, [
        { $set: { nameKey: { $toLower: "$name" } } },
      ]),
  };
  let folding: MigrationOf<Boat>;

  beforeEach(async () => {
    folding = { ...fold, collection: collections.boats.name };
    const many = Array.from({ length: 1_200 }, (_, n) => ({ _id: `boat-${n + 1_000}`, name: "B" }));
    await boats().insertMany(many);
  });

  const unfolded = (): Promise<number> => boats().countDocuments(fold.waiting);

  it("changes every document that waits, and is not begun again", async () => {
    expect((await migrate([folding], { isDryRun: true })).migrations).toEqual([
      { name: "fold-names", documents: 1_200, waitsFor: [] },
    ]);
    expect(await unfolded()).toBe(1_200);
    expect((await migrate([folding])).migrations).toMatchObject([{ documents: 1_200 }]);
    expect(await unfolded()).toBe(0);
    expect((await migrate([folding])).migrations).toEqual([]);
  });

  it("goes on behind the last batch of one that was interrupted", async () => {
    const seen: string[] = [];
    let batches = 0;
    const failing: MigrationOf<Boat> = {
      ...folding,
      change(found, documents) {
        if (batches++ === 1) throw new Error("the process ends");
        seen.push(...documents.map(({ _id }) => _id));
        return fold.change(found, documents);
      },
    };
    await expect(migrate([failing])).rejects.toThrow("the process ends");
    // Behind it already: were the first batch read again, this one would be changed.
    await boats().updateOne({ _id: "boat-1000" }, { $unset: { nameKey: "" } });
    expect((await migrate([failing])).migrations).toMatchObject([{ documents: 700 }]);
    expect(seen).toHaveLength(1_200);
    expect(await unfolded()).toBe(1);
  });

  it("changes every document where two processes do it at once", async () => {
    await Promise.all([migrate([folding]), migrate([folding])]);
    expect(await unfolded()).toBe(0);
    expect((await migrate([folding])).migrations).toEqual([]);
  });

  it("with a minimum waits until no older release runs, and lets none start from then on", async () => {
    const contracting = { ...folding, minimum: "0.2.0" };
    await watchReleases(database.connection, "0.1.9").note();
    const waits = await migrate([contracting]);
    expect(waits.migrations).toEqual([
      { name: "fold-names", documents: 1_200, waitsFor: ["0.1.9"] },
    ]);
    expect(waits.minimum).toBeNull();
    expect(await unfolded()).toBe(1_200);
    const longAgo = new Date(Date.now() - 10 * 60_000);
    await releases.updateOne({}, { $set: { "running.0_1_9": longAgo } });
    const { migrations, minimum } = await migrate([contracting]);
    expect({ migrations, minimum }).toEqual({
      migrations: [{ name: "fold-names", documents: 1_200, waitsFor: [] }],
      minimum: "0.2.0",
    });
    await expect(watchReleases(database.connection, "0.1.9").note()).rejects.toThrow("0.2.0");
  });
});
