import { migration } from "@slipway/store";
import type { ClaimDocument } from "./schema.ts";
import type { LedgerDocument } from "./ledger-document.ts";

const wordsBefore = ["lines", "moves", "entries", "hasEntries"] as const;

/** The claim log as it is stored now: its texts say CONFIRMED where they said FIRM. */
const log = {
  $arrayToObject: {
    $map: {
      input: { $objectToArray: { $ifNull: ["$entries", {}] } },
      as: "entry",
      in: {
        k: "$$entry.k",
        v: {
          $replaceAll: {
            input: "$$entry.v",
            find: '"state":"FIRM"',
            replacement: '"state":"CONFIRMED"',
          },
        },
      },
    },
  },
};

/** Gives a ledger's fields from before 0.1.0 the words of the code. */
export const ledgerWords = migration<LedgerDocument>({
  name: "replace-ledger-words",
  collection: "ledgers",
  waiting: { lines: { $exists: true } },
  isRequired: true,
  change: (ledgers, documents) =>
    ledgers.updateMany(
      { _id: { $in: documents.map(({ _id }) => _id) }, lines: { $exists: true } },
      [
        {
          $set: {
            usages: "$lines",
            rebookings: "$moves",
            log,
            hasLog: "$hasEntries",
            // Race: an old process that still runs filters the version that it has read, and writes nothing.
            revision: { $add: ["$revision", 1] },
          },
        },
        { $unset: [...wordsBefore] },
      ],
    ),
});

/** Gives a confirmed claim from before 0.1.0 the code's word for its state. */
export const claimWords = migration<ClaimDocument>({
  name: "replace-claim-words",
  collection: "claims",
  waiting: { state: "FIRM" } as object,
  isRequired: true,
  change: (claims, documents) =>
    claims.updateMany({ _id: { $in: documents.map(({ _id }) => _id) }, state: "FIRM" } as object, {
      $set: { state: "CONFIRMED" },
    }),
});
