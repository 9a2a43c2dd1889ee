import { watchDatabase } from "@slipway/metrics";
import mongoose, { type Connection } from "mongoose";

export interface Database {
  readonly connection: Connection;
  /** Whether the server is there, as far as the last heartbeats tell. */
  isUp(): boolean;
  /** Connections that have broken: a server that comes back may lack what it showed just before. */
  breaks(): number;
  close(): Promise<void>;
}

/**
 * Opens one service's database. Every write is journaled before it is acknowledged: an answered
 * booking survives a power cut.
 */
export async function openDatabase(uri: string, name: string): Promise<Database> {
  const connection = await mongoose
    .createConnection(uri, {
      dbName: name,
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
      maxPoolSize: 32,
      writeConcern: { w: "majority", journal: true },
      retryWrites: false,
      // The server cuts the text of a duplicate-key error between two bytes of one character; a
      // driver that insisted on UTF-8 would lose the error, and with it the refusal it stands for.
      enableUtf8Validation: false,
      // An outage is answered with 503 at once and its end is noticed within half a second.
      serverSelectionTimeoutMS: 2_000,
      heartbeatFrequencyMS: 500,
      // A server that is frozen rather than gone is noticed after this long.
      connectTimeoutMS: 5_000,
      // No operation outlives the longest request by much, so no ledger's actor waits for ever.
      socketTimeoutMS: 12_000,
    })
    .asPromise();
  // Not readyState: it takes a heartbeat that is a second late for an outage, so a process that
  // was merely busy would refuse everything.
  let isUp = true;
  let breaks = 0;
  connection.on("connected", () => (isUp = true)).on("disconnected", () => (isUp = false));
  const client = connection.getClient();
  client.on("connectionPoolCleared", () => breaks++);
  // A server that is there again before the next heartbeat shows in nothing else.
  client.on("connectionClosed", ({ reason }) => {
    if (reason === "error") breaks++;
  });
  const unwatch = watchDatabase(name, () => isUp);
  return {
    connection,
    isUp: () => isUp,
    breaks: () => breaks,
    close() {
      unwatch();
      return connection.close();
    },
  };
}

/** The database's own clock, in milliseconds; what its conditional writes compare with as $$NOW. */
export async function readDatabaseTime({ db }: Connection): Promise<number> {
  const [answer] = (await db?.aggregate([{ $documents: [{ now: "$$NOW" }] }]).toArray()) ?? [];
  return (answer as { now: Date }).now.getTime();
}

const outageNames = new Set([
  "MongoNetworkError",
  "MongoNetworkTimeoutError",
  "MongoServerSelectionError",
  "MongooseServerSelectionError",
  "MongoPoolClearedError",
  "PoolClearedError",
  "MongoNotConnectedError",
  "MongoTopologyClosedError",
  "MongoClientClosedError",
]);
/**
 * Interrupted or refused because the server is going down or changing its role; and the system's
 * own errors, which the driver lets through bare when a socket breaks while it is written to.
 */
const outageCodes = new Set<unknown>([
  91,
  189,
  10107,
  11600,
  11602,
  13435,
  13436,
  "EPIPE",
  "ECONNRESET",
]);

/** Whether an error means that the database was away, so that the outcome of a write is unknown. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A bulk write wraps whatever has ended it.
  const { errorResponse: within } = error as { errorResponse?: unknown };
  if (within instanceof Error && within !== error) return isOutage(within);
  return outageNames.has(error.name) || outageCodes.has((error as { code?: unknown }).code);
}

/** The index that a write has run into, or undefined when the error is another. */
export function duplicateKey(error: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: Record<string, unknown> };
  return code === 11000 ? (keyPattern ?? {}) : undefined;
}
