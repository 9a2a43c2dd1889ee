/** Finds a page of a list: by a unique name, in memory, or in the database. */
import { type Request, isLate, refuse, refuseFields } from "@slipway/broker";
import { listAnswerMs, listPatienceMs, scanPiecesMax, scannedOffsetMax } from "../constants.ts";
import type { ListDeps } from "./deps.ts";
import { referenceIn } from "../record/reference.ts";
import type { BookingIndex, Start, StartRange } from "./booking-index.ts";
import {
  type ListFilter,
  type ListOrder,
  type ListPosition,
  uniqueNames,
} from "../record/list-filter.ts";
import type { ListItem, ListPage, ListRange, ScanPart } from "./list-store.ts";
import type { Place } from "./row-order.ts";

/** How far a scan has come, and what it has found: of `places` only those that the page may need. */
export interface ScanState {
  readonly before: number;
  readonly total: number;
  readonly places: readonly Place[];
}

interface WantedPage {
  filter: ListFilter;
  range: ListRange;
  now: number;
  isTotalWanted: boolean;
  /** A scan for this page that an earlier request has begun. */
  scan?: ScanState | undefined;
}

interface FoundPage {
  page: ListPage;
  placeOf: (item: ListItem) => ListPosition;
  /** The last place that the list found, where it did not read them in its own order. */
  end?: ListPosition;
  total?: number;
  /** Bookings that the database has read to find the page, where they were not in memory. */
  scanned?: number;
  /** The page is still to be found: the next request scans on from here. */
  unfinished?: ScanState;
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
  if (isWhole) {
    const page = await deps.lists.list(tenantId, range, new Date(wanted.now));
    return { page, placeOf: ownPlace(range.order) };
  }
  return (await findInIndex(deps, request, wanted)) ?? (await findByScan(deps, request, wanted));
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

/**
 * Reads the bookings of a tenant that are not in memory, as far as the page and the total need. A request reads some
 * pieces: between two requests the gateway charges the tenant, and asks no further for a client that has left.
 */
async function findByScan(
  deps: ListDeps,
  request: Request,
  wanted: WantedPage,
): Promise<FoundPage> {
  const { filter, range, now, isTotalWanted, scan: begun } = wanted;
  requireOffset(range);
  const after = begun ? { at: new Date(begun.before), id: "" } : firstOf(range);
  const at = { now: new Date(now), after };
  let state: Found = begun ?? { total: 0, places: [] };
  let before: number | null = null;
  let pieces = 0;
  const scanned = await scan(deps, request, { filter, at }, (part) => {
    state = stateAfter(state, range, part.matches);
    ({ before } = part);
    if (isFull(state, wanted)) before = null;
    return before === null || ++pieces === scanPiecesMax;
  });
  const { total, places } = state;
  if (before !== null) {
    const page = { items: [], more: true };
    return { page, ...placesOf([]), scanned, unfinished: { total, places, before } };
  }
  const ids = places.slice(kept(range)).map(({ id }) => id);
  const { limit } = range;
  const page = await deps.lists.listOf(request.caller.tenantId, { ids, limit }, new Date(now));
  return { page, ...placesOf(places), ...(isTotalWanted ? { total } : {}), scanned };
}

/** Refuses an offset so deep that the places before it could not be handed on from request to request. */
function requireOffset({ order, skip = 0 }: ListRange): void {
  if (order === "createdAt" || skip <= scannedOffsetMax) return;
  const detail = `is at most ${scannedOffsetMax} in the order of starts for a tenant with so many bookings`;
  throw refuseFields([{ in: "query", pointer: "offset", code: "TOO_BIG", detail }]);
}

/** The position behind which a scan begins: it reads in the order of creation. */
function firstOf({ order, after }: ListRange): ListPosition | undefined {
  return order === "createdAt" ? after : undefined;
}

type Found = Pick<ScanState, "total" | "places">;

function stateAfter(
  { total, places }: Found,
  range: ListRange,
  matches: ScanPart["matches"],
): Found {
  const { order, after, skip = 0, limit } = range;
  const found = matches.map(({ id, [order]: own }) => ({ at: own, id }));
  const all =
    order === "createdAt"
      ? [...places, ...found.slice(Math.max(0, skip - total))]
      : earliest([...places, ...found], after);
  // One more than a page shows whether another page follows.
  return { total: total + matches.length, places: all.slice(0, kept(range) + limit + 1) };
}

/** The places before the page that a scan keeps: in the order of starts an earlier one may still come. */
function kept({ order, skip = 0 }: ListRange): number {
  return order === "createdAt" ? 0 : skip;
}

function isFull({ places }: Found, { range, isTotalWanted }: WantedPage): boolean {
  return range.order === "createdAt" && !isTotalWanted && places.length > range.limit;
}

/** In the order of starts, and behind a place. */
function earliest(places: readonly Place[], after: ListPosition | undefined): Place[] {
  const order = (a: Place, b: Place): number => a.at - b.at || (a.id < b.id ? -1 : 1);
  const behind = after && { at: after.at.getTime(), id: after.id };
  return places
    .filter((place) => !behind || (place.id !== behind.id && order(behind, place) < 0))
    .toSorted(order);
}

/**
 * Runs one scan of a tenant after another. Each piece is handed to `take`, which may end the scan. Refuses
 * DEADLINE_EXCEEDED between two pieces.
 * @returns how many bookings were read.
 */
function scan(
  { lists, scanTurns }: ListDeps,
  request: Request,
  { filter, at }: { filter: ListFilter; at: { now: Date; after: ListPosition | undefined } },
  take: (part: ScanPart) => boolean,
): Promise<number> {
  const { tenantId } = request.caller;
  return scanTurns(tenantId, async () => {
    let count = 0;
    if (isLate(request)) throw refuse("DEADLINE_EXCEEDED");
    for await (const part of lists.scan(tenantId, filter, at)) {
      count += part.read;
      if (take(part)) break;
      if (isLate(request)) throw refuse("DEADLINE_EXCEEDED");
    }
    return count;
  });
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
      return { page, ...placesOf(places), ...(isTotalWanted ? { total } : {}) };
    // An operator has archived one in this moment, or restored or emptied the database.
    bookingIndexes.forget(tenantId);
  }
}

function placesOf(places: readonly Place[]): Pick<FoundPage, "placeOf" | "end"> {
  const instants = new Map(places.map(({ id, at }) => [id, at]));
  const last = places.at(-1);
  return {
    placeOf: ({ booking: { _id: id } }) => ({ at: new Date(instants.get(id) ?? Number.NaN), id }),
    ...(last && { end: { at: new Date(last.at), id: last.id } }),
  };
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

/** Bookings by start, in memory or in the database, which then has `scanned` bookings for them. */
export async function findStarts(
  deps: ListDeps,
  request: Request,
  { filter, now }: { filter: ListFilter & StartRange; now: number },
): Promise<{ starts: Start[]; scanned: number }> {
  const index = await readIndex(deps, request);
  if (index !== "too big") return { starts: index.startsOf(filter, now), scanned: 0 };
  const starts: Start[] = [];
  const at = { now: new Date(now), after: undefined };
  const scanned = await scan(deps, request, { filter, at }, ({ matches }) => {
    starts.push(...matches);
    return false;
  });
  return { starts, scanned };
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
