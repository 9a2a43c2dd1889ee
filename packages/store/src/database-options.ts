import assert from "node:assert";
import mongoose, { type ConnectOptions } from "mongoose";

/** A MongoDB, or the URI of one, on which no promise can be kept: its message is one sentence. */
export class UnfitDatabase extends Error {
  override readonly name = "UnfitDatabase";
}

/** Settings by the names of the environment; server/src/database-config.ts checks them where a process begins. */
export type DatabaseSettings = Readonly<Record<string, string | undefined>>;

type Parsed = mongoose.mongo.MongoOptions;

/**
 * How long a connection may take to be made, the look-up of its host's name included, and how long the
 * driver's monitor waits for an answer. When the monitor gives up, every operation on that server is
 * interrupted, and the outcome of a write is unknown.
 *
 * It was 5 s. That is too short where many processes start at once on a small machine: a resolver repeats a
 * lost look-up after 5 s, a connection's third packet is sent after 7 s, and a database or a process that
 * gets no processor answers late. Writes failed that would have been done.
 *
 * It is not longer than the longest request (10 s), whose client does not wait any longer, and than the time
 * after which the members of a replica set elect a successor to a primary that is silent (10 s).
 */
const connectTimeoutMS = 10_000;

/**
 * The options of a service's connection. Those that guarantees rest on are the same whatever the URI
 * says (see `requireFitUri`); pool and time-outs are settings.
 */
export function databaseOptions(appName: string, settings: DatabaseSettings = {}): ConnectOptions {
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
    // The server cuts the text of a duplicate-key error between two bytes of one character; a
    // driver that insisted on UTF-8 would lose the error, and with it the refusal it stands for.
    enableUtf8Validation: false,
    maxPoolSize: Number(settings["MONGODB_POOL_MAX"] ?? 32),
    // An outage is answered with 503 at once and its end is noticed within half a second.
    serverSelectionTimeoutMS: Number(settings["MONGODB_SELECTION_TIMEOUT_MS"] ?? 2_000),
    // A burst waits for free connections, but not for longer than the longest request.
    waitQueueTimeoutMS: 10_000,
    heartbeatFrequencyMS: 500,
    connectTimeoutMS,
    socketTimeoutMS: socketTimeoutMs(settings),
  };
}

/**
 * After this long without an answer a connection is given up, and its operation's outcome is unknown,
 * also where the operation only waited for a majority that lags. It bounds how long one dead
 * connection, which no heartbeat sees, stops a ledger's actor or the shared inserts of a replica.
 *
 * It is longer than the longest request (10 s): no client still waits, so giving up costs no answer.
 * It is not much longer, because waiting on would not make the outcome more certain: a lagging
 * majority may come or be rolled back, however long one waits. So every caller must stand a lost
 * reply at any time-out, and does:
 * - a ledger's actor looks for its token until an acknowledged write settles it, else OUTCOME_UNKNOWN;
 * - the insert and the change of a booking ask by a write that changes nothing, else OUTCOME_UNKNOWN,
 *   and release nothing;
 * - copies, relays, sweeps and recovery repeat; their steps are conditional and repeatable;
 * - every other mutation is answered OUTCOME_UNKNOWN.
 * A time limit of each request at the server (maxTimeMS) would give the same uncertainty earlier.
 */
function socketTimeoutMs(settings: DatabaseSettings): number {
  return Number(settings["MONGODB_SOCKET_TIMEOUT_MS"] ?? 12_000);
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

/** What the driver has made of the URI and of our options together. */
export function assertGuarantees(options: Parsed): void {
  const { readPreference, readConcern, writeConcern, retryWrites } = options;
  assert.equal(readPreference.mode, "primary");
  assert.equal(readConcern.level, "majority");
  assert.equal(writeConcern.w, "majority");
  assert.equal(writeConcern.journal, true);
  assert.equal(writeConcern.wtimeoutMS, undefined);
  assert.equal(retryWrites, false);
}
