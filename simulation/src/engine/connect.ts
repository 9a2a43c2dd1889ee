/**
 * Stands in for connect.ts and watch-releases.ts of packages/store in a run (see hooks.ts): the services open their
 * databases here, make their own collections and stores on it, and notice nothing.
 */
import type { Schema } from "mongoose";
import type { Database } from "../../../packages/store/src/connection/connect.ts";
import type { ReleaseWatch } from "../../../packages/store/src/migration/watch-releases.ts";
import { SimulatedCollection } from "./collection.ts";
import { type Engine, atOnce } from "./engine.ts";
import type { Server } from "./server.ts";

let engine: Engine | undefined;

/** Makes databases open on this engine from now on. */
export function connectTo(next: Engine): void {
  engine = next;
}

/** A server is taken for gone when a heartbeat has missed it. */
const heartbeatMs = 500;

/** Opens a service's database in the engine. */
export function openDatabase(_uri: string, name: string): Promise<Database> {
  if (!engine) throw new Error("no run has begun");
  const { scheduler } = engine;
  const server = engine.serverOf(name);
  // As in watch-primary.ts: incremented before any operation goes to a new primary.
  let seen = server.term;
  server.onNoticed(scheduler.current, () => (seen = server.term));
  return Promise.resolve({
    connection: connectionTo(engine, server, { name, term: () => seen }) as never,
    isUp: () => scheduler.now - (server.downSince ?? scheduler.now) < heartbeatMs,
    breaks: () => seen,
    close: () => Promise.resolve(),
  });
}

/** One release runs, and may; indexes are made where a model is. */
export function watchReleases(): ReleaseWatch {
  return {
    note: () => Promise.resolve(),
    isTooOld: () => false,
    hasIndex: () => true,
    hasMigrated: () => true,
    jobs: [],
  };
}

/** The clock of the server's primary. */
export function readDatabaseTime(connection: unknown): Promise<number> {
  return (connection as SimulatedConnection).readTime();
}

interface SimulatedConnection extends Record<string, unknown> {
  readTime(): Promise<number>;
}

/** @param term of the primary that this connection's process takes for the present one. */
function connectionTo(
  into: Engine,
  server: Server,
  { name, term }: { name: string; term: () => number },
): SimulatedConnection {
  const collection = (of: string): SimulatedCollection =>
    new SimulatedCollection(into, server, { table: server.table(of), dbName: name });
  return {
    async readTime() {
      const { scheduler } = into;
      const { current, now } = scheduler;
      const asked = term();
      const begin = () => atOnce(() => server.now);
      const read = await into.carryOut({ label: "time", server, begin, isAcknowledged: false });
      const inexactMs = scheduler.now - now;
      // Half of the way is what keep-time.ts takes for inexact.
      const lagMs = scheduler.now - read + inexactMs / 2;
      const isOfPresent = (): boolean => term() === asked;
      into.timeErrors.set(collection, { process: current, lagMs, inexactMs, isOfPresent });
      return read;
    },
    name,
    collection,
    model: (of: string, schema: Schema) => {
      for (const [fields, options] of schema.indexes() as [object, IndexOptions][])
        if (options.unique)
          server.table(of).addIndex({
            fields: Object.keys(fields),
            among: options.partialFilterExpression ?? {},
          });
      return {
        collection: collection(of),
        // They are made above.
        diffIndexes: () => Promise.resolve({ toDrop: [], toCreate: [] }),
      };
    },
    getClient: () => ({ db: () => ({ collection }) }),
  };
}

interface IndexOptions {
  unique?: boolean;
  partialFilterExpression?: object;
}
