import { changesOf } from "@slipway/events";
import {
  type OutboxEvent,
  type RecordPage,
  type Relay,
  type Aggregates,
  type Window,
  aggregates,
  confirmByKey,
  fieldsOf,
  duplicateKey,
  type mongo,
  ofTenant,
  recordsOf,
  windowBefore,
} from "@slipway/store";
import { type Channel, ofChannels } from "../record/channel.ts";
import type { EventDocument } from "./schema.ts";
import { type ChannelEvent, eventRecord } from "./event.ts";

interface EventFilter {
  readonly status?: ChannelEvent["status"] | undefined;
  readonly channelConnectionId?: string | undefined;
  /** The channels whose events are wanted; undefined: all. */
  readonly among?: readonly Channel[] | undefined;
}

type Stream = Pick<ChannelEvent, "tenantId" | "channelConnectionId" | "stream">;

export function eventStore(collection: mongo.Collection<EventDocument>, relay: Relay) {
  const events = aggregates<EventDocument>(collection, relay);
  const { findNewest, ...records } = recordsOf(events, channelEventOf);
  return {
    ...records,
    ...changesOf(records, eventRecord),
    ...readsOf(events),
    ...eventsToErase(collection),

    /**
     * Inserts an event; answers the field that another one has taken, if any. The unique indexes decide which of two is
     * the first of its id, and which goes before the other.
     */
    async insert(
      { id, tenantId, updatedAt: _, ...fields }: ChannelEvent,
      created: OutboxEvent,
    ): Promise<"externalEventId" | "position" | undefined> {
      try {
        await events.insert(tenantId, { _id: id, ...fields }, created);
        return undefined;
      } catch (error) {
        const taken = duplicateKey(error);
        if (!taken) throw error;
        return "position" in taken ? "position" : "externalEventId";
      }
    },

    /** Newest first, after that id, what fits a page. */
    list<Item>(
      tenantId: string,
      { status, channelConnectionId, among }: EventFilter,
      page: RecordPage<ChannelEvent, Item>,
    ) {
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...ofChannels(channelConnectionId, among),
      };
      return findNewest(tenantId, filter, { ...page, without: ["sender"] });
    },
  };
}

export type EventStore = ReturnType<typeof eventStore>;

type Filter = mongo.Filter<EventDocument>;

function readsOf(events: Aggregates<EventDocument>) {
  return {
    /** Confirmed by its id: a repeat is answered, and never lost after that. */
    async findByExternalId(tenantId: string, channelConnectionId: string, externalEventId: string) {
      const filter = { channelConnectionId, externalEventId };
      if ((await events.count(tenantId, filter, 1)) === 0) return null;
      const named = { ...ofTenant(tenantId, filter), live: true };
      const found = await confirmByKey(events.collection, named);
      return found && channelEventOf(found);
    },

    /** The place of the last event of a stream; 0 where there is none. */
    async lastPosition({ tenantId, ...stream }: Stream) {
      const [last] = await events.find(tenantId, stream, { sort: { position: -1 }, limit: 1 });
      return last?.position ?? 0;
    },
  };
}

/** Events that one statement looks at for a person, of at most 1 MB each. */
const searchedAtOnce = 1_000;

function eventsToErase(collection: mongo.Collection<EventDocument>) {
  return {
    /** The ids of all events of a stream, in their order. */
    async listStream({ tenantId, ...stream }: Stream) {
      const filter = ofTenant(tenantId, { ...stream, live: true }) as Filter;
      const page = { sort: { position: 1 }, projection: { _id: 1 } } as const;
      return (await collection.find(filter, page).toArray()).map(({ _id }) => _id);
    },

    /** The ids of all events of a tenant whose payload or own name has this pattern, in any case. */
    async listMatching(tenantId: string, pattern: string) {
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
  return { ...fieldsOf(document), nextAttemptAt: document.nextAttemptAt ?? null };
}
