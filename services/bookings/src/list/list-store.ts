/** Lists of a tenant's bookings, by the statuses that readers see. */
import assert from "node:assert";
import {
  type ItemPage,
  awaitMajority,
  findPage,
  findPageOf,
  ofTenant,
  readEach,
  type mongo,
} from "@slipway/store";
import { type BookingDocument, type ReadDocument, projection } from "../record/booking-document.ts";
import { shownRecord } from "../record/booking-record.ts";
import type { Booking, BookingRecord } from "../record/booking.ts";
import type { ChangeRange } from "../record/change-feed.ts";
import { scanPieceMax } from "../constants.ts";
import type { Start } from "./booking-index.ts";
import { behind, changedAfter, heldAt, listed } from "./build-list-query.ts";
import {
  type ListFilter,
  type ListOrder,
  type ListPosition,
  pricedFields,
  uniqueNames,
  pricedOf,
} from "../record/list-filter.ts";

/** The start of a list and its maximal length. */
export interface ListRange {
  order: ListOrder;
  after?: ListPosition;
  skip?: number;
  limit: number;
}

export interface ListItem {
  readonly booking: Booking;
  readonly record: BookingRecord;
}

/** The bookings that fit a page: at least one if there is one. */
export type ListPage = ItemPage<ListItem>;

export interface ScanPart {
  readonly matches: readonly (Start & { readonly createdAt: number })[];
  /** Bookings that the database has read for it, whether they match or not, at most. */
  readonly read: number;
  /** The instant before which the scan goes on; null where it has ended. */
  readonly before: number | null;
}

type Among =
  | { readonly ids: readonly string[]; readonly optionId?: never }
  | { readonly optionId: string; readonly ids?: never };
type Filter = mongo.Filter<BookingDocument>;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const byChange = { updatedAt: 1, _id: 1 } as const;
/**
 * The indexes of the two orders. Without a hint MongoDB may read by the other index and sort all bookings.
 * The embedded engine refuses a query if it must compare such plans.
 */
const listIndex = { tenantId: 1, ...newestFirst } as const;
const scanned = {
  sort: newestFirst,
  hint: listIndex,
  projection: { createdAt: 1, startAt: 1, source: 1, productId: 1, optionId: 1, ...pricedFields },
} as const;
const feedIndex = { tenantId: 1, ...byChange } as const;
const nameIndexes = {
  reference: { tenantId: 1, reference: 1 },
  idempotencyKey: { tenantId: 1, idempotencyKey: 1 },
} as const;

export function listStore(bookings: mongo.Collection<BookingDocument>) {
  return {
    /** Resolves once majority reads show every write made before this call. */
    awaitMajority: (tenantId: string) => awaitMajority(bookings, tenantId),

    ...pagesOf(bookings),
    /**
     * The matches of the filter behind a position, newest first. The database reads every booking of the tenant, in
     * pieces of `scanPieceMax`: between two of them the caller may stop.
     */
    scan: (
      tenantId: string,
      filter: ListFilter,
      at: { now: Date; after: ListPosition | undefined },
    ) => scan(bookings, { tenantId, filter, ...at }),

    /** The id of the booking with the unique name in the filter, if it matches the whole filter. */
    async findNamed(tenantId: string, filter: ListFilter, now: Date) {
      const name = uniqueNames.find((each) => filter[each] !== undefined);
      assert(name, "a filter without a unique name");
      const matching = living(tenantId, listed(filter, now));
      const idAlone = { projection: { _id: 1 }, hint: nameIndexes[name] };
      return (await bookings.findOne(matching, idAlone))?._id;
    },

    /** Whether one of these bookings, or one of the option with an event on its way, holds places and has not ended. */
    async hasLive(tenantId: string, { ids, optionId }: Among, now: Date) {
      const among = ids ? { _id: { $in: [...ids] } } : { optionId, "outbox.id": { $exists: true } };
      const filter = living(tenantId, [among, { occupiedUntil: { $gt: now } }, holdingAt(now)]);
      const hint = ids ? { _id: 1 } : { "outbox.id": 1 };
      return (await bookings.findOne(filter, { projection: { _id: 1 }, hint })) !== null;
    },
  };
}

/** Statuses are those that readers see at `now`. */
export type ListStore = ReturnType<typeof listStore>;

function pagesOf(bookings: mongo.Collection<BookingDocument>) {
  return {
    /** All bookings of the tenant, newest first. */
    async list(tenantId: string, { after, skip = 0, limit }: Omit<ListRange, "order">, now: Date) {
      const matching = after ? [behind(after)] : [{}];
      const page = { sort: newestFirst, hint: listIndex, skip, limit, ...shownAt(now) };
      return findPage(bookings, living(tenantId, matching), page);
    },

    /** By updatedAt, then id. */
    async listChanges(
      tenantId: string,
      filter: ListFilter,
      { since, after, limit }: ChangeRange,
      now: Date,
    ) {
      const matching = [...listed(filter, now), { updatedAt: { $gte: since } }];
      if (after) matching.push(changedAfter(after));
      const page = { sort: byChange, hint: feedIndex, limit, ...shownAt(now) };
      return findPage(bookings, living(tenantId, matching), page);
    },

    /** The bookings of these ids, in this order; `missing` if one does not exist. */
    async listOf(tenantId: string, ids: { ids: readonly string[]; limit: number }, now: Date) {
      /* mark: listed-by-id */ const page = { ...ids, ...shownAt(now) };
      return findPageOf(bookings, living(tenantId, [{}]), page);
    },
  };
}

function living(tenantId: string, matching: Filter[]): Filter & { tenantId: string } {
  return ofTenant(tenantId, { live: true, $and: matching });
}

/** Matches the bookings that hold places. */
function holdingAt(now: Date): Filter {
  return {
    $or: [{ status: { $in: ["PENDING", "CONFIRMED"] } }, heldAt(now)],
  };
}

interface Scan {
  readonly tenantId: string;
  readonly filter: ListFilter;
  readonly now: Date;
  readonly after: ListPosition | undefined;
}

async function* scan(
  bookings: mongo.Collection<BookingDocument>,
  { tenantId, filter, now, after }: Scan,
): AsyncGenerator<ScanPart> {
  let begin: Filter = after ? behind(after) : {};
  let upTo: Filter = after ? { createdAt: { $lte: after.at } } : {};
  const bounds = { ...scanned, projection: { createdAt: 1 }, skip: scanPieceMax - 1 } as const;
  for (;;) {
    // The index alone says where the piece ends. Bookings of one instant stay together.
    const last = await bookings.findOne(ofTenant(tenantId, upTo) as Filter, bounds);
    const end = last ? [{ createdAt: { $gte: last.createdAt } }] : [];
    const matching = living(tenantId, [...listed(filter, now), begin, ...end]);
    const found = await bookings.find(matching, scanned).toArray();
    const matches = readEach(bookings, found, ({ _id, createdAt, startAt, ...rest }) => ({
      id: _id,
      createdAt: createdAt.getTime(),
      startAt: startAt.getTime(),
      source: rest.source,
      productId: rest.productId,
      optionId: rest.optionId,
      ...pricedOf(rest.pricingSnapshot),
    }));
    yield { matches, read: scanPieceMax, before: last?.createdAt.getTime() ?? null };
    if (!last) return;
    upTo = { createdAt: { $lt: last.createdAt } };
    begin = upTo;
  }
}

function shownAt(now: Date) {
  return {
    without: Object.keys(projection),
    itemOf: (booking: ReadDocument): ListItem => ({
      booking,
      record: shownRecord(booking, now.getTime()),
    }),
    shownOf: ({ record }: ListItem) => record,
  };
}
