import {
  type OutboxEvent,
  type Relay,
  aggregates,
  fieldsOf,
  type mongo,
  readEach,
  recordsOf,
} from "@slipway/store";
import { sessionIdleMs } from "../constants.ts";
import type { SessionDocument } from "./schema.ts";
import type { Session } from "./session.ts";

/** A lost use ends an idle session earlier, no more: it need not wait for the journal. */
const unjournaled = { writeConcern: { w: 1, journal: false } } as const;

export function sessionStore(collection: mongo.Collection<SessionDocument>, relay: Relay) {
  const sessions = aggregates(collection, relay);
  const { get, change } = recordsOf(sessions, stateOf);
  return {
    get,
    async insert(
      { id, tenantId, ...session }: Session & { tokenHash: string },
      event: OutboxEvent,
    ) {
      await sessions.insert(tenantId, { _id: id, ...session }, event);
    },
    /** Finds a session of any tenant: the token says which one. */
    async findByTokenHash(tokenHash: string) {
      const document = await collection.findOne({ tokenHash, live: true });
      return document && stateOf(document);
    },
    /** The sessions that can be read. */
    async listOfUser<Item>(tenantId: string, userId: string, itemOf: (session: Session) => Item) {
      const found = await sessions.find(tenantId, { userId }, { sort: {} });
      return readEach(collection, found, (document) => itemOf(stateOf(document)));
    },
    /** Some that have ended by themselves, of every tenant. */
    async listOver(now: number, limit: number) {
      const ended = [
        { expiresAt: { $lte: new Date(now) } },
        { seenAt: { $lte: new Date(now - sessionIdleMs) } },
      ];
      const found = await collection.find({ live: true, $or: ended }, { limit }).toArray();
      return found.map((document) => stateOf(document as SessionDocument));
    },
    /** Refuses NOT_FOUND, also when another removal was first. */
    async remove(
      { id, tenantId }: Pick<Session, "id" | "tenantId">,
      now: number,
      eventFor: (session: Session) => OutboxEvent,
    ) {
      await change(tenantId, id, now, (current) => ({ remove: true, event: eventFor(current) }));
    },
    /** Moves seenAt forward, never back; no change of the session, so it makes no event. */
    async touch(id: string, seenAt: Date) {
      await collection.updateOne({ _id: id, live: true }, { $max: { seenAt } }, unjournaled);
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;

function stateOf(document: SessionDocument): Session {
  const { tokenHash: _, ...session } = fieldsOf(document);
  return session;
}
