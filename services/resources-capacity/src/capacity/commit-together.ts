import { type mongo, sharedRounds } from "@slipway/store";
import type { LedgerDocument } from "./ledger-store.ts";

/** One ledger's write: conditional on the revision, and marked by a token of its own. */
export interface Commit {
  readonly token: string;
  readonly filter: { _id: string; tenantId: string; revision: number };
  readonly update: mongo.UpdateFilter<LedgerDocument>;
}

const ledgersMax = 100;
const atOnce = 2;

/**
 * Writes ledgers that are ready at the same time by one unordered bulk write, each by its own
 * filter; answers of each whether it matched, or undefined where others have written over it
 * before that could be seen. A lost reply fails all of a round.
 */
export function commitTogether(
  collection: mongo.Collection<LedgerDocument>,
): (commit: Commit) => Promise<boolean | undefined> {
  return sharedRounds<Commit, boolean | undefined>({
    itemsMax: ledgersMax,
    atOnce,
    async send(commits) {
      const [only] = commits;
      const matched =
        commits.length === 1 && only
          ? [await commitAlone(collection, only)]
          : await commitAll(collection, commits);
      return matched.map((value) => ({ status: "fulfilled", value }));
    },
  });
}

async function commitAlone(
  collection: mongo.Collection<LedgerDocument>,
  { filter, update }: Commit,
): Promise<boolean> {
  return (await collection.updateOne(filter, update)).matchedCount === 1;
}

/** The bulk tells how many matched; only where some did not are the tokens looked at. */
async function commitAll(
  collection: mongo.Collection<LedgerDocument>,
  commits: readonly Commit[],
): Promise<(boolean | undefined)[]> {
  const operations = commits.map(({ filter, update }) => ({ updateOne: { filter, update } }));
  const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
  if (matchedCount === commits.length) return commits.map(() => true);
  const ids = commits.map(({ filter }) => filter._id);
  const projection = { commit: 1, revision: 1 } as const;
  const found = await collection.find({ _id: { $in: ids } }, { projection }).toArray();
  const now = new Map(found.map((ledger) => [ledger._id, ledger]));
  return commits.map((commit) => isWritten(commit, now.get(commit.filter._id)));
}

function isWritten(
  { token, filter }: Commit,
  ledger: { commit: string; revision: number } | undefined,
): boolean | undefined {
  if (ledger?.commit === token) return true;
  // Beyond the next revision somebody has written since: before or after this one, nobody can tell.
  return ledger && ledger.revision > filter.revision + 1 ? undefined : false;
}
