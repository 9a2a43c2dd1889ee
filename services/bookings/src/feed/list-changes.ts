import { type Request, refuse, refuseFields } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import { readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import { confirmAttemptsMax } from "../constants.ts";
import type { Booking } from "../record/booking.ts";
import { type FeedPosition, afterPage, completeUntil } from "../record/change-feed.ts";
import type { FeedDeps } from "./deps.ts";
import { filterFields, filterOf } from "../record/list-filter.ts";

type FeedInput = InputOf<typeof bookings.listChanges>;
type Changes = OutputOf<typeof bookings.listChanges>;

const limitDefault = 100;

/** The content of a cursor: the filters of the reading and its position. */
const cursorText = z.object({
  begun: bookings.listChanges.input.omit({ limit: true, cursor: true }),
  updatedAt: z.iso.datetime().transform((at) => new Date(at)),
  id: z.string(),
  watermark: z.iso
    .datetime()
    .transform((at) => new Date(at))
    .optional(),
});

/** The fields of a request that its cursor carries on. */
const carried = ["updatedSince", ...filterFields] as const;
type Begun = Partial<Pick<FeedInput, (typeof carried)[number]>>;

/**
 * The bookings of the caller's tenant that have changed since an instant, included, by updatedAt and id.
 * A change made during a reading appears on a later page. A late write appears in the next reading,
 * which begins at the watermark.
 */
export async function listChanges(
  deps: FeedDeps,
  request: Request,
  input: FeedInput,
): Promise<Changes> {
  for (let attempt = 0; attempt < confirmAttemptsMax; attempt++) {
    const { read, answer } = await readChanges(deps, request, input);
    // A single node may show a write that a crash undoes; a reader would keep it for good.
    if (await deps.store.areStill(read)) return answer;
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** One page and its bookings. Big bookings end it early; the cursor continues there. */
async function readChanges(
  deps: FeedDeps,
  request: Request,
  input: FeedInput,
): Promise<{ read: Booking[]; answer: Changes }> {
  const { begun, from } = feedOf(input);
  const now = deps.clock();
  // Taken before the read: the page may miss later writes.
  const complete = completeUntil(deps.databaseTimeLowerBound());
  const { tenantId } = request.caller;
  // A majority may get a change long after its updatedAt. The watermark must not pass such a change.
  await deps.lists.awaitMajority(tenantId);
  const since = new Date(begun.updatedSince ?? 0);
  const limit = input.limit ?? limitDefault;
  const range = { since, after: from, limit };
  const found = await deps.lists.listChanges(tenantId, filterOf(begun), range, new Date(now));
  const read = found.items.map(({ booking }) => booking);
  const { watermark, next } = afterPage({
    from,
    last: positionOf(read.at(-1)),
    more: found.more,
    complete,
  });
  const items = found.items.map(({ record }) => record);
  const nextCursor = next && tokenOf({ begun, ...next });
  return { read, answer: { items, nextCursor, watermark: watermark.toISOString() } };
}

function positionOf(last: Booking | undefined): Pick<FeedPosition, "updatedAt" | "id"> | undefined {
  return last && { updatedAt: last.updatedAt, id: last._id };
}

function feedOf({ cursor, ...input }: FeedInput): { begun: Begun; from: FeedPosition | undefined } {
  const given = Object.fromEntries(
    carried.map((field) => [field, input[field]]).filter(([, value]) => value !== undefined),
  ) as Begun;
  if (cursor === undefined) return { begun: given, from: undefined };
  const { begun, ...position } = readToken(cursor, (value) => cursorText.parse(value), {
    detail: "is no cursor of this list",
  });
  const others = carried.filter(
    (field) => given[field] !== undefined && given[field] !== begun[field],
  );
  if (others.length > 0) throw invalid(others, "is another than the cursor's");
  const { updatedAt, id, watermark } = position;
  return { begun, from: { updatedAt, id, ...(watermark ? { watermark } : {}) } };
}

function invalid(fields: readonly string[], detail: string): Error {
  return refuseFields(
    fields.map((field) => ({ in: "query", pointer: field, code: "INVALID_VALUE", detail })),
  );
}
