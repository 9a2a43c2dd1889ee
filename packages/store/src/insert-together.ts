import { refuse } from "@slipway/broker";
import type { mongo } from "mongoose";
import { sharedRounds } from "./rounds.ts";

const documentsMax = 200;
const atOnce = 1;

/** A document on its way; `isLate` says whether it may not be sent any more. */
interface Insert<D extends mongo.Document> {
  readonly document: mongo.OptionalUnlessRequiredId<D>;
  readonly isLate: () => boolean;
}

/**
 * Inserts documents of many requests by shared round trips; each insert succeeds or fails by itself,
 * with the very error of its own. A lost reply fails all of a round: each outcome is unknown. A
 * document waits for the round trip before its own, so whether it is late is asked when it is sent:
 * a late one is refused with SERVICE_UNAVAILABLE, and nothing was done.
 */
export function insertTogether<D extends mongo.Document>(
  collection: mongo.Collection<D>,
): (insert: Insert<D>) => Promise<void> {
  const insertAlone = async ({ document, isLate }: Insert<D>): Promise<void> => {
    if (isLate()) throw refuse("SERVICE_UNAVAILABLE");
    await collection.insertOne(document);
  };
  return sharedRounds<Insert<D>, void>({
    itemsMax: documentsMax,
    atOnce,
    async send(inserts) {
      if (inserts.length === 1) return Promise.allSettled(inserts.map(insertAlone));
      const { late = [], inTime = [] } = Object.groupBy(inserts, ({ isLate }) =>
        isLate() ? "late" : "inTime",
      );
      const left = new Set([...late, ...(await insertAll(collection, inTime))]);
      // The bulk does not say which index a document ran into: alone it says so once more.
      return Promise.allSettled(
        inserts.map(async (insert) => (left.has(insert) ? insertAlone(insert) : undefined)),
      );
    },
  });
}

/** Those that the server has refused, for whatever reason. */
async function insertAll<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  inserts: readonly Insert<D>[],
): Promise<readonly Insert<D>[]> {
  if (inserts.length === 0) return [];
  const operations = inserts.map(({ document }) => ({ insertOne: { document } }));
  try {
    await collection.bulkWrite(operations as never, { ordered: false });
    return [];
  } catch (error) {
    const refused = new Set(refusedIn(error).map(({ index }) => index));
    if (refused.size === 0) throw error;
    return inserts.filter((_, index) => refused.has(index));
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
