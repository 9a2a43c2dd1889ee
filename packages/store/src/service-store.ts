import type { Job, ServiceOptions, ServiceStore } from "@slipway/broker";
import type { Connection, mongo } from "mongoose";
import {
  type CollectionTable,
  type CollectionsOf,
  type Tables,
  missingIndexes,
  openCollections,
} from "./records/collections.ts";
import { logUnreadable, noteUnreadable } from "./records/read-each.ts";
import { type Database, openDatabase } from "./connection/connect.ts";
import { databaseFailureOf } from "./connection/database-error.ts";
import { deadLetterTable } from "./outbox/dead-letters.ts";
import { type Time, databaseTime } from "./connection/keep-time.ts";
import { type Migration, migrateDatabase } from "./migration/migrate.ts";
import type { OutboxDocument } from "./outbox/outbox.ts";
import { type Consumer, type Relay, createRelay } from "./outbox/relay.ts";
import { type TenantRecords, tenantRecords } from "./tenant-data/tenant-records.ts";
import { type ReleaseWatch, watchReleases } from "./migration/watch-releases.ts";

export interface Store<Of extends Tables> extends ServiceStore<Consumer> {
  readonly database: Database;
  readonly collections: CollectionsOf<Of>;
  readonly relay: Relay;
  readonly tenantRecords: TenantRecords;
}

/** The store of a service that decides by the database's clock. */
export interface TimedStore<Of extends Tables> extends Store<Of> {
  readonly time: Time;
}

/** A service's part of a schema: its collections, and how documents of earlier releases are changed. */
export interface ServiceSchema<Of extends Tables = Tables> {
  readonly collections: Of;
  readonly migrations?: readonly Migration[];
}

/** The database lacks what this release needs: its indexes, or documents of the form that it reads. */
export class MigrationMissing extends Error {
  override readonly name = "MigrationMissing";
}

/** How often the database's clock is read: between two reads clocks drift by less than is told apart. */
const measureEveryMs = 10_000;

type OpenStore<Opened> = (options: ServiceOptions) => Promise<Opened>;

/**
 * How a service opens its database, `<prefix>-<name>`, with these collections. Where a start fails the connection is
 * closed, so that the start can be repeated.
 */
export function storeOf<Of extends Tables>(
  name: string,
  schema: ServiceSchema<Of>,
): OpenStore<Store<Of>> {
  return (options) =>
    openStore(name, options, (database) => connect(database, { name, ...schema }, options));
}

/** How a service that decides by the database's clock opens its store. */
export function timedStoreOf<Of extends Tables>(
  name: string,
  schema: ServiceSchema<Of>,
): OpenStore<TimedStore<Of>> {
  return (options) =>
    openStore(name, options, async (database) => {
      const time = databaseTime(database, options);
      const store = await connect(database, { name, ...schema }, options);
      await time.measure();
      const measuring: Job = {
        name: "measure-clock",
        everyMs: measureEveryMs,
        run: () => time.measure(),
      };
      return {
        ...store,
        time,
        lacks: () => store.lacks() ?? (time.isNear() ? undefined : "clock"),
        jobs: [...store.jobs, measuring],
      };
    });
}

async function openStore<Opened>(
  name: string,
  { mongodbUri, databasePrefix, settings }: ServiceOptions,
  make: (database: Database) => Promise<Opened>,
): Promise<Opened> {
  const from = { service: name, settings };
  const database = await openDatabase(mongodbUri, `${databasePrefix}-${name}`, from);
  try {
    return await make(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function connect<Of extends Tables>(
  database: Database,
  schema: ServiceSchema<Of> & { readonly name: string },
  options: ServiceOptions,
): Promise<Store<Of>> {
  const { connection } = database;
  const releases = await openReleases(connection, schema, options);
  const { collections: tables } = schema;
  const warn = (line: string): void => options.log("warn", line);
  const collections = logUnreadable(openCollections(connection, tables), warn);
  // A service knows the action and the id of a record that breaks its contract, and not the collection.
  const { records } = logUnreadable({ records: { collectionName: schema.name } }, warn);
  const outboxes = outboxesOf(tables, collections);
  const consumers: Consumer[] = [];
  const relay = createRelay({ connection, collections: outboxes, consumers, warn });
  const hasOutboxes = outboxes.length > 0;
  return {
    database,
    collections,
    relay,
    tenantRecords: tenantRecords(connection, Object.values(tables)),
    lacks() {
      if (!database.isUp()) return "database";
      return releases.isTooOld() ? "release" : undefined;
    },
    failureOf: databaseFailureOf,
    noteUnreadable: (id, reason) => noteUnreadable(records, id, reason),
    jobs: releases.jobs,
    start(given) {
      consumers.push(...given);
      if (hasOutboxes) relay.start();
    },
    async settle() {
      if (hasOutboxes) await relay.settle();
    },
    async close() {
      await relay.stop();
      await database.close();
    },
  };
}

/** Migrates where it may, and refuses documents and indexes that are older than the schema. */
async function openReleases(
  connection: Database["connection"],
  schema: ServiceSchema,
  { migrates }: ServiceOptions,
) {
  const releases = watchReleases(connection);
  if (migrates) await migrateDatabase(connection, migrationOf(schema));
  await releases.note();
  await requireMigrated(connection, schema, releases);
  return releases;
}

function outboxesOf<Of extends Tables>(
  tables: Of,
  collections: ReturnType<typeof openCollections<Of>>,
): mongo.Collection<OutboxDocument>[] {
  return Object.entries(tables)
    .filter(([, table]) => hasOutbox(table))
    .map(([key]) => collections[key] as unknown as mongo.Collection<OutboxDocument>);
}

/** The migrations and tables of a service, with the table that every service with an outbox has. */
export function migrationOf({ collections, migrations = [] }: ServiceSchema): {
  tables: Tables;
  migrations: readonly Migration[];
} {
  if (!Object.values(collections).some(hasOutbox)) return { tables: collections, migrations };
  return { tables: { ...collections, deadLetters: deadLetterTable }, migrations };
}

/**
 * Requires indexes and migrations. Without unique indexes two bookings may have one key; without the others the service
 * would be too slow. This release would take a document of an older form for an empty one.
 */
async function requireMigrated(
  connection: Connection,
  schema: ServiceSchema,
  releases: ReleaseWatch,
): Promise<void> {
  const { tables, migrations } = migrationOf(schema);
  const isMade = (index: string): boolean => releases.hasIndex(index);
  const missing = await missingIndexes(connection, { tables, isMade });
  const undone = migrations.find((each) => each.isRequired && !releases.hasMigrated(each.name));
  if (undone && missing.length === 0)
    throw new MigrationMissing(
      `The database ${connection.name} lacks the migration ${undone.name}: run slipway migrate.`,
    );
  if (missing.length === 0) return;
  const shown = missing.slice(0, 3).join("; ");
  throw new MigrationMissing(
    `The database ${connection.name} lacks ${missing.length} indexes, such as ${shown}: run slipway migrate.`,
  );
}

function hasOutbox({ indexes }: CollectionTable<object>): boolean {
  return indexes.some(([fields]) => "outbox.id" in fields);
}
