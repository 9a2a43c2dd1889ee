import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { z } from "zod";
import type { BookingRecord } from "../booking.ts";
import type { Deps } from "../deps.ts";
import type { ListPage, ListPosition, ListRange } from "./list-store.ts";
import { type ListFilter, isStillListed } from "./list-filter.ts";

type Input = InputOf<typeof bookings.listBookings>;
type Page = OutputOf<typeof bookings.listBookings>;

const itemsMax = 200;

/** Where the next page begins. */
const position = z.object({
  createdAt: z.coerce.date(),
  id: z.string(),
  /** What the client's page has still to hold; null in the array form. */
  left: z.int().min(1).nullable(),
  total: z.int().optional(),
});
type Position = z.output<typeof position>;

/**
 * Bookings of the caller's tenant, newest first: with `limit` one page and the total, else all. In
 * pages of the bus. Statuses are those that readers see now.
 */
export async function listBookings(deps: Deps, request: Request, input: Input): Promise<Page> {
  const { tenantId } = request.caller;
  const now = deps.clock();
  const filter = filterOf(input);
  const begin = input.page === undefined ? firstPage(input) : parsePosition(input.page);
  const isTotalWanted = input.limit !== undefined && begin.total === undefined;
  // All in their order need neither a total nor a search.
  const isWhole = input.limit === undefined && Object.keys(filter).length === 0;
  const wanted = { filter, range: rangeOf(begin), now, isTotalWanted };
  const found =
    (isWhole ? undefined : await findInDirectory(deps, request, wanted)) ??
    (await findInDatabase(deps, tenantId, wanted));
  const total = begin.total ?? found.total;

  const { items, more } = found.page;
  const last = items.at(-1)?.record;
  const left = begin.left === null ? null : begin.left - items.length;
  return {
    // What has just been changed may belong to the list no more.
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
 * Finds in memory and reads what is shown; undefined where the database is to answer: the tenant has
 * too many bookings, or they are still being read and neither a total nor a search is wanted.
 */
async function findInDirectory(
  { directories, lists }: Deps,
  request: Request,
  wanted: Wanted,
): Promise<Found | undefined> {
  const { tenantId } = request.caller;
  const { filter, range, now, isTotalWanted } = wanted;
  const { after, skip = 0, limit } = range;
  const from = after ? { after: { createdAt: after.createdAt.getTime(), id: after.id } } : {};
  for (let attempt = 1; ; attempt++) {
    const directory = await directories.get(tenantId, patienceFor(request, wanted));
    if (directory === "too big") return undefined;
    if (directory === "unread") return leaveToDatabase(wanted);
    // One more than a page holds tells whether another follows.
    const place = { ...from, skip, limit: limit + 1, withTotal: isTotalWanted };
    const { ids, total } = directory.find(filter, place, now);
    const page = await lists.listOf(tenantId, { ids, limit }, new Date(now));
    if (!page.missing || attempt === attemptsMax)
      return { page, ...(isTotalWanted ? { total } : {}) };
    // Bookings are never deleted by the service: somebody has restored or emptied its database.
    directories.forget(tenantId);
  }
}

/** How long the first list of a tenant waits for its bookings to be read. */
const patienceMs = 1_000;
/** For the answer, once they are read. */
const answerMs = 2_000;

/** A total or a search has the database look at every booking, as reading them does. */
function isDear({ filter, isTotalWanted }: Wanted): boolean {
  return isTotalWanted || filter.search !== undefined;
}

function patienceFor({ deadline }: Request, wanted: Wanted): number {
  return isDear(wanted) ? Math.max(patienceMs, deadline - Date.now() - answerMs) : patienceMs;
}

/** What is dear would only delay the reading that all wait for: it is refused until that is done. */
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

/** `offset` has a meaning only beside `limit`. */
function firstPage({ limit, offset = 0 }: Input): Begin {
  return limit === undefined
    ? { left: null, from: { skip: 0 } }
    : { left: limit, from: { skip: offset } };
}

function rangeOf({ left, from }: Begin): ListRange {
  return { ...from, limit: Math.min(left ?? itemsMax, itemsMax) };
}

type FilterInput = Pick<Input, "status" | "from" | "to" | "supplierId" | "source" | "search">;

/** The filters of an input that are set. */
export function filterOf(input: FilterInput): ListFilter {
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
