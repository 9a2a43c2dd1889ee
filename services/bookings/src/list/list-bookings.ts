import assert from "node:assert";
import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, pageItemsMax } from "@slipway/contracts";
import { readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import { scannedBytes } from "../constants.ts";
import type { ListDeps } from "./deps.ts";
import { type ScanState, findListed } from "./find-listed.ts";
import {
  type ListOrder,
  type ListPosition,
  filterOf,
  isStillListed,
} from "../record/list-filter.ts";
import type { ListRange } from "./list-store.ts";

type ListInput = InputOf<typeof bookings.listBookings>;

/** The start of the next page: a number of items to skip, or an id with the instant that the list is ordered by. */
const position = z.object({
  createdAt: z.coerce.date().optional(),
  startAt: z.coerce.date().optional(),
  id: z.string().optional(),
  skip: z.int().min(0).optional(),
  /** Items left of the client's page; null in the array form. */
  left: z.int().min(1).nullable(),
  total: z.int().optional(),
  /** A search for this page that goes on. */
  scan: z
    .object({
      before: z.int(),
      total: z.int(),
      places: z.array(z.object({ at: z.int(), id: z.string() })),
    })
    .optional(),
});
type Position = z.output<typeof position>;

/**
 * Bookings of the caller's tenant in the order of `sort`: one page and the total if there is a `limit`, else
 * all. Large answers come in pages of the bus. Statuses are those that readers see now.
 */
export async function listBookings(
  deps: ListDeps,
  request: Request,
  input: ListInput,
): Promise<OutputOf<typeof bookings.listBookings>> {
  const now = deps.clock();
  const filter = filterOf(input);
  const { sort: order = "createdAt" } = input;
  const begin = input.page === undefined ? firstPage(input) : parsePosition(input.page, order);
  const isTotalWanted = input.limit !== undefined && begin.total === undefined;
  const { scan } = begin;
  const wanted = { filter, range: rangeOf(begin, order), now, isTotalWanted, scan };
  /* mark: find-page */ const found = await findListed(deps, request, wanted);
  const total = begin.total ?? found.total;

  const { items, more } = found.page;
  const bytesRead = (found.scanned ?? 0) * scannedBytes;
  if (found.unfinished)
    return { items: [], bytesRead, next: textOf({ ...begin, scan: found.unfinished }, order) };
  const shown = items.at(-1);
  // Where no booking of the page can be read, the list goes on behind them.
  const last = shown ? found.placeOf(shown) : found.end;
  const left = begin.left === null ? null : begin.left - items.length;
  return {
    // A booking that has just changed may no longer match, or have another place.
    items: items
      .filter(
        (item) =>
          isStillListed(item.booking, filter, now) &&
          found.placeOf(item).at.getTime() === item.booking[order].getTime(),
      )
      .map(({ record }) => record),
    ...(total === undefined ? {} : { total }),
    bytesRead,
    next: more && last && left !== 0 ? textOf({ from: { after: last }, left, total }, order) : null,
  };
}

type Begin = Pick<Position, "left" | "total"> & {
  from: { after: ListPosition } | { skip: number };
  scan?: Position["scan"] | ScanState;
};

/** `offset` only counts together with `limit`. */
function firstPage({ limit, offset = 0 }: ListInput): Begin {
  return limit === undefined
    ? { left: null, from: { skip: 0 } }
    : { left: limit, from: { skip: offset } };
}

function rangeOf({ left, from }: Begin, order: ListOrder): ListRange {
  return { order, ...from, limit: Math.min(left ?? pageItemsMax, pageItemsMax) };
}

function textOf({ from, ...rest }: Begin, order: ListOrder): string {
  const at = "after" in from ? { [order]: from.after.at, id: from.after.id } : from;
  return tokenOf({ ...at, ...rest });
}

function parsePosition(page: string, order: ListOrder): Begin {
  const read = (begin: unknown): Begin => {
    const { id, skip, left, total, scan, [order]: at } = position.parse(begin);
    if (skip !== undefined) return { left, total, scan, from: { skip } };
    assert(at !== undefined && id !== undefined);
    return { left, total, scan, from: { after: { at, id } } };
  };
  return readToken(page, read, { field: "page", detail: "is not a page" });
}
