/** Lists of a tenant's bookings, by the statuses that readers see. */
import assert from "node:assert";
import {
  type FoundPage,
  type ItemPage,
  awaitMajority,
  findPage,
  findPageOf,
  ofTenant,
  batchRequests,
  type mongo,
} from "@slipway/store";
import {
  type BookingDocument,
  type ReadDocument,
  bookingOf,
  projection,
} from "../record/booking-document.ts";
import { shownRecord } from "../record/booking-record.ts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import { storeReferences } from "../record/store-references.ts";
import type { Start } from "./booking-index.ts";
import { behind, changedAfter, listed } from "./build-list-query.ts";
import {
  type ListFilter,
  type ListOrder,
  type ListPosition,
  uniqueNames,
} from "../record/list-filter.ts";

/** The start of a list and its maximal length. */
export interface ListRange {
  order: ListOrder;
  after?: ListPosition;
  skip?: number;
  limit: number;
}

/** The start of a page of changes and its maximal length. */
interface ChangeRange {
  /** Included. */
  since: Date;
  after: { updatedAt: Date; id: string } | undefined;
  limit: number;
}

/** A booking and its API record. */
export interface ListItem {
  readonly booking: Booking;
  readonly record: BookingRecord;
}

/** The bookings that fit a page: at least one if there is one. */
export type ListPage = ItemPage<ListItem>;

/** Statuses are those that readers see at `now`. */
export interface ListStore {
  /** By the index of createdAt. For the order of startAt the database reads all that matches the filter. */
  list(tenantId: string, filter: ListFilter, range: ListRange, now: Date): Promise<ListPage>;
  /** Resolves once majority reads show every write made before this call. */
  awaitMajority(tenantId: string): Promise<void>;
  /** By updatedAt, then id. */
  listChanges(
    tenantId: string,
    filter: ListFilter,
    range: ChangeRange,
    now: Date,
  ): Promise<ListPage>;
  /** The bookings of these ids, in this order; `missing` if one does not exist. */
  listOf(
    tenantId: string,
    { ids, limit }: { ids: readonly string[]; limit: number },
    now: Date,
  ): Promise<ListPage & { missing: boolean }>;
  count(tenantId: string, filter: ListFilter, now: Date): Promise<number>;
  /** The starts of what the filter matches, in no order. The database reads every booking of the tenant. */
  startsOf(tenantId: string, filter: ListFilter, now: Date): Promise<Start[]>;
  /** The id of the booking with the unique name in the filter, if it matches the whole filter. */
  findNamed(tenantId: string, filter: ListFilter, now: Date): Promise<string | undefined>;
  /**
   * Whether an option has bookings that hold places and have not ended. The caller deletes the option on
   * "none", so this waits until a majority has every write made before the call.
   */
  hasLive(tenantId: string, optionId: string, now: Date): Promise<boolean>;
}

type Found = FoundPage<ReadDocument, ListItem>;

interface Counting {
  readonly tenantId: string;
  readonly filter: ListFilter;
  readonly now: Date;
}

type Filter = mongo.Filter<BookingDocument>;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const sorts = { createdAt: newestFirst, startAt: { startAt: 1, _id: 1 } } as const;
const byChange = { updatedAt: 1, _id: 1 } as const;
/**
 * The indexes of the two orders. Without a hint MongoDB may read by the other index and sort all bookings.
 * The embedded engine refuses a query if it must compare such plans.
 */
const listIndex = { tenantId: 1, ...newestFirst } as const;
const startFields = { startAt: 1, source: 1, optionId: 1 } as const;
const startsAlone = { projection: startFields, hint: listIndex } as const;
/** The newest booking of an option most likely has not ended. */
const newestId = { projection: { _id: 1 }, sort: newestFirst, hint: listIndex } as const;
const feedIndex = { tenantId: 1, ...byChange } as const;
const nameIndexes = {
  reference: { tenantId: 1, reference: 1 },
  idempotencyKey: { tenantId: 1, idempotencyKey: 1 },
} as const;

export function listStore(bookings: mongo.Collection<BookingDocument>): ListStore {
  const count = countTogether(bookings);

  return {
    awaitMajority: (tenantId) => awaitMajority(bookings, tenantId),

    ...pagesOf(bookings),
    count: (tenantId, filter, now) => count({ tenantId, filter, now }),

    async startsOf(tenantId, filter, now) {
      const matching = living(tenantId, listed(filter, now));
      return startsOf(await bookings.find(matching, startsAlone).toArray());
    },

    async findNamed(tenantId, filter, now) {
      const name = uniqueNames.find((each) => filter[each] !== undefined);
      assert(name, "a filter without a unique name");
      const matching = living(tenantId, listed(filter, now));
      const idAlone = { projection: { _id: 1 }, hint: nameIndexes[name] };
      return (await bookings.findOne(matching, idAlone))?._id;
    },

    async hasLive(tenantId, optionId, now) {
      const ofOption = { optionId, occupiedUntil: { $gt: now } };
      const filter = living(tenantId, [ofOption, holdingAt(now)]);
      await awaitMajority(bookings, tenantId);
      return (await bookings.findOne(filter, newestId)) !== null;
    },
  };
}

function pagesOf(
  bookings: mongo.Collection<BookingDocument>,
): Pick<ListStore, "list" | "listChanges" | "listOf"> {
  /** Before bookings of an earlier release are shown, their references are stored. */
  async function named({ documents, items, more }: Found, now: Date): Promise<ListPage> {
    if (documents.every(({ reference }) => reference !== undefined)) return { items, more };
    const shown = shownAt(now);
    const stored = await storeReferences(bookings, documents);
    return { items: stored.map((document) => shown.itemOf(document)), more };
  }

  return {
    async list(tenantId, filter, { order, after, skip = 0, limit }, now) {
      const matching = [...listed(filter, now), ...(after ? [behind(after, order)] : [])];
      const page = { sort: sorts[order], hint: listIndex, skip, limit, ...shownAt(now) };
      return named(await findPage(bookings, living(tenantId, matching), page), now);
    },

    async listChanges(tenantId, filter, { since, after, limit }, now) {
      const matching = [...listed(filter, now), { updatedAt: { $gte: since } }];
      if (after) matching.push(changedAfter(after));
      const page = { sort: byChange, hint: feedIndex, limit, ...shownAt(now) };
      return named(await findPage(bookings, living(tenantId, matching), page), now);
    },

    async listOf(tenantId, ids, now) {
      const page = { ...ids, ...shownAt(now) };
      const found = await findPageOf(bookings, living(tenantId, [{}]), page);
      return { ...(await named(found, now)), missing: found.missing };
    },
  };
}

function living(tenantId: string, matching: Filter[]): Filter & { tenantId: string } {
  return ofTenant(tenantId, { live: true, $and: matching });
}

/** Those that hold places. */
function holdingAt(now: Date): Filter {
  return {
    $or: [
      { status: { $in: ["PENDING", "CONFIRMED"] } },
      { status: "ON_HOLD", expiresAt: { $gt: now } },
    ],
  };
}

/** A count reads every matching booking: two counts run at a time, and equal waiting counts run once. */
function countTogether(bookings: mongo.Collection<BookingDocument>) {
  return batchRequests<Counting, number>({
    itemsMax: 100,
    atOnce: 2,
    send(countings) {
      const counts = new Map<string, Promise<number>>();
      const counted = countings.map(({ tenantId, filter, now }) => {
        const key = JSON.stringify([tenantId, filter]);
        const known = counts.get(key);
        const matching = living(tenantId, listed(filter, now));
        const own = known ?? bookings.countDocuments(matching, { hint: listIndex });
        counts.set(key, own);
        return own;
      });
      return Promise.allSettled(counted);
    },
  });
}

type StartDocument = Pick<BookingDocument, "_id" | keyof typeof startFields>;

function startsOf(documents: readonly StartDocument[]): Start[] {
  return documents.map(({ _id: id, optionId, startAt, source }) => ({
    id,
    optionId,
    startAt: startAt.getTime(),
    source,
  }));
}

function shownAt(now: Date) {
  return {
    without: Object.keys(projection),
    itemOf(document: ReadDocument): ListItem {
      const booking = bookingOf(document);
      return { booking, record: shownRecord(booking, now.getTime()) };
    },
    shownOf: ({ record }: ListItem) => record,
  };
}
