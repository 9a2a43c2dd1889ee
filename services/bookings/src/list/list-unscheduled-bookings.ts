import { type Request, isLate, refuse } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, pageItemsMax } from "@slipway/contracts";
import { readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import { foundBytes, lookedStartsMax, scannedBytes } from "../constants.ts";
import { lastInstant } from "../offer/departure.ts";
import { findUnscheduled } from "../offer/find-unscheduled.ts";
import { filterOf, isStillListed } from "../record/list-filter.ts";
import type { Start } from "./booking-index.ts";
import type { ListDeps } from "./deps.ts";
import { findStarts } from "./find-listed.ts";

const position = z.object({ startAt: z.int(), id: z.string() });
type Position = z.output<typeof position>;
type Output = OutputOf<typeof bookings.listUnscheduledBookings>;

/**
 * Bookings that hold places and start when nothing departs any more, by start; from now on, unless the input says. One
 * request of a tenant at a time looks, and for so many starts that a page may be empty though others follow.
 */
export async function listUnscheduledBookings(
  deps: ListDeps,
  request: Request,
  input: InputOf<typeof bookings.listUnscheduledBookings>,
): Promise<Output> {
  return deps.scanTurns(`${request.caller.tenantId} unscheduled`, () => {
    if (isLate(request)) throw refuse("DEADLINE_EXCEEDED");
    return listPage(deps, request, input);
  });
}

async function listPage(
  deps: ListDeps,
  request: Request,
  { from, to, page, ...kind }: InputOf<typeof bookings.listUnscheduledBookings>,
): Promise<Output> {
  const now = deps.clock();
  const filter = {
    ...filterOf({ ...kind, status: "ON_HOLD,PENDING,CONFIRMED" }),
    from: from === undefined ? new Date(now) : new Date(from),
    to: to === undefined ? new Date(lastInstant) : new Date(to),
  };
  const after = page === undefined ? undefined : readPage(page);
  const all = await findStarts(deps, request, { filter, now });
  const left = all.starts
    .filter((start) => after === undefined || byStart(start, after) > 0)
    .toSorted(byStart);
  const looked = left.slice(0, lookedStartsMax);
  const found = await findUnscheduled(request, looked);
  const ids = found.map(({ id }) => id);
  const { tenantId } = request.caller;
  const some = await deps.lists.listOf(tenantId, { ids, limit: pageItemsMax }, new Date(now));
  const end = looked.length < left.length ? looked.at(-1) : undefined;
  const shown = some.more ? some.items.at(-1)?.booking._id : undefined;
  // Race: found bookings may all be gone when they are read. The list goes on behind them.
  const last = shown === undefined ? end : found.find(({ id }) => id === shown);
  return {
    // A booking that has just changed may start at another time, or hold no places any more.
    items: some.items
      .filter(({ booking }) => isStillListed(booking, filter, now))
      .map(({ record }) => record),
    bytesRead: all.scanned * scannedBytes + all.starts.length * foundBytes,
    next: last ? tokenOf({ startAt: last.startAt, id: last.id }) : null,
  };
}

function readPage(page: string): Position {
  return readToken(page, (text) => position.parse(text), {
    field: "page",
    detail: "is not a page",
  });
}

function byStart(one: Pick<Start, keyof Position>, other: Position): number {
  return one.startAt - other.startAt || (one.id < other.id ? -1 : Number(one.id > other.id));
}
