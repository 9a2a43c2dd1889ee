/** The collections of an installation, whose databases begin with its prefix. */
import type { Collection, Document, MongoClient } from "mongodb";

export type Stored = Document & { _id: string };

interface OwnCollection {
  /** The name of the database without the prefix. */
  readonly service: string;
  readonly collection: Collection<Stored>;
}

/** In the order of their databases. */
export async function collectionsOf(client: MongoClient, prefix: string): Promise<OwnCollection[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const own = databases.map(({ name }) => name).filter((name) => name.startsWith(`${prefix}-`));
  const found: OwnCollection[] = [];
  for (const name of own.toSorted())
    for (const { collectionName } of await client.db(name).collections()) {
      const collection = client.db(name).collection<Stored>(collectionName);
      if (!collectionName.startsWith("system."))
        found.push({ service: name.slice(prefix.length + 1), collection });
    }
  return found;
}
