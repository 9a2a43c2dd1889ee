import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "@slipway/broker";
import {
  type OutboxEvent,
  type Relay,
  aggregates,
  duplicateKey,
  type mongo,
  nextVersion,
  ofTenant,
  versionOf,
} from "@slipway/store";
import { ownerRaisesMax, ownerYieldMs } from "../constants.ts";
import type { UserDocument } from "./schema.ts";
import { type User, type UserChange, type UserSecret, emailKey } from "./user.ts";

export type UserWithSecret = User & UserSecret;
type Named = Pick<User, "tenantId" | "id">;
type Decision = UserChange | null;

export interface UserStore {
  /** False when the e-mail is taken, by whatever tenant's user. */
  insert(tenantId: string, user: UserWithSecret, event: OutboxEvent): Promise<boolean>;
  get(tenantId: string, id: string): Promise<UserWithSecret | null>;
  /** Newest first. */
  list(tenantId: string): Promise<User[]>;
  count(tenantId: string, limit: number): Promise<number>;
  /** Of whichever tenant: a log-in names none. */
  findByEmail(email: string): Promise<UserWithSecret | null>;
  /** Of whichever tenant: the token is what says which one. */
  findBySetup(tokenHash: string): Promise<User | null>;
  /** Decides on the user as it is; null changes nothing. Refuses NOT_FOUND. */
  change(
    user: Named,
    now: number,
    decide: (user: User) => Decision | Promise<Decision>,
    eventFor: (before: User, after: User) => OutboxEvent,
  ): Promise<User>;
  /**
   * Whether another owner stays when this user is one no more. Between the read of this user and the write, it raises
   * that owner's version. So of two owners who take each other's place, one write fails.
   * @param attempt of deciding on this user, from 1.
   */
  keepOwner(leaving: Named, attempt: number): Promise<boolean>;
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
      return document && withSecret(document);
    },
    async list(tenantId) {
      return (await users.find(tenantId, {}, { sort: { createdAt: -1, _id: -1 } })).map(stateOf);
    },
    count: (tenantId, limit) => users.count(tenantId, {}, limit),
    async findByEmail(email) {
      const document = await collection.findOne({ emailKey: emailKey(email), live: true });
      return document && withSecret(document);
    },
    async findBySetup(tokenHash) {
      const document = await collection.findOne({ "setup.tokenHash": tokenHash, live: true });
      return document && stateOf(document);
    },
    async change({ tenantId, id }, now, decide, eventFor) {
      const changed = await users.change(tenantId, id, now, async (document) => {
        const before = stateOf(document);
        const set = storedFields(await decide(before));
        return set && { set, event: eventFor(before, { ...before, ...set }) };
      });
      return stateOf(changed);
    },
    keepOwner: (leaving, attempt) => keepOwner(collection, leaving, attempt),
  };
}

function storedFields(decision: Decision) {
  if (!decision) return null;
  const { scopes, ...fields } = decision;
  return { ...fields, ...(scopes ? { scopes: [...scopes] } : {}) };
}

/**
 * Two owners who take each other's place fail each other's write, and would again at once. So the one
 * whose target has the lower id waits from the second attempt on, and the other one comes through.
 */
async function keepOwner(
  collection: mongo.Collection<UserDocument>,
  { tenantId, id }: Named,
  attempt: number,
): Promise<boolean> {
  const isOwner = { scopes: "*", disabledAt: null, passwordHash: { $type: "string" }, live: true };
  const filter = ofTenant(tenantId, { ...isOwner, _id: { $ne: id } }) as object;
  for (let raise = 0; raise < ownerRaisesMax; raise++) {
    const owner = await collection.findOne(filter, { sort: { _id: 1 } });
    if (!owner) return false;
    if (attempt > 1 && id < owner._id) await pause(ownerYieldMs * attempt);
    // The version in the filter: one that has been read as an owner is still one when it is raised.
    const read = ofTenant(tenantId, { ...versionOf(owner), live: true }) as object;
    const raised = await collection.updateOne(read, nextVersion());
    if (raised.matchedCount === 1) return true;
  }
  throw refuse("VERSION_CONFLICT");
}

function withSecret(document: UserDocument): UserWithSecret {
  return { ...stateOf(document), passwordHash: document.passwordHash };
}

function stateOf(document: UserDocument): User {
  const { _id, tenantId, email, name, scopes, createdAt } = document;
  const { passwordChangedAt, disabledAt, sessionEpoch, setup } = document;
  return {
    id: _id,
    tenantId,
    email,
    name,
    scopes,
    createdAt,
    // A user made before there were sessions has none of these.
    passwordChangedAt: passwordChangedAt === undefined ? createdAt : passwordChangedAt,
    disabledAt: disabledAt ?? null,
    sessionEpoch: sessionEpoch ?? 0,
    setup: setup ?? null,
  };
}
