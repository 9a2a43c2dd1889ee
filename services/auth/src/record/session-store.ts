import { type OutboxEvent, type Relay, aggregates, type mongo, readEach } from "@slipway/store";
import { sessionIdleMs } from "../constants.ts";
import type { SessionDocument } from "./schema.ts";
import type { Session } from "./session.ts";

export interface SessionStore {
  insert(session: Session & { tokenHash: string }, event: OutboxEvent): Promise<void>;
  /** Finds a session of any tenant: the token says which one. */
  findByTokenHash(tokenHash: string): Promise<Session | null>;
  get(tenantId: string, id: string): Promise<Session | null>;
  /** The sessions that can be read. */
  listOfUser<Item>(
    tenantId: string,
    userId: string,
    itemOf: (session: Session) => Item,
  ): Promise<Item[]>;
  /** Some that have ended by themselves, of every tenant. */
  listOver(now: number, limit: number): Promise<Session[]>;
  /** Refuses NOT_FOUND, also when another removal was first. */
  remove(
    session: Pick<Session, "id" | "tenantId">,
    now: number,
    eventFor: (session: Session) => OutboxEvent,
  ): Promise<void>;
  /** Moves seenAt forward, never back; no change of the session, so it makes no event. */
  touch(id: string, seenAt: Date): Promise<void>;
}

/** A lost use ends an idle session earlier, no more: it need not wait for the journal. */
const unjournaled = { writeConcern: { w: 1, journal: false } } as const;

export function sessionStore(
  collection: mongo.Collection<SessionDocument>,
  relay: Relay,
): SessionStore {
  const sessions = aggregates(collection, relay);
  return {
    async insert({ id, tenantId, ...session }, event) {
      await sessions.insert(tenantId, { _id: id, ...session }, event);
    },
    async findByTokenHash(tokenHash) {
      const document = await collection.findOne({ tokenHash, live: true });
      return document && stateOf(document);
    },
    async get(tenantId, id) {
      const document = await sessions.get(tenantId, id);
      return document && stateOf(document);
    },
    async listOfUser(tenantId, userId, itemOf) {
      const found = await sessions.find(tenantId, { userId }, { sort: {} });
      return readEach(collection, found, (document) => itemOf(stateOf(document)));
    },
    async listOver(now, limit) {
      const ended = [
        { expiresAt: { $lte: new Date(now) } },
        { seenAt: { $lte: new Date(now - sessionIdleMs) } },
      ];
      const found = await collection.find({ live: true, $or: ended }, { limit }).toArray();
      return found.map((document) => stateOf(document as SessionDocument));
    },
    async remove({ id, tenantId }, now, eventFor) {
      await sessions.change(tenantId, id, now, (current) => ({
        remove: true,
        event: eventFor(stateOf(current)),
      }));
    },
    async touch(id, seenAt) {
      await collection.updateOne({ _id: id, live: true }, { $max: { seenAt } }, unjournaled);
    },
  };
}

function stateOf(document: SessionDocument): Session {
  const { _id, tenantId, userId, createdAt, expiresAt, seenAt, epoch, provider } = document;
  const session = { id: _id, tenantId, userId, createdAt, expiresAt, seenAt, epoch };
  return provider === undefined ? session : { ...session, provider };
}
