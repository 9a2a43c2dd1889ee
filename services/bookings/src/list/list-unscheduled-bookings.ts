import type { Request } from "@slipway/broker";
import { type InputOf, type OutputOf, type bookings, pageItemsMax } from "@slipway/contracts";
import { readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import { lastInstant } from "../offer/departure.ts";
import { findUnscheduled } from "../offer/find-unscheduled.ts";
import { filterOf, isStillListed } from "../record/list-filter.ts";
import type { Start } from "./booking-index.ts";
import type { ListDeps } from "./deps.ts";
import { findStarts } from "./find-listed.ts";

const position = z.object({ startAt: z.int(), id: z.string() });
type Position = z.output<typeof position>;

/** Bookings that hold places and start when nothing departs any more, by start; from now on, unless the input says. */
export async function listUnscheduledBookings(
  deps: ListDeps,
  request: Request,
  { from, to, page, ...kind }: InputOf<typeof bookings.listUnscheduledBookings>,
): Promise<OutputOf<typeof bookings.listUnscheduledBookings>> {
  const now = deps.clock();
  const filter = {
    ...filterOf({ ...kind, status: "ON_HOLD,PENDING,CONFIRMED" }),
    from: from === undefined ? new Date(now) : new Date(from),
    to: to === undefined ? new Date(lastInstant) : new Date(to),
  };
  const after = page === undefined ? undefined : readPage(page);
  const starts = (await findStarts(deps, request, { filter, now }))
    .filter((start) => after === undefined || byStart(start, after) > 0)
    .toSorted(byStart);
  const found = await findUnscheduled(request, starts);
  const ids = found.map(({ id }) => id);
  const { tenantId } = request.caller;
  const some = await deps.lists.listOf(tenantId, { ids, limit: pageItemsMax }, new Date(now));
  const last = found.find(({ id }) => id === some.items.at(-1)?.booking._id);
  return {
    // A booking that has just changed may start at another time, or hold no places any more.
    items: some.items
      .filter(({ booking }) => isStillListed(booking, filter, now))
      .map(({ record }) => record),
    next: some.more && last ? tokenOf({ startAt: last.startAt, id: last.id }) : null,
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
