import type { mongo } from "mongoose";
import { sharedRounds } from "./rounds.ts";

const documentsMax = 200;
const atOnce = 1;

/**
 * Inserts documents of many requests by shared round trips; each insert succeeds or fails by itself,
 * with the very error of its own. A lost reply fails all of a round: each outcome is unknown.
 */
export function insertTogether<D extends mongo.Document>(
  collection: mongo.Collection<D>,
): (document: mongo.OptionalUnlessRequiredId<D>) => Promise<void> {
  type New = mongo.OptionalUnlessRequiredId<D>;
  const insertAlone = async (document: New): Promise<void> => {
    await collection.insertOne(document);
  };
  return sharedRounds<New, void>({
    itemsMax: documentsMax,
    atOnce,
    async send(documents) {
      const [only] = documents;
      if (documents.length === 1 && only) return Promise.allSettled([insertAlone(only)]);
      const failed = await insertAll(collection, documents);
      // The bulk does not say which index a document ran into: alone it says so once more.
      return Promise.allSettled(
        documents.map((document, index) =>
          failed.has(index) ? insertAlone(document) : Promise.resolve(),
        ),
      );
    },
  });
}

/** The positions of those that the server has refused, for whatever reason. */
async function insertAll<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  documents: readonly mongo.OptionalUnlessRequiredId<D>[],
): Promise<ReadonlySet<number>> {
  const operations = documents.map((document) => ({ insertOne: { document } }));
  try {
    await collection.bulkWrite(operations as never, { ordered: false });
    return new Set();
  } catch (error) {
    const refused = refusedIn(error);
    if (refused.length === 0) throw error;
    return new Set(refused.map(({ index }) => index));
  }
}

/** The positions of an unordered bulk write that ran into unique indexes; any other error is thrown. */
export function duplicatesIn(error: unknown): ReadonlySet<number> {
  const refused = refusedIn(error);
  if (refused.length === 0 || refused.some(({ code }) => code !== 11_000)) throw error;
  return new Set(refused.map(({ index }) => index));
}

function refusedIn(error: unknown): { index: number; code: number }[] {
  const { writeErrors } = error as { writeErrors?: unknown };
  return [writeErrors ?? []].flat() as { index: number; code: number }[];
}
