import { type Request, isLate, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, orders, pageItemsMax } from "@slipway/contracts";
import { type PageQuery, readPage } from "@slipway/store";
import { z } from "zod";
import { scannedBytes } from "../constants.ts";
import type { FeedDeps } from "../feed/deps.ts";
import { readFeed } from "../feed/read-feed.ts";
import { changedAfter } from "../list/build-list-query.ts";
import type { ListDeps } from "../list/deps.ts";
import type { ChangeRange } from "../record/change-feed.ts";
import { wantedText } from "../record/list-filter.ts";
import type { Order, OrderRecord } from "../record/order.ts";
import { orderRecordOf } from "../record/order-record.ts";
import { listIndex } from "../record/order-store.ts";
import { referenceIn } from "../record/reference.ts";
import type { OrderDeps } from "./deps.ts";
import { recordsOf } from "./get-order.ts";

/** Bytes of a booking as its order shows it. */
const shownBookingBytes = 250;

type Input = InputOf<typeof orders.listOrders>;
type Output = OutputOf<typeof orders.listOrders>;
type Begun = Omit<InputOf<typeof orders.listOrderChanges>, "limit" | "cursor">;

/** Where a list with `limit` goes on. */
const position = z.object({
  /** The orders before this id are still to be looked at; null: all of them, absent: none. */
  before: z.string().nullable().optional(),
  /** Orders of the page that are found and not answered yet. */
  ids: z.array(z.string()),
  /** How many have matched so far. */
  total: z.int().min(0),
});
type Position = z.output<typeof position>;

interface Asked {
  readonly tenantId: string;
  readonly filter: object;
  readonly now: Date;
}

/**
 * Orders with their bookings, newest first: with `limit` a page and the total, else all, in pages of the bus. A filter or a
 * total makes the database read every order. Each request looks at a window of them, so that no statement takes too long, and
 * those of a tenant take turns. Between two the gateway charges the tenant, and asks no further for a client that has left.
 */
export async function listOrders(
  deps: OrderDeps & Pick<ListDeps, "scanTurns">,
  request: Request,
  input: Input,
): Promise<Output> {
  const { tenantId } = request.caller;
  const { limit, page = null, status, search, resellerReference, externalId } = input;
  const now = new Date(deps.clock());
  const asked = { tenantId, filter: filterOf(input, now), now };
  const given = [limit, status, search, resellerReference, externalId];
  if (given.every((each) => each === undefined)) {
    const filter = page === null ? {} : { _id: { $lt: page } };
    return listWindow(deps, asked, { filter, before: null });
  }
  return deps.scanTurns(`${tenantId} orders`, async () => {
    if (isLate(request)) throw refuse("DEADLINE_EXCEEDED");
    if (limit !== undefined) return listPage(deps, asked, { ...input, limit });
    const found = await listWindow(deps, asked, await deps.orders.window(tenantId, page));
    const read = await deps.orders.countBetween(tenantId, { from: found.next, before: page });
    return { ...found, bytesRead: read * scannedBytes };
  });
}

/** The orders of a window that fit a page of the bus. */
async function listWindow(
  deps: OrderDeps,
  asked: Asked,
  { filter: among, before }: { readonly filter: object; readonly before: string | null },
): Promise<Pick<Output, "items" | "next">> {
  const query = { ...newestFirst, among, limit: pageItemsMax };
  const { items, documents, more } = await findRecords(deps, asked, query);
  return { items, next: (more ? documents.at(-1)?._id : undefined) ?? before };
}

/** Looks at one window; once it was the last one, answers the page. */
async function listPage(
  deps: OrderDeps,
  asked: Asked,
  { limit, offset = 0, page }: Input & { readonly limit: number },
): Promise<Output> {
  const begun: Position =
    page === undefined
      ? { before: null, ids: [], total: 0 }
      : readPage(page, (read) => position.parse(read));
  const { found, read } = await lookOn(deps, asked, { begun, limit, offset });
  const bytesRead = read * scannedBytes;
  if (found.before !== undefined) return { items: [], bytesRead, next: JSON.stringify(found) };
  const { ids, total } = found;
  const query = { ...newestFirst, among: { _id: { $in: ids } }, limit };
  const { items, documents, more } = await findRecords(deps, asked, query);
  const last = more ? documents.at(-1)?._id : undefined;
  const left = last === undefined ? [] : ids.filter((id) => id < last);
  const next = left.length === 0 ? null : JSON.stringify({ ids: left, total });
  return { items, total, bytesRead, next };
}

async function lookOn(
  { orders: store }: OrderDeps,
  { tenantId, filter }: Asked,
  { begun, limit, offset }: { begun: Position; limit: number; offset: number },
): Promise<{ found: Position; read: number }> {
  const { before } = begun;
  if (before === undefined) return { found: begun, read: 0 };
  const window = await store.window(tenantId, before);
  const [matching, read] = await Promise.all([
    store.listIds(tenantId, { $and: [filter, window.filter] }),
    store.countBetween(tenantId, { from: window.before, before }),
  ]);
  const total = begun.total + matching.length;
  const ids = [...begun.ids, ...matching.slice(Math.max(0, offset - begun.total))].slice(0, limit);
  return { found: { before: window.before ?? undefined, ids, total }, read };
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
    find(begun: Begun, { since, after, limit }: ChangeRange, now: Date) {
      const changed = [{ updatedAt: { $gte: since } }, after ? changedAfter(after) : {}];
      const asked = { tenantId, filter: filterOf(begun, now), now };
      const query = { sort: byChange, hint: { tenantId: 1, ...byChange }, limit } as const;
      return findRecords(deps, asked, { ...query, among: { $and: changed } });
    },
  };
  return readFeed<Begun, Order, OrderRecord>(deps, feed, input);
}

const byChange = { updatedAt: 1, _id: 1 } as const;
const newestFirst = { sort: { _id: -1 }, hint: listIndex } as const;

type Query = Pick<PageQuery<object>, "sort" | "hint" | "limit"> & { readonly among: object };

async function findRecords(
  deps: OrderDeps,
  { tenantId, filter, now }: Asked,
  { among, ...query }: Query,
) {
  const sized = { ...query, itemOf: sizedAt(now) };
  const found = await deps.orders.findPage(tenantId, { $and: [filter, among] }, sized);
  return { ...found, items: await recordsOf(deps, tenantId, found.documents) };
}

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
