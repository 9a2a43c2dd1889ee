/** Finds a page of a list: by a unique name, in memory, or in the database. */
import { type Request, refuse } from "@slipway/broker";
import { listAnswerMs, listPatienceMs } from "../constants.ts";
import type { ListDeps } from "./deps.ts";
import { referenceIn } from "../record/reference.ts";
import type { BookingIndex, Start, StartRange } from "./booking-index.ts";
import {
  type ListFilter,
  type ListOrder,
  type ListPosition,
  uniqueNames,
} from "../record/list-filter.ts";
import type { ListItem, ListPage, ListRange } from "./list-store.ts";
import type { Place } from "./row-order.ts";

interface WantedPage {
  filter: ListFilter;
  range: ListRange;
  now: number;
  isTotalWanted: boolean;
}

interface FoundPage {
  page: ListPage;
  /** The place at which the list found a booking. */
  placeOf: (item: ListItem) => ListPosition;
  total?: number;
}

/** The bookings of a page, and the total where it is wanted. */
export async function findListed(
  deps: ListDeps,
  request: Request,
  wanted: WantedPage,
): Promise<FoundPage> {
  const { tenantId } = request.caller;
  const { filter, range } = wanted;
  if (uniqueNames.some((name) => filter[name] !== undefined))
    return findNamed(deps, tenantId, wanted);
  // A list of all bookings in the order of an index needs neither a total nor a search.
  const isWhole =
    !wanted.isTotalWanted && range.order === "createdAt" && Object.keys(filter).length === 0;
  const found = isWhole ? undefined : await findInIndex(deps, request, wanted);
  return found ?? (await findInDatabase(deps, tenantId, wanted));
}

const ownPlace =
  (order: ListOrder) =>
  ({ booking }: ListItem): ListPosition => ({ at: booking[order], id: booking._id });

/** One booking at most. */
async function findNamed(
  { lists }: ListDeps,
  tenantId: string,
  { filter, range, now, isTotalWanted }: WantedPage,
): Promise<FoundPage> {
  const { order, skip = 0, limit } = range;
  const id = await lists.findNamed(tenantId, filter, new Date(now));
  const total = isTotalWanted ? { total: id === undefined ? 0 : 1 } : {};
  const ids = id === undefined || skip > 0 ? [] : [id];
  const page = await lists.listOf(tenantId, { ids, limit }, new Date(now));
  return { page, placeOf: ownPlace(order), ...total };
}

async function findInDatabase(
  { lists }: ListDeps,
  tenantId: string,
  { filter, range, now, isTotalWanted }: WantedPage,
): Promise<FoundPage> {
  const at = new Date(now);
  const total = isTotalWanted ? { total: await lists.count(tenantId, filter, at) } : {};
  const page = await lists.list(tenantId, filter, range, at);
  return { page, placeOf: ownPlace(range.order), ...total };
}

const attemptsMax = 2;

/**
 * Finds ids in memory and reads those bookings. Undefined if the database must answer: the tenant has too
 * many bookings, or the index is still loading and the request needs neither a total nor a search.
 */
async function findInIndex(
  { bookingIndexes, lists }: ListDeps,
  request: Request,
  wanted: WantedPage,
): Promise<FoundPage | undefined> {
  const { tenantId } = request.caller;
  const { filter, range, now, isTotalWanted } = wanted;
  const { order, after, skip = 0, limit } = range;
  const from = after ? { after: { at: after.at.getTime(), id: after.id } } : {};
  const reference = referenceIn(filter.search ?? "");
  const named = reference && (await lists.findNamed(tenantId, { reference }, new Date(now)));
  for (let attempt = 1; ; attempt++) {
    const index = await bookingIndexes.get(tenantId, patienceFor(request, wanted));
    if (index === "too big") return undefined;
    if (index === "unread") return leaveToDatabase(wanted);
    // One id more than a page shows whether another page follows.
    const asked = { order, ...from, skip, limit: limit + 1, withTotal: isTotalWanted, named };
    const { places, total } = index.find(filter, asked, now);
    const ids = places.map(({ id }) => id);
    const page = await lists.listOf(tenantId, { ids, limit }, new Date(now));
    if (!page.missing || attempt === attemptsMax)
      return { page, placeOf: placeAmong(places), ...(isTotalWanted ? { total } : {}) };
    // An operator has archived one in this moment, or restored or emptied the database.
    bookingIndexes.forget(tenantId);
  }
}

function placeAmong(places: readonly Place[]): FoundPage["placeOf"] {
  const instants = new Map(places.map(({ id, at }) => [id, at]));
  return ({ booking: { _id: id } }) => ({ at: new Date(instants.get(id) ?? Number.NaN), id });
}

/** A total, a search or the order of starts makes the database read every booking, as loading the index does. */
function isDear({ filter, range, isTotalWanted }: WantedPage): boolean {
  return isTotalWanted || range.order === "startAt" || filter.search !== undefined;
}

function patienceFor({ deadline }: Request, wanted: WantedPage): number {
  return isDear(wanted) ? patienceUntil(deadline) : listPatienceMs;
}

const patienceUntil = (deadline: number): number =>
  Math.max(listPatienceMs, deadline - Date.now() - listAnswerMs);

/** An expensive request would delay the loading that all wait for: it is refused until then. */
function leaveToDatabase(wanted: WantedPage): undefined {
  if (!isDear(wanted)) return undefined;
  throw stillReading();
}

/** Bookings by start, in memory or in the database. */
export async function findStarts(
  deps: ListDeps,
  request: Request,
  { filter, now }: { filter: ListFilter & StartRange; now: number },
): Promise<Start[]> {
  const index = await readIndex(deps, request);
  return index === "too big"
    ? deps.lists.startsOf(request.caller.tenantId, filter, new Date(now))
    : index.startsOf(filter, now);
}

/**
 * A tenant's bookings in memory; waits for them as long as the request leaves time for its answer. Refuses
 * SERVICE_UNAVAILABLE while they are still being read; the next request finds them.
 */
export async function readIndex(
  { bookingIndexes }: Pick<ListDeps, "bookingIndexes">,
  { caller: { tenantId }, deadline }: Request,
): Promise<BookingIndex | "too big"> {
  const index = await bookingIndexes.get(tenantId, patienceUntil(deadline));
  if (index === "unread") throw stillReading();
  return index;
}

const stillReading = () =>
  refuse("SERVICE_UNAVAILABLE", {
    detail: "the bookings are still being read",
    retryAfterSeconds: 2,
  });
