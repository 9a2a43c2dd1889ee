import {
  type Aggregate,
  type CollectionOptions,
  type OutboxEvent,
  type Relay,
  aggregates,
  duplicateKey,
  type mongo,
} from "@slipway/store";
import { type User, emailKey } from "./user.ts";

export interface UserDocument extends Aggregate {
  email: string;
  emailKey: string;
  name: string;
  scopes: string[];
  passwordHash: string;
}

export const userFields = {
  email: { type: String, required: true },
  emailKey: { type: String, required: true },
  name: { type: String, required: true },
  scopes: { type: [String], required: true },
  passwordHash: { type: String, required: true },
};

/** Unique in the installation, not in the tenant: a login names no tenant. */
export const userIndexes: CollectionOptions = {
  indexes: [[{ emailKey: 1 }, { unique: true, partialFilterExpression: { live: true } }]],
};

export interface UserStore {
  /** False when the e-mail is taken, by whatever tenant's user. */
  insert(
    tenantId: string,
    user: User & { passwordHash: string },
    event: OutboxEvent,
  ): Promise<boolean>;
}

export function userStore(collection: mongo.Collection<UserDocument>, relay: Relay): UserStore {
  const users = aggregates(collection, relay);
  return {
    async insert(tenantId, { id, email, name, scopes, passwordHash, createdAt }, event) {
      const document = {
        _id: id,
        email,
        emailKey: emailKey(email),
        name,
        scopes: [...scopes],
        passwordHash,
        createdAt,
      };
      try {
        await users.insert(tenantId, document, event);
        return true;
      } catch (error) {
        // The unique index decides between two users made at once with one e-mail.
        if (duplicateKey(error)?.["emailKey"]) return false;
        throw error;
      }
    },
  };
}
