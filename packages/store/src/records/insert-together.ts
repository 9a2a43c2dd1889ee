import { refuse } from "@slipway/broker";
import type { mongo } from "mongoose";
import { batchRequests } from "./batch-requests.ts";

const documentsMax = 200;
const atOnce = 1;

/** A document on its way; `isLate` says whether it may not be sent any more. */
interface Insert<D extends mongo.Document> {
  readonly document: mongo.OptionalUnlessRequiredId<D>;
  readonly isLate: () => boolean;
}

/**
 * Inserts documents of many requests by shared round trips; each insert succeeds or fails by itself. One that ran into
 * a unique index fails with the very error of its own, which names the index. A lost reply fails all that were sent:
 * each outcome is unknown. A document waits for the round trip before its own. So it is asked when it is sent whether
 * it is late. A late one is refused with SERVICE_UNAVAILABLE, and nothing was done.
 */
export function insertTogether<D extends mongo.Document>(
  collection: mongo.Collection<D>,
): (insert: Insert<D>) => Promise<void> {
  return batchRequests<Insert<D>, void>({
    itemsMax: documentsMax,
    atOnce,
    async send(inserts) {
      const late = new Set(inserts.filter(({ isLate }) => isLate()));
      const outcomes = await sendTogether(
        collection,
        inserts.filter((insert) => !late.has(insert)),
      );
      return inserts.map(
        (insert) =>
          outcomes.get(insert) ?? { status: "rejected", reason: refuse("SERVICE_UNAVAILABLE") },
      );
    },
  });
}

type Outcomes<D extends mongo.Document> = ReadonlyMap<Insert<D>, PromiseSettledResult<void>>;

async function sendTogether<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  inserts: readonly Insert<D>[],
): Promise<Outcomes<D>> {
  const isAlone = inserts.length <= 1;
  const failures = isAlone ? new Map<Insert<D>, Failure>() : await insertAll(collection, inserts);
  const settled = await Promise.allSettled(
    inserts.map(async (insert) => {
      const failure = failures.get(insert);
      if (failure instanceof Error) throw failure;
      // The bulk does not say which index a document ran into: alone it says so once more.
      if (failure === "taken" && insert.isLate()) throw refuse("OUTCOME_UNKNOWN");
      if (failure === "taken" || isAlone) await collection.insertOne(insert.document);
    }),
  );
  return new Map(settled.map((outcome, index) => [inserts[index] as Insert<D>, outcome]));
}

/** The reason why a bulk has not inserted a document: it ran into a unique index, or another error. */
type Failure = "taken" | Error;

/** The failures of a bulk, by insert. If the bulk's error names no insert, all of them have failed with it. */
async function insertAll<D extends mongo.Document>(
  collection: mongo.Collection<D>,
  inserts: readonly Insert<D>[],
): Promise<ReadonlyMap<Insert<D>, Failure>> {
  const operations = inserts.map(({ document }) => ({ insertOne: { document } }));
  try {
    await collection.bulkWrite(operations as never, { ordered: false });
    return new Map();
  } catch (thrown) {
    const error = thrown as Error;
    const refused = refusedIn(error);
    if (refused.length === 0) return new Map(inserts.map((insert) => [insert, error]));
    return new Map(
      refused.map(({ index, code }) => [
        inserts[index] as Insert<D>,
        code === 11_000 ? "taken" : error,
      ]),
    );
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
