import { type Request, refuse } from "@slipway/broker";
import { type FieldError, type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import { z } from "zod";
import type { Booking } from "../booking.ts";
import { type CrawlPosition, afterPage, completeUntil } from "./change-feed.ts";
import type { Deps } from "../deps.ts";
import { filterOf } from "../list/list-bookings.ts";

type Input = InputOf<typeof bookings.listChanges>;
type Changes = OutputOf<typeof bookings.listChanges>;

const limitDefault = 100;
/** Of a page whose bookings change between the read and its confirmation. */
const attemptsMax = 8;

/** What a cursor says: how the crawl began and where it is. */
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
const carried = ["updatedSince", "status", "from", "to", "supplierId", "source", "search"] as const;
type Begun = Partial<Pick<Input, (typeof carried)[number]>>;

/**
 * The bookings of the caller's tenant that have changed since an instant, that instant included, by
 * updatedAt and id. What is written while a crawl goes on appears later in it or, where it was
 * written late, in the next one that begins at the watermark.
 */
export async function listChanges(deps: Deps, request: Request, input: Input): Promise<Changes> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const { read, answer } = await readChanges(deps, request, input);
    // A lone node shows what a crash undoes: a reader that has seen it would keep it for good.
    if (await deps.store.areStill(read)) return answer;
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** One page, and the bookings that it shows. It ends early where they are big: the cursor goes on. */
async function readChanges(
  deps: Deps,
  request: Request,
  input: Input,
): Promise<{ read: Booking[]; answer: Changes }> {
  const { begun, from } = crawlOf(input);
  const now = deps.clock();
  // Before the read: what is written after this is not certainly in the page.
  const complete = completeUntil(deps.databaseFloor());
  const { tenantId } = request.caller;
  // A change may become a majority's long after its updatedAt. The watermark must not pass it.
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
  const nextCursor = next && textOf(begun, next);
  return { read, answer: { items, nextCursor, watermark: watermark.toISOString() } };
}

function positionOf(
  last: Booking | undefined,
): Pick<CrawlPosition, "updatedAt" | "id"> | undefined {
  return last && { updatedAt: last.updatedAt, id: last._id };
}

function crawlOf({ cursor, ...input }: Input): { begun: Begun; from: CrawlPosition | undefined } {
  const given = Object.fromEntries(
    carried.map((field) => [field, input[field]]).filter(([, value]) => value !== undefined),
  ) as Begun;
  if (cursor === undefined) return { begun: given, from: undefined };
  const { begun, ...position } = parseCursor(cursor);
  const others = carried.filter(
    (field) => given[field] !== undefined && given[field] !== begun[field],
  );
  if (others.length > 0) throw invalid(others, "is another than the cursor's");
  const { updatedAt, id, watermark } = position;
  return { begun, from: { updatedAt, id, ...(watermark ? { watermark } : {}) } };
}

function parseCursor(cursor: string): z.output<typeof cursorText> {
  try {
    return cursorText.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalid(["cursor"], "is no cursor of this list");
  }
}

function invalid(fields: readonly string[], detail: string): Error {
  const errors = fields.map(
    (field): FieldError => ({ in: "query", pointer: field, code: "INVALID_VALUE", detail }),
  );
  const count = fields.length === 1 ? "1 field is" : `${fields.length} fields are`;
  return refuse("VALIDATION_FAILED", { detail: `${count} invalid`, errors });
}

function textOf(begun: Begun, { updatedAt, id, watermark }: CrawlPosition): string {
  return Buffer.from(JSON.stringify({ begun, updatedAt, id, watermark })).toString("base64url");
}
