import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "@slipway/broker";
import {
  type Aggregates,
  type OutboxEvent,
  type Relay,
  aggregates,
  duplicateKey,
  fieldsOf,
  type mongo,
  nextVersion,
  ofTenant,
  readEach,
  recordsOf,
  sweepRead,
  versionOf,
} from "@slipway/store";
import { ownerRaisesMax, ownerYieldMs } from "../constants.ts";
import type { UserDocument } from "./schema.ts";
import type { PendingLimit, Proof } from "./second-factor.ts";
import { type User, type UserChange, type UserWithSecret, emailKey, newUser } from "./user.ts";

type Named = Pick<User, "tenantId" | "id">;
type Decision = UserChange | null;

export function userStore(collection: mongo.Collection<UserDocument>, relay: Relay) {
  const users = aggregates(collection, relay);
  return {
    /** False when the e-mail is taken, by whatever tenant's user, or the provider's person is a user already. */
    async insert(
      tenantId: string,
      { id, tenantId: _, ...user }: UserWithSecret,
      event: OutboxEvent,
    ) {
      try {
        await users.insert(tenantId, { ...user, _id: id, emailKey: emailKey(user.email) }, event);
        return true;
      } catch (error) {
        // The unique indexes decide between two users made at once with one e-mail, or for one person of a provider.
        const taken = duplicateKey(error);
        if (taken?.["emailKey"] ?? taken?.["identity"]) return false;
        throw error;
      }
    },
    ...readsOf(users, collection),
    ...findersOf(collection),
    ...pendingFactorsOf(collection),
    ...factorsOf(collection),
    /** Decides on the user as it is; null changes nothing. Refuses NOT_FOUND. */
    async change(
      { tenantId, id }: Named,
      now: number,
      decide: (user: User) => Decision | Promise<Decision>,
      eventFor: (before: User, after: User) => OutboxEvent,
    ) {
      const changed = await users.change(tenantId, id, now, async (document) => {
        const before = stateOf(document);
        const set = await decide(before);
        return set && { set, event: eventFor(before, { ...before, ...set }) };
      });
      return stateOf(changed);
    },
    /**
     * Whether another owner stays when this user is one no more. Between the read of this user and the write, it raises
     * that owner's version. So of two owners who take each other's place, one write fails.
     * @param attempt of deciding on this user, from 1.
     */
    keepOwner: (leaving: Named, attempt: number) => keepOwner(collection, leaving, attempt),
  };
}

export type UserStore = ReturnType<typeof userStore>;

function readsOf(users: Aggregates<UserDocument>, collection: mongo.Collection<UserDocument>) {
  return {
    get: recordsOf(users, withSecret).get,
    /** The users that can be read, newest first. */
    async list<Item>(tenantId: string, itemOf: (user: User) => Item) {
      const found = await users.find(tenantId, {}, { sort: { createdAt: -1, _id: -1 } });
      return readEach(collection, found, (document) => itemOf(stateOf(document)));
    },
    count: (tenantId: string, limit: number) => users.count(tenantId, {}, limit),
  };
}

function findersOf(collection: mongo.Collection<UserDocument>) {
  return {
    /** A log-in names no tenant. */
    async findByEmail(email: string) {
      const document = await collection.findOne({ emailKey: emailKey(email), live: true });
      return document && withSecret(document);
    },
    /** An identity provider names no tenant. */
    async findByIdentity(identity: string) {
      const document = await collection.findOne({ identity, live: true });
      return document && stateOf(document);
    },
    /** The token says which tenant. */
    async findBySetup(tokenHash: string) {
      const document = await collection.findOne({ "setup.tokenHash": tokenHash, live: true });
      return document && stateOf(document);
    },
  };
}

/** Writes of secrets that wait for their code. They make no event. */
function pendingFactorsOf(collection: mongo.Collection<UserDocument>) {
  return {
    /** Keeps a secret that a code must confirm; no change of the user yet. False where the second factor changed meanwhile. */
    async keepPendingFactor(
      { tenantId, id, secondFactorAt }: Named & Pick<User, "secondFactorAt">,
      pending: { readonly pendingFactor: string; readonly pendingLimit: PendingLimit },
    ) {
      // Race: a factor confirmed since the user was read is not replaced without a code of it. Null also finds users without the field.
      const filter = ofTenant(tenantId, { _id: id, live: true, secondFactorAt }) as object;
      return (await collection.updateOne(filter, { $set: pending })).matchedCount === 1;
    },
    /** Takes a guess at the secret that waits. False where none is left, or the secret has expired or is another. */
    async spendGuess({ tenantId, id }: Named, pendingFactor: string, now: Date) {
      // Race: of guesses at once each takes its own before its code is tested, so none is free.
      const waits = { "pendingLimit.until": { $gt: now }, "pendingLimit.guessesLeft": { $gt: 0 } };
      const filter = ofTenant(tenantId, { _id: id, live: true, pendingFactor, ...waits }) as object;
      const spent = { $inc: { "pendingLimit.guessesLeft": -1 } };
      return (await collection.updateOne(filter, spent)).matchedCount === 1;
    },
  };
}

/** Reads and writes of second factors that make no event. */
function factorsOf(collection: mongo.Collection<UserDocument>) {
  return {
    /** Uses a proof up, and seals the app's secret anew where that is given. False where the proof was used meanwhile. */
    async spendProof({ tenantId, id }: Named, proof: Proof, sealed?: string) {
      // The filter decides between two log-ins with one code: the later one finds it used.
      const unused =
        proof.by === "APP"
          ? { "secondFactor.usedStep": { $lt: proof.step } }
          : { "secondFactor.recoveryHashes": proof.hash };
      const used =
        proof.by === "APP"
          ? {
              $set: {
                "secondFactor.usedStep": proof.step,
                ...(sealed && { "secondFactor.sealed": sealed }),
              },
            }
          : { $pull: { "secondFactor.recoveryHashes": proof.hash } };
      const filter = ofTenant(tenantId, { _id: id, live: true, ...unused }) as object;
      return (await collection.updateOne(filter, used)).matchedCount === 1;
    },
    /** How many second factors are not sealed by the key of this name. */
    countSealedByOthers: (keyName: string) =>
      collection.countDocuments(
        {
          live: true,
          secondFactorAt: { $type: "date" },
          "secondFactor.sealed": { $not: { $regex: `^${keyName}\\.` } },
        },
        sweepRead,
      ),
  };
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
  const isText = { $type: "string" };
  const canLogIn = { $or: [{ passwordHash: isText }, { identity: isText }] };
  const isOwner = { scopes: "*", disabledAt: null, ...canLogIn, live: true };
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
  return newUser(fieldsOf(document));
}

function stateOf(document: UserDocument): User {
  const {
    passwordHash: _,
    secondFactor: _factor,
    pendingFactor: _pending,
    pendingLimit: _limit,
    ...user
  } = withSecret(document);
  return user;
}
