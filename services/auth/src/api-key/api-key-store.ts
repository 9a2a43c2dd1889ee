import { isRestricted, unrestricted } from "@slipway/contracts";
import {
  type OutboxEvent,
  type Relay,
  aggregates,
  type mongo,
  readEach,
  sweepRead,
} from "@slipway/store";
import type { ApiKeyDocument } from "../record/schema.ts";
import type { ApiKey } from "../record/api-key.ts";

/** Recognises a key's text. */
interface KeySecret {
  readonly keyId: string;
  readonly digestHash: string;
}

/** The hash of a secret's digest, and the name of the pepper that has made it. */
type SecretHash = Pick<ApiKeyDocument, "digestHash" | "pepperName">;

export interface ApiKeyStore {
  insert(tenantId: string, key: ApiKey & KeySecret & SecretHash, event: OutboxEvent): Promise<void>;
  /** Counts up to `limit`. */
  count(tenantId: string, limit: number): Promise<number>;
  /** The keys that can be read, newest first. */
  list<Item>(tenantId: string, itemOf: (key: ApiKey) => Item): Promise<Item[]>;
  /** Refuses NOT_FOUND, also when another removal was first. */
  remove(
    tenantId: string,
    id: string,
    now: number,
    eventFor: (key: ApiKey) => OutboxEvent,
  ): Promise<void>;
  /** Finds a key of any tenant: the key says which one. */
  findByKeyId(keyId: string): Promise<(ApiKey & KeySecret) | null>;
  /** Keeps another hash of the same secret; no change of the key, so it makes no event. */
  moveHash(key: Pick<ApiKey & KeySecret, "id" | "digestHash">, to: SecretHash): Promise<void>;
  /** How many keys are not hashed under the pepper of this name, as far as is known. */
  countUnderOthers(pepperName: string): Promise<number>;
  /** Moves lastUsedAt forward, never back; no change of the key, so it makes no event. */
  moveLastUses(uses: ReadonlyMap<string, Date>): Promise<void>;
}

export function apiKeyStore(
  collection: mongo.Collection<ApiKeyDocument>,
  relay: Relay,
): ApiKeyStore {
  const keys = aggregates(collection, relay);
  return {
    ...secretsOf(collection),
    async insert(tenantId, { id, tenantId: _, createdBy, scopes, ...given }, event) {
      const { restrictions, channel, ...key } = given;
      await keys.insert(
        tenantId,
        {
          ...key,
          _id: id,
          scopes: [...scopes],
          createdBy: { ...createdBy },
          ...(isRestricted(restrictions) ? { restrictions: { ...restrictions } } : {}),
          ...(channel ? { channel: { ...channel } } : {}),
        },
        event,
      );
    },
    count: (tenantId, limit) => keys.count(tenantId, {}, limit),
    async list(tenantId, itemOf) {
      const found = await keys.find(tenantId, {}, { sort: { createdAt: -1, _id: -1 } });
      return readEach(collection, found, (document) => itemOf(stateOf(document)));
    },
    async remove(tenantId, id, now, eventFor) {
      await keys.change(tenantId, id, now, (current) => ({
        remove: true,
        event: eventFor(stateOf(current)),
      }));
    },
  };
}

/** Reads and writes of key hashes and last uses, of any tenant and without an event. */
function secretsOf(
  collection: mongo.Collection<ApiKeyDocument>,
): Pick<ApiKeyStore, "findByKeyId" | "moveHash" | "countUnderOthers" | "moveLastUses"> {
  return {
    async findByKeyId(keyId) {
      const document = await collection.findOne({ keyId, live: true });
      return document && { ...stateOf(document), keyId, digestHash: document.digestHash };
    },
    async moveHash({ id, digestHash }, to) {
      await collection.updateOne({ _id: id, digestHash }, { $set: to });
    },
    countUnderOthers: (pepperName) =>
      collection.countDocuments({ live: true, pepperName: { $ne: pepperName } }, sweepRead),
    async moveLastUses(uses) {
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
  const { _id, tenantId, name, prefix, scopes, createdBy, createdAt, lastUsedAt } = document;
  const { restrictions = unrestricted, channel } = document;
  return {
    id: _id,
    tenantId,
    name,
    prefix,
    scopes,
    restrictions,
    channel,
    createdBy,
    createdAt,
    lastUsedAt,
  };
}
