/**
 * Stands in for packages/store/src/connect.ts in a run (see hooks.ts): the services open their
 * databases here, make their own collections and stores on it, and notice nothing.
 */
import type { Schema } from "mongoose";
import type { Database } from "../../../packages/store/src/connect.ts";
import { SimulatedCollection } from "./collection.ts";
import type { Engine } from "./engine.ts";

let engine: Engine | undefined;

/** Where databases are opened from now on. */
export function connectTo(next: Engine): void {
  engine = next;
}

/** Opens a service's database in the engine of the run. */
export function openDatabase(_uri: string, name: string): Promise<Database> {
  if (!engine) throw new Error("no run has begun");
  const connection = connectionTo(engine, name);
  return Promise.resolve({
    connection: connection as never,
    isUp: () => true,
    breaks: () => 0,
    close: () => Promise.resolve(),
  });
}

/** What a replica believes: its clock is not put right, so that runs show what a wrong one does. */
export function readDatabaseTime(): Promise<number> {
  return Promise.resolve(Date.now());
}

function connectionTo(into: Engine, name: string): object {
  const collection = (of: string): SimulatedCollection =>
    new SimulatedCollection(into, into.table(of), name);
  return {
    name,
    collection,
    model: (of: string, schema: Schema) => {
      for (const [fields, options] of schema.indexes() as [object, IndexOptions][])
        if (options.unique)
          into.table(of).addIndex({
            fields: Object.keys(fields),
            among: options.partialFilterExpression ?? {},
          });
      const made = Promise.resolve();
      return {
        collection: collection(of),
        createCollection: () => made,
        createIndexes: () => made,
      };
    },
    getClient: () => ({ db: () => ({ collection }) }),
  };
}

interface IndexOptions {
  unique?: boolean;
  partialFilterExpression?: object;
}
