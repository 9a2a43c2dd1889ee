/**
 * Brings a service's database to what this release needs, in three steps that may lie releases apart. Indexes are made
 * (expand). Documents are changed (migrate). What no running release reads goes (contract): a migration with a minimum.
 */
import assert from "node:assert";
import { isOlder } from "@slipway/broker";
import type { Connection, mongo } from "mongoose";
import {
  type Tables,
  descriptionsOf,
  makeIndexes,
  missingIndexes,
} from "../records/collections.ts";
import { readDatabaseTime } from "../connection/connect.ts";
import { type Releases, releasesOf, runningSince, seenMsMax } from "./releases.ts";

type Stored = { readonly _id: string };

/** A change of documents that are there. Its name is never used again. */
export interface MigrationOf<Document extends Stored> {
  /** `<verb>-<noun>` */
  readonly name: string;
  readonly collection: string;
  /** Which documents it has not changed yet. */
  readonly waiting: mongo.Filter<Document>;
  /** Changes these. It may be repeated, and others may write them meanwhile. */
  readonly change: (
    collection: mongo.Collection<Document>,
    documents: readonly Document[],
  ) => Promise<unknown>;
  /** No older release may run any more: it reads what this removes. Absent: both may run. */
  readonly minimum?: string;
  /** No process of this release may start before it is done: it does not read what this changes. */
  readonly isRequired?: true;
}

export type Migration = MigrationOf<Stored>;

/** Declares one. Its collection's documents have that type by the service's schema. */
export function migration<Document extends Stored>(of: MigrationOf<Document>): Migration {
  return of as unknown as Migration;
}

/** The changes that were made to a database or, in a dry run, those to be made. */
export interface Migrated {
  readonly database: string;
  readonly minimum: string | null;
  readonly running: readonly { readonly release: string; readonly seenAt: Date }[];
  readonly indexes: readonly string[];
  readonly migrations: readonly MigrationState[];
}

interface MigrationState {
  readonly name: string;
  /** Changed now or, in a dry run, to be changed. */
  readonly documents: number;
  /** Older releases that run: the migration is left for the next time. */
  readonly waitsFor: readonly string[];
}

interface MigrateOptions {
  readonly tables: Tables;
  readonly migrations: readonly Migration[];
  readonly isDryRun?: boolean;
}

const batchMax = 500;

/** Several processes may do it at once, the same work twice. What was interrupted goes on where it was. */
export async function migrateDatabase(
  connection: Connection,
  { tables, migrations, isDryRun = false }: MigrateOptions,
): Promise<Migrated> {
  const releases = releasesOf(connection);
  const known = await releases.findOne({ _id: "slipway" });
  const made = new Set(known?.indexes);
  const indexes = await missingIndexes(connection, { tables, isMade: (each) => made.has(each) });
  if (!isDryRun && indexes.length > 0) {
    await makeIndexes(connection, tables);
    // Only now: what the server lists may still be in the making, and a unique index refuses nothing until it is made.
    await write(releases, { $addToSet: { indexes: { $each: descriptionsOf(tables) } } });
  }
  const states: MigrationState[] = [];
  for (const each of migrations) {
    const state = known?.migrations?.[each.name];
    if (!state || !("doneAt" in state)) states.push(await carryOut(connection, each, isDryRun));
  }
  const after = await releases.findOne({ _id: "slipway" });
  return {
    database: connection.name,
    minimum: after?.minimum ?? null,
    running: runningSince(after, 0),
    indexes,
    migrations: states,
  };
}

async function carryOut(
  connection: Connection,
  own: Migration,
  isDryRun: boolean,
): Promise<MigrationState> {
  const { name, waiting } = own;
  const collection = collectionOf(connection, own);
  const waitsFor = await olderThan(connection, own);
  if (isDryRun || waitsFor.length > 0)
    return { name, documents: await collection.countDocuments(waiting), waitsFor };
  if (own.minimum !== undefined) {
    await raiseMinimum(connection, own.minimum);
    // A process that was noted between the look and the new minimum has not heard of it yet.
    const late = await olderThan(connection, own);
    if (late.length > 0)
      return { name, documents: await collection.countDocuments(waiting), waitsFor: late };
  }
  return { name, documents: await changeAll(connection, own), waitsFor: [] };
}

/** Batch by batch in the order of ids, from where an earlier run has come to. */
async function changeAll(connection: Connection, own: Migration): Promise<number> {
  const { name, waiting, change } = own;
  const releases = releasesOf(connection);
  const collection = collectionOf(connection, own);
  const state = (await releases.findOne({ _id: "slipway" }))?.migrations?.[name];
  let after = state && "after" in state ? state.after : "";
  for (let documents = 0; ; ) {
    const behind = { $and: [waiting, { _id: { $gt: after } }] } as mongo.Filter<Stored>;
    const batch = await collection.find(behind, { sort: { _id: 1 }, limit: batchMax }).toArray();
    const last = batch.at(-1);
    if (!last) {
      await write(releases, { $set: { [`migrations.${name}`]: { doneAt: new Date() } } });
      return documents;
    }
    await change(collection, batch);
    documents += batch.length;
    after = last._id;
    await write(releases, { $set: { [`migrations.${name}`]: { after } } });
  }
}

/** The filter has what was read: another release's migration may raise it further meanwhile. */
async function raiseMinimum(connection: Connection, minimum: string): Promise<void> {
  const releases = releasesOf(connection);
  const noted = await releases.findOne({ _id: "slipway" });
  assert(noted, "the indexes of this release were noted first");
  const known = noted.minimum;
  if (known !== undefined && !isOlder(known, { release: minimum })) return;
  const asRead = { _id: "slipway", minimum: known ?? { $exists: false } } as const;
  const { matchedCount } = await releases.updateOne(asRead, { $set: { minimum } });
  if (matchedCount === 0) await raiseMinimum(connection, minimum);
}

/** The releases below its minimum of which a process may still run. */
async function olderThan(connection: Connection, { minimum }: Migration): Promise<string[]> {
  if (minimum === undefined) return [];
  const known = await releasesOf(connection).findOne({ _id: "slipway" });
  return runningSince(known, (await readDatabaseTime(connection)) - seenMsMax)
    .map(({ release }) => release)
    .filter((release) => isOlder(release, { release: minimum }));
}

function collectionOf(connection: Connection, { collection }: Migration): mongo.Collection<Stored> {
  return connection.getClient().db(connection.name).collection<Stored>(collection);
}

function write(releases: mongo.Collection<Releases>, update: object): Promise<unknown> {
  return releases.updateOne({ _id: "slipway" }, update, { upsert: true });
}
