import { migration } from "@slipway/store";
import type { ApiKeyDocument } from "./schema.ts";

/**
 * Gives each key from before 0.1.0 its bare key id and the hash of its digest alone. A key without that hash has not been used
 * since such hashes are made: from now on it lets nobody in.
 */
export const keyHashes = migration<ApiKeyDocument>({
  name: "replace-key-hashes",
  collection: "api_keys",
  waiting: { secretHash: { $exists: true } },
  isRequired: true,
  change: (keys, documents) =>
    keys.updateMany({ _id: { $in: documents.map(({ _id }) => _id) } }, [
      {
        $set: {
          // "restricted:…" and "channel:…".
          keyId: { $last: { $split: ["$keyId", ":"] } },
          digestHash: { $ifNull: ["$digestHash", ""] },
          pepperName: { $ifNull: ["$pepperName", ""] },
        },
      },
      { $unset: ["secretHash"] },
    ]),
});
