/** Lists of a tenant's bookings, by the statuses that readers are shown. */
import type { mongo } from "mongoose";
import { ofTenant } from "@slipway/store";
import { type BookingDocument, projection } from "./booking-document.ts";
import type { Booking } from "./booking.ts";

export interface ListFilter {
  status?: Booking["status"];
  from?: Date;
  to?: Date;
  supplierId?: string;
  source?: string;
  search?: string;
}

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

export interface ListStore {
  /** Newest first. A cursor: whoever leaves it early closes it by leaving the loop. */
  list(tenantId: string, filter: ListFilter, range: ListRange, now: Date): AsyncIterable<Booking>;
  count(tenantId: string, filter: ListFilter, now: Date): Promise<number>;
  /** Whether an option has bookings that hold places and are not over. */
  hasLive(tenantId: string, optionId: string, now: Date): Promise<boolean>;
}

type Filter = mongo.Filter<BookingDocument>;

/** No departure's window is longer. */
const windowMaxMs = 1_440 * 60_000;

export function listStore(bookings: mongo.Collection<BookingDocument>): ListStore {
  const living = (tenantId: string, matching: Filter[]): Filter =>
    ofTenant(tenantId, { live: true, $and: matching }) as Filter;

  return {
    list(tenantId, filter, { after, skip = 0, limit }, now) {
      const matching = [...listed(filter, now), ...(after ? [olderThan(after)] : [])];
      return bookings.find<Booking>(living(tenantId, matching), {
        projection,
        sort: { createdAt: -1, _id: -1 },
        skip,
        limit,
        batchSize: 50,
      });
    },

    async count(tenantId, filter, now) {
      return bookings.countDocuments(living(tenantId, listed(filter, now)));
    },

    async hasLive(tenantId, optionId, now) {
      const notOver = {
        optionId,
        // The bound that the index on startAt is entered by.
        startAt: { $gt: new Date(now.getTime() - windowMaxMs) },
        occupiedUntil: { $gt: now },
      };
      const holding: Filter = {
        $or: [
          { status: { $in: ["PENDING", "CONFIRMED"] } },
          { status: "ON_HOLD", expiresAt: { $gt: now } },
        ],
      };
      const filter = living(tenantId, [notOver, holding]);
      return (await bookings.findOne(filter, { projection: { _id: 1 } })) !== null;
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

/** Taken literally: an expression, not a pattern. Fields are kept apart by a character 0. */
function searched(search: string): Filter {
  if (search.includes("\u0000")) return { $expr: false };
  const literal = { $literal: search.toLowerCase() };
  return { $expr: { $gte: [{ $indexOfCP: ["$searchText", literal] }, 0] } };
}

/** The bound stands apart from the alternatives so that the index is entered where the page begins. */
function olderThan({ createdAt, id }: ListPosition): Filter {
  return {
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }],
  };
}
