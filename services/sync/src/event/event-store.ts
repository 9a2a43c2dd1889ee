import {
  type ItemPage,
  type OutboxEvent,
  type Relay,
  type Aggregates,
  type Window,
  aggregates,
  duplicateKey,
  type mongo,
  ofTenant,
  windowBefore,
} from "@slipway/store";
import { ofChannels } from "../record/channel.ts";
import type { EventDocument } from "./schema.ts";
import type { ChannelEvent } from "./event.ts";

/** The fields that a change sets. */
export type EventChange = Partial<
  Pick<
    ChannelEvent,
    | "payload"
    | "externalEventId"
    | "stream"
    | "status"
    | "attempts"
    | "error"
    | "bookingId"
    | "nextAttemptAt"
    | "leasedUntil"
    | "isUnfinished"
  >
>;

interface EventFilter {
  readonly status?: ChannelEvent["status"] | undefined;
  readonly channelConnectionId?: string | undefined;
  /** The channels whose events are wanted; undefined: all. */
  readonly among?: readonly string[] | undefined;
}

interface EventPage<Item> {
  readonly after: string | undefined;
  readonly limit: number;
  readonly itemOf: (event: ChannelEvent) => Item;
}

type Stream = Pick<ChannelEvent, "tenantId" | "channelConnectionId" | "stream">;

export interface EventStore {
  get(tenantId: string, id: string): Promise<ChannelEvent | null>;
  findByExternalId(
    tenantId: string,
    channelConnectionId: string,
    externalEventId: string,
  ): Promise<ChannelEvent | null>;
  /** The place of the last event of a stream; 0 where there is none. */
  lastPosition(stream: Stream): Promise<number>;
  /**
   * Inserts an event; answers the field that another one has taken, if any. The unique indexes decide which of two is
   * the first of its id, and which goes before the other.
   */
  insert(
    event: ChannelEvent,
    created: OutboxEvent,
  ): Promise<"externalEventId" | "position" | undefined>;
  /** The ids of all events of a stream, in their order. */
  listStream(stream: Stream): Promise<string[]>;
  /** The ids of all events of a tenant whose payload or own name has this pattern, in any case. */
  listMatching(tenantId: string, pattern: string): Promise<string[]>;
  /** Newest first, after that id, what fits a page. */
  list<Item>(tenantId: string, filter: EventFilter, page: EventPage<Item>): Promise<ItemPage<Item>>;
  /** One decided change; null changes nothing. Refuses NOT_FOUND. */
  change(
    tenantId: string,
    id: string,
    now: number,
    decide: (
      current: ChannelEvent,
      updatedAt: Date,
    ) => { set: EventChange; event: OutboxEvent } | null,
  ): Promise<ChannelEvent>;
}

export function eventStore(collection: mongo.Collection<EventDocument>, relay: Relay): EventStore {
  const events = aggregates<EventDocument>(collection, relay);
  return {
    ...readsOf(events),
    ...eventsToErase(collection),

    async insert({ id, tenantId, updatedAt: _, ...fields }, created) {
      try {
        await events.insert(tenantId, { _id: id, ...fields }, created);
        return undefined;
      } catch (error) {
        const taken = duplicateKey(error);
        if (!taken) throw error;
        return "position" in taken ? "position" : "externalEventId";
      }
    },

    list(tenantId, { status, channelConnectionId, among }, { after, limit, itemOf }) {
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...ofChannels(channelConnectionId, among),
      };
      return events.findNewest(tenantId, filter, {
        after,
        limit,
        without: ["sender"],
        itemOf: (document: EventDocument) => itemOf(channelEventOf(document)),
      });
    },

    async change(tenantId, id, now, decide) {
      const changed = await events.change(tenantId, id, now, (current, updatedAt) =>
        decide(channelEventOf(current), updatedAt),
      );
      return channelEventOf(changed);
    },
  };
}

type Filter = mongo.Filter<EventDocument>;

type Reads = "get" | "findByExternalId" | "lastPosition";

/** Reads of one event, by what is known of it. */
function readsOf(events: Aggregates<EventDocument>): Pick<EventStore, Reads> {
  return {
    async get(tenantId, id) {
      const found = await events.get(tenantId, id);
      return found && channelEventOf(found);
    },

    async findByExternalId(tenantId, channelConnectionId, externalEventId) {
      const filter = { channelConnectionId, externalEventId };
      const [found] = await events.find(tenantId, filter, { sort: {}, limit: 1 });
      return found ? channelEventOf(found) : null;
    },

    async lastPosition({ tenantId, ...stream }) {
      const [last] = await events.find(tenantId, stream, { sort: { position: -1 }, limit: 1 });
      return last?.position ?? 0;
    },
  };
}

/** Events that one statement looks at for a person, of at most 1 MB each. */
const searchedAtOnce = 1_000;

function eventsToErase(
  collection: mongo.Collection<EventDocument>,
): Pick<EventStore, "listStream" | "listMatching"> {
  return {
    async listStream({ tenantId, ...stream }) {
      const filter = ofTenant(tenantId, { ...stream, live: true }) as Filter;
      const page = { sort: { position: 1 }, projection: { _id: 1 } } as const;
      return (await collection.find(filter, page).toArray()).map(({ _id }) => _id);
    },

    async listMatching(tenantId, pattern) {
      const text = { $regex: pattern, $options: "i" };
      const $or = [{ payload: text }, { externalEventId: text }];
      const hint = { tenantId: 1, _id: -1 } as const;
      const ids: string[] = [];
      let before: string | null = null;
      do {
        const wanted = { field: "_id", hint, before, documentsMax: searchedAtOnce };
        const window: Window<string> = await windowBefore(collection, tenantId, wanted);
        const filter = ofTenant(tenantId, { ...window.filter, $or, live: true }) as Filter;
        const found = await collection.find(filter, { hint, projection: { _id: 1 } }).toArray();
        ids.push(...found.map(({ _id }) => _id));
        ({ before } = window);
      } while (before !== null);
      return ids;
    },
  };
}

/** The event of a document, without its outbox. */
export function channelEventOf(document: EventDocument): ChannelEvent {
  const { _id, revision: _, commit: _commit, live: _live, outbox: _outbox, ...event } = document;
  return { ...event, id: _id, nextAttemptAt: event.nextAttemptAt ?? null };
}
