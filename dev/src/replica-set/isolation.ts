/**
 * A primary that is cut off from its majority: what it applies is seen by local reads, no majority has it, and it is
 * undone unless the cut heals. What a majority has is kept beside: before the first write to a collection since the
 * cut, the collection is copied, and majority reads are answered from the copy.
 */
import type { mongo } from "mongoose";
import { type Command, type Document, withDocument, withFields } from "./command.ts";
import { isWrite, readsMajority } from "./concern.ts";
import { collectionOf } from "./fault.ts";
import type { Gate } from "./gate.ts";

export type Outcome = "healed" | "undone";

export interface Cut {
  readonly covers: (database: string) => boolean;
  /** Makes the copies that this command needs; call it before the command is let through the gate. */
  prepare(command: Command): Promise<void>;
  /** The command as it is to be applied: a majority read goes to the copies. */
  view(command: Command): Command;
  /** The outcome of everything that was applied since the cut. */
  readonly ended: Promise<Outcome>;
  /** Call it alone. */
  undo(): Promise<void>;
  end(outcome: Outcome): void;
}

interface CutOptions {
  /** Database of the copies: no other cut's. */
  readonly copies: string;
  readonly covers: (database: string) => boolean;
  readonly client: mongo.MongoClient;
  readonly gate: Gate;
}

interface Place {
  readonly database: string;
  readonly collection: string;
}

export function createCut({ copies, covers, client, gate }: CutOptions): Cut {
  /** By the copy's name. False: there was no such collection at the cut. */
  const copied = new Map<string, { place: Place; existed: boolean }>();
  const { promise: ended, resolve: end } = Promise.withResolvers<Outcome>();

  /** No write to it was let through since the cut: the first one waits for this. */
  async function copy(place: Place): Promise<void> {
    const name = copyOf(place);
    if (copied.has(name)) return;
    await gate.alone(async () => {
      if (copied.has(name)) return;
      const existed = await exists(client, place);
      if (existed) await overwrite(client, place, { database: copies, collection: name });
      copied.set(name, { place, existed });
    });
  }

  return {
    covers,
    ended,
    end,
    async prepare(command) {
      const places = placesOf(command);
      const isSplit = readsMajority(command) && places.some((place) => copied.has(copyOf(place)));
      // A join reads all its collections in one database: of the others there is a copy, too.
      if (isWrite(command) || (isSplit && places.length > 1))
        for (const place of places) await copy(place);
    },
    view(command) {
      const places = placesOf(command);
      const [first] = places;
      if (!readsMajority(command) || first === undefined || !copied.has(copyOf(first)))
        return command;
      const moved = withFields(command, { [command.name]: copyOf(first), $db: copies });
      if (places.length === 1) return moved;
      return withDocument(moved, withJoinsMoved(moved.document(), first.database) as Document);
    },
    async undo() {
      for (const [name, { place, existed }] of copied) {
        if (existed) await overwrite(client, { database: copies, collection: name }, place);
        else await client.db(place.database).dropCollection(place.collection);
      }
    },
  };
}

function copyOf({ database, collection }: Place): string {
  return `${database}.${collection}`;
}

/** The collections that a command reads or writes, its own one first. */
function placesOf(command: Command): Place[] {
  const own = collectionOf(command);
  if (own === undefined) return [];
  const joined = command.body.includes("$lookup") ? joinsIn(command.document()) : [];
  return [own, ...joined].map((collection) => ({ database: command.database, collection }));
}

function joinsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): string[] =>
    name === "$lookup" ? [String((inner as Document)["from"]), ...joinsIn(inner)] : joinsIn(inner),
  );
}

function withJoinsMoved(value: unknown, database: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withJoinsMoved(each, database));
  if (
    typeof value !== "object" ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const moved = withJoinsMoved(inner, database);
      if (name !== "$lookup") return [name, moved];
      const collection = String((inner as Document)["from"]);
      return [name, { ...(moved as Document), from: copyOf({ database, collection }) }];
    }),
  );
}

async function exists(
  client: mongo.MongoClient,
  { database, collection }: Place,
): Promise<boolean> {
  return client.db(database).listCollections({ name: collection }, { nameOnly: true }).hasNext();
}

/** In one step; the indexes of a collection that is there stay. */
async function overwrite(client: mongo.MongoClient, from: Place, to: Place): Promise<void> {
  await client
    .db(from.database)
    .collection(from.collection)
    .aggregate([{ $out: { db: to.database, coll: to.collection } }])
    .toArray();
}
