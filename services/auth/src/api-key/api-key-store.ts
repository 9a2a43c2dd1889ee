import { isRestricted, unrestricted } from "@slipway/contracts";
import { changesOf } from "@slipway/events";
import {
  type OutboxEvent,
  type Relay,
  aggregates,
  fieldsOf,
  type mongo,
  readEach,
  recordsOf,
  sweepRead,
} from "@slipway/store";
import type { ApiKeyDocument } from "../record/schema.ts";
import { type ApiKey, apiKeyRecord } from "../record/api-key.ts";

interface KeySecret {
  readonly keyId: string;
  readonly digestHash: string;
}

/** The hash of a secret's digest, and the name of the pepper that has made it. */
type SecretHash = Pick<ApiKeyDocument, "digestHash" | "pepperName">;

export function apiKeyStore(collection: mongo.Collection<ApiKeyDocument>, relay: Relay) {
  const keys = aggregates(collection, relay);
  return {
    ...secretsOf(collection),
    ...changesOf(recordsOf(keys, stateOf), apiKeyRecord),
    async insert(
      tenantId: string,
      { id, tenantId: _, restrictions, channel, ...key }: ApiKey & KeySecret & SecretHash,
      event: OutboxEvent,
    ) {
      const given = {
        ...(isRestricted(restrictions) && { restrictions }),
        ...(channel && { channel }),
      };
      await keys.insert(tenantId, { ...key, ...given, _id: id }, event);
    },
    count: (tenantId: string, limit: number) => keys.count(tenantId, {}, limit),
    /** The keys that can be read, newest first. */
    async list<Item>(tenantId: string, itemOf: (key: ApiKey) => Item) {
      const found = await keys.find(tenantId, {}, { sort: { createdAt: -1, _id: -1 } });
      return readEach(collection, found, (document) => itemOf(stateOf(document)));
    },
  };
}

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

/** Reads and writes of key hashes and last uses, of any tenant and without an event. */
function secretsOf(collection: mongo.Collection<ApiKeyDocument>) {
  return {
    /** Finds a key of any tenant: the key says which one. */
    async findByKeyId(keyId: string): Promise<(ApiKey & KeySecret) | null> {
      const document = await collection.findOne({ keyId, live: true });
      return document && { ...stateOf(document), keyId, digestHash: document.digestHash };
    },
    /** Keeps another hash of the same secret; no change of the key, so it makes no event. */
    async moveHash(
      { id, digestHash }: Pick<ApiKey & KeySecret, "id" | "digestHash">,
      to: SecretHash,
    ) {
      await collection.updateOne({ _id: id, digestHash }, { $set: to });
    },
    /** How many keys are not hashed under the pepper of this name, as far as is known. */
    countUnderOthers: (pepperName: string) =>
      collection.countDocuments({ live: true, pepperName: { $ne: pepperName } }, sweepRead),
    /** Moves lastUsedAt forward, never back; no change of the key, so it makes no event. */
    async moveLastUses(uses: ReadonlyMap<string, Date>) {
      if (uses.size === 0) return;
      const writes = [...uses].map(([id, lastUsedAt]) => ({
        updateOne: { filter: { _id: id }, update: { $max: { lastUsedAt } } },
      }));
      // A lost time of use is no loss: it need not wait for the journal.
      await collection.bulkWrite(writes, {
        ordered: false,
        writeConcern: { w: 1, journal: false },
      });
    },
  };
}

function stateOf(document: ApiKeyDocument): ApiKey {
  const { keyId: _, digestHash: _hash, pepperName: _name, ...key } = fieldsOf(document);
  return { restrictions: unrestricted, ...key };
}
