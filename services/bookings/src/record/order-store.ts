/** Orders: each changed by one write on the version that was read. */
import type { Request } from "@slipway/broker";
import type { CommittedEvent } from "@slipway/contracts";
import {
  type NewAggregate,
  type Relay,
  aggregates,
  archivePage,
  awaitMajority,
  confirmByKey,
  findKept,
  findToChange,
  idFloor,
  type mongo,
  nextVersion,
  ofTenant,
  versionOf,
  windowBefore,
} from "@slipway/store";
import { scanPieceMax, scanPiecesMax } from "../constants.ts";
import type { NewRecord } from "./booking.ts";
import { inTime } from "./change-feed.ts";
import { areThere } from "./check-records.ts";
import { countHeld } from "./read-held.ts";
import { insertedLate, stampOf } from "./find-late-insert.ts";
import type { Order } from "./order.ts";
import type { OrderDocument } from "./schema.ts";

type Filter = mongo.Filter<OrderDocument>;
type NewOrder = Omit<NewAggregate<OrderDocument>, "insertedAt">;
type ReadOrder = Order & Pick<OrderDocument, "live">;

export interface OrderChange {
  readonly set: Partial<Omit<Order, "_id" | "tenantId" | "reference" | "revision" | "commit">>;
  /** Absent if the record stays as it is answered. */
  readonly event?: CommittedEvent;
  /** "pending": only before the order expires, by the database's clock. "expired": only then. "any": at any time. */
  readonly open: "pending" | "expired" | "any";
}

const projection = { outbox: 0, insertedAt: 0, heldBy: 0 } as const;

type Orders = mongo.Collection<OrderDocument>;

function living(tenantId: string, filter: Filter): Filter {
  return ofTenant(tenantId, { ...filter, live: true }) as Filter;
}

/** The filter of a write on an order as it was read. */
function livingAt(read: Order): Filter {
  return living(read.tenantId, versionOf(read) as Filter);
}

/** @param databaseNow as in `bookingStore`. */
export function orderStore(orders: Orders, relay: Relay, databaseNow: () => Date | "$$NOW") {
  const records = aggregates(orders, relay, (updatedAt) => ({
    $expr: inTime(updatedAt, databaseNow()),
  }));
  return {
    ...records,
    /** Inserts a new one; a taken unique key surfaces as the driver's error (see `duplicateKey`). */
    insert: (tenantId: string, order: NewOrder, event: CommittedEvent) =>
      records.insert(tenantId, { ...order, insertedAt: stampOf(databaseNow()) }, event),
    ...readsOf(orders),
    ...listsOf(orders),
    ...writesOf(orders, relay, databaseNow),
    ...addsOf(orders, databaseNow),
  };
}

export type OrderStore = ReturnType<typeof orderStore>;

function readsOf(orders: Orders) {
  const find = (tenantId: string, filter: Filter, options: mongo.FindOneOptions = {}) =>
    orders.findOne<ReadOrder>(living(tenantId, filter), { projection, ...options });
  /** A write that changes nothing: its acknowledgement covers what it found. */
  const isStill = async (read: Order): Promise<boolean> =>
    (await orders.updateOne(livingAt(read), { $set: { live: true } })).matchedCount === 1;

  /**
   * Whether all of them still are as they were answered, by writes as of `isStill`. An order's own fields change with its
   * updatedAt alone, and its bookings are read before. Bookings that join raise the revision, so many a second that no page
   * would be confirmed by it. They are answered by a majority read, so a joining that is undone shows none.
   */
  const areStill = (read: readonly Order[]) =>
    areThere(
      orders,
      read.map(({ tenantId, _id, updatedAt }) => living(tenantId, { _id, updatedAt })),
    );

  return {
    isStill,
    areStill,
    /** Whether the order has the key of the request; refuses IDEMPOTENCY_KEY_REUSED. */
    isKept: async (read: Order, request: Request, now: number) =>
      (await findKept(orders, read, { request, now }, { usedKeys: 1 })) !== null,
    awaitMajority: (tenantId: string) => awaitMajority(orders, tenantId),
    /** By a majority read. */
    get: (tenantId: string, id: string) => find(tenantId, { _id: id }),
    /** Those of these orders that are there, by a majority read. */
    listOf: (tenantId: string, ids: readonly string[]) =>
      orders
        .find<ReadOrder>(living(tenantId, { _id: { $in: [...ids] } }), { projection })
        .toArray(),
    /** The newest version, which a fail-over may undo: for a conditional write. */
    getToChange: (tenantId: string, id: string) =>
      findToChange(orders, tenantId, (options) => find(tenantId, { _id: id }, options)),

    /** The order of an idempotency key, confirmed by the key itself: others may change the order all the time. */
    findByKey: (tenantId: string, idempotencyKey: string) =>
      confirmByKey(orders, living(tenantId, { idempotencyKey }), projection),
  };
}

/** The index of lists, which are in the order of ids. */
export const listIndex = { tenantId: 1, _id: -1 } as const;
type Bound = "from" | "before";

function listsOf(orders: Orders) {
  const documentsMax = scanPieceMax * scanPiecesMax;
  return {
    /** So many orders from before an id, the newest first, as one request of a list looks at. */
    window: (tenantId: string, before: string | null) => {
      const wanted = { field: "_id", hint: listIndex, before, documentsMax };
      return windowBefore<OrderDocument, string>(orders, tenantId, wanted);
    },
    /** The ids of the orders that match, newest first. */
    async listIds(tenantId: string, filter: object) {
      const options = { projection: { _id: 1 }, sort: { _id: -1 }, hint: listIndex } as const;
      const found = await orders.find(living(tenantId, filter), options).toArray();
      return found.map(({ _id }) => _id);
    },
    /** Counts the orders from one id on and before another, by the index alone: with those that the archive is taking. */
    countBetween: (tenantId: string, { from, before }: Readonly<Record<Bound, string | null>>) => {
      const range = { _id: { $gte: from ?? "", ...(before !== null && { $lt: before }) } };
      return orders.countDocuments(ofTenant(tenantId, range) as Filter, { hint: listIndex });
    },

    /** Counts the open orders of a key or a user, up to a limit. */
    countOpen: (tenantId: string, held: Parameters<typeof countHeld>[3]) =>
      countHeld(orders, tenantId, "OPEN", held),

    /** Orders of all tenants, by their ids. */
    listNamed: (ids: readonly string[]) =>
      orders.find<ReadOrder>({ _id: { $in: [...ids] }, live: true }, { projection }).toArray(),

    /** Orders of all tenants that were decided before this instant and are unchanged since, as lines of an archive. */
    listEnded: (endedBefore: Date, afterId: string) => {
      const unchanged = { updatedAt: { $lt: endedBefore }, "outbox.0": { $exists: false } };
      const filter = { live: true, status: { $ne: "OPEN" }, ...unchanged } as Filter;
      const beforeId = idFloor("ord", endedBefore.getTime());
      const wanted = { name: "orders", filter, afterId, beforeId };
      return archivePage(orders, { ...wanted, itemOf: (order: OrderDocument) => order });
    },

    /** Open orders of all tenants that have expired, the earliest first. */
    listExpired: (now: Date, limit: number) =>
      orders
        .find<ReadOrder>(
          { status: "OPEN", expiresAt: { $lte: now }, live: true },
          { projection, sort: { expiresAt: 1 }, limit },
        )
        .toArray(),
  };
}

function writesOf(orders: Orders, relay: Relay, databaseNow: () => Date | "$$NOW") {
  const withOutbox = orders as never;

  return {
    /**
     * Writes one decided change on the version that was read; false if that version is gone. The version decides the race
     * with every other decision about the order, the clock of the database that with its expiry.
     */
    async write(read: Order, { set, event, open }: OrderChange): Promise<boolean> {
      const comparison = open === "expired" ? "$lte" : "$gt";
      const isTimed = read.status === "OPEN" && open !== "any";
      const $expr = {
        $and: [
          ...(set.updatedAt ? [inTime(set.updatedAt, databaseNow())] : []),
          ...(isTimed ? [{ [comparison]: ["$expiresAt", databaseNow()] }] : []),
        ],
      };
      const { $inc, $set } = nextVersion();
      const filter = { ...livingAt(read), status: read.status, $expr } as Filter;
      const update = {
        $set: { ...$set, ...set },
        $inc,
        ...(event && { $push: { outbox: event } }),
      } as mongo.UpdateFilter<OrderDocument>;
      const { matchedCount } = await orders.updateOne(filter, update);
      if (matchedCount === 1 && event) relay.committed(withOutbox, read._id, [event]);
      return matchedCount === 1;
    },

    /** As bookings' (see repair-late-insert.ts). */
    async redateLateInsert(inserted: NewRecord, updatedAt: Date) {
      const { $inc, $set } = nextVersion();
      const late = living(inserted.tenantId, insertedLate(inserted));
      const filter = { ...late, $expr: inTime(updatedAt, databaseNow()) } as Filter;
      const update = { $set: { ...$set, updatedAt }, $inc };
      return (await orders.updateOne(filter, update)).matchedCount === 1;
    },
  };
}

function addsOf(orders: Orders, databaseNow: () => Date | "$$NOW") {
  return {
    /**
     * Adds a booking that is about to be inserted. False where the order is not open until just then, or has so many
     * bookings. Without a version, so that many may be added at once. The status and the expiry in the filter decide the
     * race with a decision about the order. That decision's write filters the revision that this one raises.
     */
    async add(order: Order, bookingId: string, entriesMax: number): Promise<boolean> {
      const { tenantId, _id, expiresAt } = order;
      const isFull = order.bookingIds.length >= entriesMax;
      const filter = {
        ...(isFull
          ? livingAt(order)
          : living(tenantId, {
              _id,
              [`bookingIds.${entriesMax - 1}`]: { $exists: false },
            })),
        status: "OPEN",
        expiresAt,
        $expr: { $gt: ["$expiresAt", databaseNow()] },
      } as Filter;
      const { $inc, $set } = nextVersion();
      const update = { $set, $inc, $push: { bookingIds: bookingId } };
      return (await orders.updateOne(filter, update)).matchedCount === 1;
    },

    /** Takes ids that never become bookings out of an order as it was read; false if that version is gone. */
    async drop(order: Order, ids: readonly string[]): Promise<boolean> {
      const { $inc, $set } = nextVersion();
      const update = { $set, $inc, $pull: { bookingIds: { $in: [...ids] } } };
      return (await orders.updateOne(livingAt(order), update)).matchedCount === 1;
    },
  };
}
