import { type OutboxEvent, type Relay, aggregates, duplicateKey, type mongo } from "@slipway/store";
import type { UserDocument } from "../schema.ts";
import { type User, emailKey } from "./user.ts";

export interface UserSecret {
  readonly passwordHash: string;
}

/** What the operator changes of a user. */
export type UserChange = Partial<
  Pick<User, "disabledAt" | "passwordChangedAt" | "sessionEpoch"> & UserSecret
>;

export interface UserStore {
  /** False when the e-mail is taken, by whatever tenant's user. */
  insert(tenantId: string, user: User & UserSecret, event: OutboxEvent): Promise<boolean>;
  get(tenantId: string, id: string): Promise<User | null>;
  /** Of whichever tenant: a log-in names none. */
  findByEmail(email: string): Promise<(User & UserSecret) | null>;
  /** Decides on the user as it is; null changes nothing. Refuses NOT_FOUND. */
  change(
    { tenantId, id }: Pick<User, "tenantId" | "id">,
    now: number,
    decide: (user: User) => UserChange | null,
    eventFor: (before: User, after: User) => OutboxEvent,
  ): Promise<User>;
}

export function userStore(collection: mongo.Collection<UserDocument>, relay: Relay): UserStore {
  const users = aggregates(collection, relay);
  return {
    async insert(tenantId, { id, tenantId: _, email, scopes, ...user }, event) {
      const document = { ...user, _id: id, email, emailKey: emailKey(email), scopes: [...scopes] };
      try {
        await users.insert(tenantId, document, event);
        return true;
      } catch (error) {
        // The unique index decides between two users made at once with one e-mail.
        if (duplicateKey(error)?.["emailKey"]) return false;
        throw error;
      }
    },
    async get(tenantId, id) {
      const document = await users.get(tenantId, id);
      return document && stateOf(document);
    },
    async findByEmail(email) {
      const document = await collection.findOne({ emailKey: emailKey(email), live: true });
      return document && { ...stateOf(document), passwordHash: document.passwordHash };
    },
    async change({ tenantId, id }, now, decide, eventFor) {
      const changed = await users.change(tenantId, id, now, (document) => {
        const before = stateOf(document);
        const set = decide(before);
        return set && { set, event: eventFor(before, { ...before, ...set }) };
      });
      return stateOf(changed);
    },
  };
}

function stateOf(document: UserDocument): User {
  const { _id, tenantId, email, name, scopes, createdAt } = document;
  const { passwordChangedAt, disabledAt, sessionEpoch } = document;
  return {
    id: _id,
    tenantId,
    email,
    name,
    scopes,
    createdAt,
    // A user made before there were sessions has none of these.
    passwordChangedAt: passwordChangedAt ?? createdAt,
    disabledAt: disabledAt ?? null,
    sessionEpoch: sessionEpoch ?? 0,
  };
}
