import assert from "node:assert";
import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, pageItemsMax } from "@slipway/contracts";
import { readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import { scannedBytes } from "../constants.ts";
import type { ListDeps } from "./deps.ts";
import { findListed } from "./find-listed.ts";
import {
  type ListOrder,
  type ListPosition,
  filterOf,
  isStillListed,
} from "../record/list-filter.ts";
import type { ListRange } from "./list-store.ts";

type ListInput = InputOf<typeof bookings.listBookings>;
type Page = OutputOf<typeof bookings.listBookings>;

/** The start of the next page, with the instant that the list is ordered by. */
const position = z.object({
  createdAt: z.coerce.date().optional(),
  startAt: z.coerce.date().optional(),
  id: z.string(),
  /** Items left of the client's page; null in the array form. */
  left: z.int().min(1).nullable(),
  total: z.int().optional(),
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
): Promise<Page> {
  const now = deps.clock();
  const filter = filterOf(input);
  const { sort: order = "createdAt" } = input;
  const begin = input.page === undefined ? firstPage(input) : parsePosition(input.page, order);
  const isTotalWanted = input.limit !== undefined && begin.total === undefined;
  const wanted = { filter, range: rangeOf(begin, order), now, isTotalWanted };
  const found = await findListed(deps, request, wanted);
  const total = begin.total ?? found.total;

  const { items, more } = found.page;
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
    bytesRead: (found.scanned ?? 0) * scannedBytes,
    next: more && last && left !== 0 ? textOf(last, { order, left, total }) : null,
  };
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

function rangeOf({ left, from }: Begin, order: ListOrder): ListRange {
  return { order, ...from, limit: Math.min(left ?? pageItemsMax, pageItemsMax) };
}

function textOf(
  { at, id }: ListPosition,
  { order, ...rest }: { order: ListOrder; left: number | null; total: number | undefined },
): string {
  return tokenOf({ [order]: at, id, ...rest });
}

function parsePosition(page: string, order: ListOrder): Begin {
  const read = (begin: unknown): Begin => {
    const { id, left, total, [order]: at } = position.parse(begin);
    assert(at !== undefined);
    return { left, total, from: { after: { at, id } } };
  };
  return readToken(page, read, { field: "page", detail: "is not a page" });
}
