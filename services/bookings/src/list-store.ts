/** Lists of a tenant's bookings, by the statuses that readers are shown. */
import type { mongo } from "mongoose";
import { awaitMajority, ofTenant, sharedRounds } from "@slipway/store";
import {
  type BookingDocument,
  type ReadDocument,
  bookingOf,
  projection,
} from "./booking-document.ts";
import type { Booking } from "./booking.ts";
import { type ListFilter, wantedText } from "./listed.ts";

export interface ListPosition {
  createdAt: Date;
  id: string;
}

/** Where a list begins and how many it gives at most. */
export interface ListRange {
  after?: ListPosition;
  skip?: number;
  limit: number;
}

/** Where a page of changes begins and how many it gives at most. */
export interface ChangeRange {
  /** Included. */
  since: Date;
  after: { updatedAt: Date; id: string } | undefined;
  limit: number;
}

/** Each answers a cursor: whoever leaves it early closes it by leaving the loop. */
export interface ListStore {
  /** Newest first. */
  list(tenantId: string, filter: ListFilter, range: ListRange, now: Date): AsyncIterable<Booking>;
  /** Resolves once reads show all that was written before this call, however late a majority has it. */
  awaitMajority(tenantId: string): Promise<void>;
  /** By updatedAt, then id. */
  listChanges(
    tenantId: string,
    filter: ListFilter,
    range: ChangeRange,
    now: Date,
  ): AsyncIterable<Booking>;
  /** These, in this order; those that are none are left out. */
  getAll(tenantId: string, ids: readonly string[]): Promise<Booking[]>;
  count(tenantId: string, filter: ListFilter, now: Date): Promise<number>;
  /**
   * Whether an option has bookings that hold places and are not over. What follows from "none" cannot
   * be taken back, so all that was written before the call is a majority's first.
   */
  hasLive(tenantId: string, optionId: string, now: Date): Promise<boolean>;
}

interface Counting {
  readonly tenantId: string;
  readonly filter: ListFilter;
  readonly now: Date;
}

type Filter = mongo.Filter<BookingDocument>;

const newestFirst = { createdAt: -1, _id: -1 } as const;

export function listStore(bookings: mongo.Collection<BookingDocument>): ListStore {
  const living = (tenantId: string, matching: Filter[]): Filter =>
    ofTenant(tenantId, { live: true, $and: matching }) as Filter;

  // A count looks at every booking that matches: two at a time, and equal ones of all who wait once.
  const count = sharedRounds<Counting, number>({
    itemsMax: 100,
    atOnce: 2,
    send(countings) {
      const counts = new Map<string, Promise<number>>();
      const counted = countings.map(({ tenantId, filter, now }) => {
        const key = JSON.stringify([tenantId, filter]);
        const known = counts.get(key);
        const own = known ?? bookings.countDocuments(living(tenantId, listed(filter, now)));
        counts.set(key, own);
        return own;
      });
      return Promise.allSettled(counted);
    },
  });

  return {
    awaitMajority: (tenantId) => awaitMajority(bookings, tenantId),

    list(tenantId, filter, { after, skip = 0, limit }, now) {
      const matching = [...listed(filter, now), ...(after ? [olderThan(after)] : [])];
      const page = { projection, sort: newestFirst, skip, limit, batchSize: 50 };
      return bookings.find<ReadDocument>(living(tenantId, matching), page).map(bookingOf);
    },

    listChanges(tenantId, filter, { since, after, limit }, now) {
      const matching = [...listed(filter, now), { updatedAt: { $gte: since } }];
      if (after) matching.push(changedAfter(after));
      const page = { projection, sort: { updatedAt: 1, _id: 1 }, limit, batchSize: 101 } as const;
      return bookings.find<ReadDocument>(living(tenantId, matching), page).map(bookingOf);
    },

    async getAll(tenantId, ids) {
      const filter = living(tenantId, [{ _id: { $in: [...ids] } }]);
      const found = await bookings.find<ReadDocument>(filter, { projection }).toArray();
      const byId = new Map(found.map((document) => [document._id, bookingOf(document)]));
      return ids.map((id) => byId.get(id)).filter((booking) => booking !== undefined);
    },

    count: (tenantId, filter, now) => count({ tenantId, filter, now }),

    async hasLive(tenantId, optionId, now) {
      const holding: Filter = {
        $or: [
          { status: { $in: ["PENDING", "CONFIRMED"] } },
          { status: "ON_HOLD", expiresAt: { $gt: now } },
        ],
      };
      const filter = living(tenantId, [{ optionId, occupiedUntil: { $gt: now } }, holding]);
      // What was booked last is what is most likely still to come.
      const newest = { projection: { _id: 1 }, sort: newestFirst };
      await awaitMajority(bookings, tenantId);
      return (await bookings.findOne(filter, newest)) !== null;
    },
  };
}

function listed(filter: ListFilter, now: Date): Filter[] {
  const { status, from, to, supplierId, source, search } = filter;
  const matching: Filter[] = [{}];
  if (status) matching.push(shownAs(status, now));
  if (from) matching.push({ startAt: { $gte: from } });
  if (to) matching.push({ startAt: { $lte: to } });
  if (supplierId !== undefined) matching.push({ supplierId });
  if (source !== undefined) matching.push({ source });
  if (search !== undefined) matching.push(searched(search));
  return matching;
}

/** A hold past its expiry is an expired booking. */
function shownAs(status: Booking["status"], now: Date): Filter {
  if (status === "ON_HOLD") return { status, expiresAt: { $gt: now } };
  if (status !== "EXPIRED") return { status };
  return { $or: [{ status }, { status: "ON_HOLD", expiresAt: { $lte: now } }] };
}

/** Taken literally: an expression, not a pattern. */
function searched(search: string): Filter {
  const wanted = wantedText(search);
  if (wanted === null) return { $expr: false };
  return { $expr: { $gte: [{ $indexOfCP: ["$searchText", { $literal: wanted }] }, 0] } };
}

/** The bound stands apart from the alternatives so that the index is entered where the page begins. */
function olderThan({ createdAt, id }: ListPosition): Filter {
  return {
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }],
  };
}

/** As `olderThan`, the other way. */
function changedAfter({ updatedAt, id }: { updatedAt: Date; id: string }): Filter {
  return {
    updatedAt: { $gte: updatedAt },
    $or: [{ updatedAt: { $gt: updatedAt } }, { _id: { $gt: id } }],
  };
}
