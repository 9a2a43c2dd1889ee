import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { z } from "zod";
import type { BookingRecord } from "../booking.ts";
import type { Deps } from "../deps.ts";
import type { ListPage, ListPosition, ListRange } from "./list-store.ts";
import { type ListFilter, isStillListed } from "./list-filter.ts";

type ListInput = InputOf<typeof bookings.listBookings>;
type Page = OutputOf<typeof bookings.listBookings>;

const itemsMax = 200;

/** The start of the next page. */
const position = z.object({
  createdAt: z.coerce.date(),
  id: z.string(),
  /** Items left of the client's page; null in the array form. */
  left: z.int().min(1).nullable(),
  total: z.int().optional(),
});
type Position = z.output<typeof position>;

/**
 * Bookings of the caller's tenant, newest first: one page and the total if there is a `limit`, else all.
 * Large answers come in pages of the bus. Statuses are those that readers see now.
 */
export async function listBookings(deps: Deps, request: Request, input: ListInput): Promise<Page> {
  const { tenantId } = request.caller;
  const now = deps.clock();
  const filter = filterOf(input);
  const begin = input.page === undefined ? firstPage(input) : parsePosition(input.page);
  const isTotalWanted = input.limit !== undefined && begin.total === undefined;
  // A list of all bookings needs neither a total nor a search.
  const isWhole = input.limit === undefined && Object.keys(filter).length === 0;
  const wanted = { filter, range: rangeOf(begin), now, isTotalWanted };
  const found =
    (isWhole ? undefined : await findInIndex(deps, request, wanted)) ??
    (await findInDatabase(deps, tenantId, wanted));
  const total = begin.total ?? found.total;

  const { items, more } = found.page;
  const last = items.at(-1)?.record;
  const left = begin.left === null ? null : begin.left - items.length;
  return {
    // A booking that has just changed may no longer match.
    items: items
      .filter(({ booking }) => isStillListed(booking, filter, now))
      .map(({ record }) => record),
    ...(total === undefined ? {} : { total }),
    next: more && last && left !== 0 ? textOf(last, { left, total }) : null,
  };
}

interface Wanted {
  filter: ListFilter;
  range: ListRange;
  now: number;
  isTotalWanted: boolean;
}

interface Found {
  page: ListPage;
  total?: number;
}

async function findInDatabase(
  { lists }: Deps,
  tenantId: string,
  { filter, range, now, isTotalWanted }: Wanted,
): Promise<Found> {
  const at = new Date(now);
  const total = isTotalWanted ? { total: await lists.count(tenantId, filter, at) } : {};
  return { page: await lists.list(tenantId, filter, range, at), ...total };
}

const attemptsMax = 2;

/**
 * Finds ids in memory and reads those bookings. Undefined if the database must answer: the tenant has too
 * many bookings, or the index is still loading and the request needs neither a total nor a search.
 */
async function findInIndex(
  { bookingIndexes, lists }: Deps,
  request: Request,
  wanted: Wanted,
): Promise<Found | undefined> {
  const { tenantId } = request.caller;
  const { filter, range, now, isTotalWanted } = wanted;
  const { after, skip = 0, limit } = range;
  const from = after ? { after: { createdAt: after.createdAt.getTime(), id: after.id } } : {};
  for (let attempt = 1; ; attempt++) {
    const index = await bookingIndexes.get(tenantId, patienceFor(request, wanted));
    if (index === "too big") return undefined;
    if (index === "unread") return leaveToDatabase(wanted);
    // One id more than a page tells whether another page follows.
    const place = { ...from, skip, limit: limit + 1, withTotal: isTotalWanted };
    const { ids, total } = index.find(filter, place, now);
    const page = await lists.listOf(tenantId, { ids, limit }, new Date(now));
    if (!page.missing || attempt === attemptsMax)
      return { page, ...(isTotalWanted ? { total } : {}) };
    // The service never deletes bookings: an operator has restored or emptied the database.
    bookingIndexes.forget(tenantId);
  }
}

/** How long the first list of a tenant waits for its index to load. */
const patienceMs = 1_000;
/** Time left for the answer once the index has loaded. */
const answerMs = 2_000;

/** A total or a search makes the database read every booking, as loading the index does. */
function isDear({ filter, isTotalWanted }: Wanted): boolean {
  return isTotalWanted || filter.search !== undefined;
}

function patienceFor({ deadline }: Request, wanted: Wanted): number {
  return isDear(wanted) ? Math.max(patienceMs, deadline - Date.now() - answerMs) : patienceMs;
}

/** An expensive request would delay the loading that all wait for: it is refused until then. */
function leaveToDatabase(wanted: Wanted): undefined {
  if (!isDear(wanted)) return undefined;
  throw refuse("SERVICE_UNAVAILABLE", {
    detail: "the bookings are still being read",
    retryAfterSeconds: 2,
  });
}

type Begin = Pick<Position, "left" | "total"> & {
  from: { after: ListPosition } | { skip: number };
};

/** `offset` only counts together with `limit`. */
function firstPage({ limit, offset = 0 }: ListInput): Begin {
  return limit === undefined
    ? { left: null, from: { skip: 0 } }
    : { left: limit, from: { skip: offset } };
}

function rangeOf({ left, from }: Begin): ListRange {
  return { ...from, limit: Math.min(left ?? itemsMax, itemsMax) };
}

type FilterFields = Pick<ListInput, "status" | "from" | "to" | "supplierId" | "source" | "search">;

/** The filters of an input that are set. */
export function filterOf(input: FilterFields): ListFilter {
  const { status, from, to, supplierId, source, search } = input;
  return {
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(supplierId === undefined ? {} : { supplierId }),
    ...(source === undefined ? {} : { source }),
    ...(search === undefined ? {} : { search }),
  };
}

function textOf(
  { createdAt, id }: BookingRecord,
  { left, total }: { left: number | null; total: number | undefined },
): string {
  const next = { createdAt, id, left, ...(total === undefined ? {} : { total }) };
  return Buffer.from(JSON.stringify(next)).toString("base64url");
}

function parsePosition(page: string): Begin {
  try {
    const text: unknown = JSON.parse(Buffer.from(page, "base64url").toString());
    const { createdAt, id, ...rest } = position.parse(text);
    return { ...rest, from: { after: { createdAt, id } } };
  } catch {
    throw refuse("VALIDATION_FAILED", {
      detail: "1 field is invalid",
      errors: [{ in: "query", pointer: "page", code: "INVALID_VALUE", detail: "is not a page" }],
    });
  }
}
