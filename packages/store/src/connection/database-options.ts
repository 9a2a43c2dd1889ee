import assert from "node:assert";
import { type Settings, readSettings } from "@slipway/broker";
import mongoose, { type ConnectOptions } from "mongoose";
import { databaseMs } from "../constants.ts";
import { databaseSettings } from "./database-settings.ts";

/** A MongoDB, or the URI of one, on which no promise can be kept: its message is one sentence. */
export class UnfitDatabase extends Error {
  override readonly name = "UnfitDatabase";
}

type Parsed = mongoose.mongo.MongoOptions;

/**
 * The options of a service's connection. Those that guarantees rest on are the same whatever the URI
 * says (see `requireFitUri`); pool and time-outs are settings.
 */
export function databaseOptions(appName: string, settings: Settings = {}): ConnectOptions {
  const given = readSettings(databaseSettings, settings);
  return {
    appName,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" },
    readPreference: "primary",
    // The driver's repeats come after we have looked at the clock: docs/decisions/0016.
    retryWrites: false,
    // The server cuts the text of a duplicate-key error between two bytes of one character. A driver that insisted on
    // UTF-8 would lose the error, and with it the refusal that it stands for.
    enableUtf8Validation: false,
    maxPoolSize: given.MONGODB_POOL_MAX,
    serverSelectionTimeoutMS: given.MONGODB_SELECTION_TIMEOUT_MS,
    waitQueueTimeoutMS: databaseMs.poolWait,
    heartbeatFrequencyMS: databaseMs.heartbeat,
    connectTimeoutMS: databaseMs.connect,
    socketTimeoutMS: given.MONGODB_SOCKET_TIMEOUT_MS,
  };
}

/** Throws `UnfitDatabase` where the URI asks for what would weaken a guarantee; never shows the URI. */
export function requireFitUri(uri: string): void {
  const given = new mongoose.mongo.MongoClient(uri).options;
  const problem = problemOf(given);
  if (problem !== undefined) throw new UnfitDatabase(`MONGODB_URI ${problem}.`);
}

function problemOf({ readPreference, readConcern, writeConcern }: Parsed): string | undefined {
  const { w, journal, wtimeoutMS } = writeConcern ?? {};
  const level = readConcern?.level;
  if (readPreference.mode !== "primary")
    return `sets readPreference=${readPreference.mode}: take it out, since Slipway reads from the primary alone`;
  if (level !== undefined && level !== "majority")
    return `sets readConcernLevel=${level}: take it out, since Slipway reads what a majority has`;
  if (w !== undefined && w !== "majority")
    return `sets w=${String(w)}: take it out, since Slipway's writes wait for a majority`;
  if (journal === false)
    return "sets journal=false: take it out, since Slipway's writes wait for the journal";
  if (wtimeoutMS !== undefined)
    return "sets wtimeoutMS: take it out, since a write that stops waiting is not yet safe";
  return undefined;
}

/** Asserts the guarantees that we rely on in the driver's options, which come from the URI and ours together. */
export function assertGuarantees(options: Parsed): void {
  const { readPreference, readConcern, writeConcern, retryWrites } = options;
  assert.equal(readPreference.mode, "primary");
  assert.equal(readConcern.level, "majority");
  assert.equal(writeConcern.w, "majority");
  assert.equal(writeConcern.journal, true);
  assert.equal(writeConcern.wtimeoutMS, undefined);
  assert.equal(retryWrites, false);
}
