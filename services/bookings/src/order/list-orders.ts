import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, orders } from "@slipway/contracts";
import { listPaged } from "@slipway/store";
import { scannedBytes } from "../constants.ts";
import type { FeedDeps } from "../feed/deps.ts";
import { readFeed } from "../feed/read-feed.ts";
import { changedAfter } from "../list/build-list-query.ts";
import type { ChangeRange } from "../record/change-feed.ts";
import { wantedText } from "../record/list-filter.ts";
import type { Order, OrderRecord } from "../record/order.ts";
import { orderRecordOf } from "../record/order-record.ts";
import { referenceIn } from "../record/reference.ts";
import type { OrderDocument } from "../record/schema.ts";
import type { OrderDeps } from "./deps.ts";
import { recordsOf } from "./get-order.ts";

/** Bytes of a booking as its order shows it. */
const shownBookingBytes = 250;

type Begun = Omit<InputOf<typeof orders.listOrderChanges>, "limit" | "cursor">;

/** Orders with their bookings, newest first: with `limit` a page and the total, else all, in pages of the bus. */
export async function listOrders(
  deps: OrderDeps,
  { caller: { tenantId } }: Request,
  input: InputOf<typeof orders.listOrders>,
): Promise<OutputOf<typeof orders.listOrders>> {
  const now = new Date(deps.clock());
  const { documents, total, next } = await listPaged<OrderDocument, object>(deps.orders, tenantId, {
    filter: filterOf(input, now),
    asked: input,
    sort: { _id: -1 },
    hint: { tenantId: 1, _id: -1 },
    behind: (id) => ({ _id: { $lt: id } }),
    itemOf: sizedAt(now),
  });
  const items = await recordsOf(deps, tenantId, documents);
  const counted = total === undefined ? {} : { total, bytesRead: total * scannedBytes };
  return { items, ...counted, next };
}

/** Orders that have changed since an instant, with their bookings (see readFeed). */
export async function listOrderChanges(
  deps: OrderDeps & FeedDeps,
  { caller: { tenantId } }: Request,
  input: InputOf<typeof orders.listOrderChanges>,
): Promise<OutputOf<typeof orders.listOrderChanges>> {
  const feed = {
    begun: orders.listOrderChanges.input.omit({ limit: true, cursor: true }),
    awaitMajority: () => deps.orders.awaitMajority(tenantId),
    areStill: deps.orders.areStill,
    async find(begun: Begun, { since, after, limit }: ChangeRange, now: Date) {
      const changed = [{ updatedAt: { $gte: since } }, after ? changedAfter(after) : {}];
      const { documents, more } = await deps.orders.findPage(
        tenantId,
        { $and: [filterOf(begun, now), ...changed] },
        { sort: byChange, hint: { tenantId: 1, ...byChange }, limit, itemOf: sizedAt(now) },
      );
      return { documents, more, items: await recordsOf(deps, tenantId, documents) };
    },
  };
  return readFeed<Begun, Order, OrderRecord>(deps, feed, input);
}

const byChange = { updatedAt: 1, _id: 1 } as const;

/** A page is cut before its bookings are read, so each counts by what it takes at most. */
function sizedAt(now: Date) {
  return (order: Order) => ({
    ...orderRecordOf(order, [], now.getTime()),
    bookings: order.bookingIds.map(() => "-".repeat(shownBookingBytes)),
  });
}

function filterOf(filters: Begun, now: Date): object {
  const { status, search, resellerReference, externalId } = filters;
  return {
    ...(resellerReference !== undefined && { resellerReference }),
    ...(externalId !== undefined && { externalId }),
    $and: [
      status === undefined ? {} : { $or: status.split(",").map((each) => shownAs(each, now)) },
      search === undefined ? {} : searchFilter(search),
    ],
  };
}

/** An open order past its end counts as expired, swept or not. */
function shownAs(status: string, now: Date): object {
  if (status === "OPEN") return { status, expiresAt: { $gt: now } };
  if (status !== "EXPIRED") return { status };
  return { $or: [{ status }, { status: "OPEN", expiresAt: { $lte: now } }] };
}

function searchFilter(search: string): object {
  const text = wantedText(search);
  const reference = referenceIn(search);
  const literally = text?.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return {
    $or: [
      ...(literally === undefined ? [] : [{ searchText: { $regex: literally } }]),
      { reference: reference ?? "-" },
    ],
  };
}
