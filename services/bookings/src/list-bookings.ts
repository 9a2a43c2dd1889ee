import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, bookings } from "@slipway/contracts";
import { z } from "zod";
import { shownRecord } from "./booking-record.ts";
import type { ListFilter, ListPosition, ListRange } from "./list-store.ts";
import type { BookingRecord } from "./booking.ts";
import type { Deps } from "./deps.ts";

type Input = InputOf<typeof bookings.listBookings>;
type Page = OutputOf<typeof bookings.listBookings>;

/** A page of the bus: it must fit a message, and no reader waits for more than it can hold. */
const pageMax = { items: 200, bytes: 400 * 1024 };

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
  if (input.updatedSince !== undefined || input.cursor !== undefined)
    throw refuse("NOT_IMPLEMENTED");
  const { tenantId } = request.caller;
  const now = deps.clock();
  const at = new Date(now);
  const filter = filterOf(input);
  const begin = input.page === undefined ? firstPage(input) : parsePosition(input.page);
  const total =
    input.limit === undefined
      ? undefined
      : (begin.total ?? (await deps.lists.count(tenantId, filter, at)));

  const found = deps.lists.list(tenantId, filter, rangeOf(begin), at);
  const { items, more } = await readPage(found, begin.left, now);
  const last = items.at(-1);
  const left = begin.left === null ? null : begin.left - items.length;
  return {
    items,
    ...(total === undefined ? {} : { total }),
    next: more && last ? textOf(last, { left, total }) : null,
  };
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

/** One more than a page holds tells whether another follows. */
function rangeOf({ left, from }: Begin): ListRange {
  return { ...from, limit: Math.min(left ?? pageMax.items, pageMax.items) + 1 };
}

/** Reads until a page is full; `more` when another booking is to follow. */
async function readPage(
  found: ReturnType<Deps["lists"]["list"]>,
  left: number | null,
  now: number,
): Promise<{ items: BookingRecord[]; more: boolean }> {
  const items: BookingRecord[] = [];
  let bytes = 0;
  // Leaving the loop closes the cursor.
  for await (const booking of found) {
    if (left !== null && items.length === left) return { items, more: false };
    const record = shownRecord(booking, now);
    bytes += Buffer.byteLength(JSON.stringify(record));
    const isFull = items.length === pageMax.items || bytes > pageMax.bytes;
    // A page holds one booking at least, however big.
    if (isFull && items.length > 0) return { items, more: true };
    items.push(record);
  }
  return { items, more: false };
}

function filterOf(input: Input): ListFilter {
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
      errors: [{ in: "query", pointer: "#/page", code: "INVALID_VALUE", detail: "is not a page" }],
    });
  }
}
