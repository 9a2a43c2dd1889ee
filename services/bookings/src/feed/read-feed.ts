/** The change feed of a kind of records, page by page, with a cursor and a watermark (see change-feed.ts). */
import { refuse, refuseFields } from "@slipway/broker";
import { readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import { confirmAttemptsMax } from "../constants.ts";
import {
  type ChangeRange,
  type FeedPosition,
  afterPage,
  completeUntil,
} from "../record/change-feed.ts";
import type { FeedDeps } from "./deps.ts";

const limitDefault = 100;

interface Changed {
  readonly _id: string;
  readonly updatedAt: Date;
}

/** The records of a feed. `Begun` are the fields of a request that its cursor carries on: its filters. */
export interface Feed<Begun, Document extends Changed, Item> {
  readonly begun: z.ZodObject & z.ZodType<Begun>;
  /** A page by updatedAt and id. */
  find(
    begun: Begun,
    range: ChangeRange,
    now: Date,
  ): Promise<{ documents: readonly Document[]; items: Item[]; more: boolean }>;
  /** Resolves once majority reads show every write made before this call. */
  awaitMajority(): Promise<void>;
  /** Whether all of them still have the version that was read. */
  areStill(read: readonly Document[]): Promise<boolean>;
}

interface Asked {
  readonly updatedSince?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface Changes<Item> {
  items: Item[];
  nextCursor: string | null;
  watermark: string;
}

/**
 * The records that have changed since an instant, included, by updatedAt and id. A change made during a reading appears on
 * a later page. A late write appears in the next reading, which begins at the watermark.
 */
export async function readFeed<Begun extends Asked, Document extends Changed, Item>(
  deps: Pick<FeedDeps, "clock" | "databaseTimeLowerBound">,
  feed: Feed<Begun, Document, Item>,
  input: Begun & Asked,
): Promise<Changes<Item>> {
  for (let attempt = 0; attempt < confirmAttemptsMax; attempt++) {
    const { read, answer } = await readChanges(deps, feed, input);
    // A single node may show a write that a crash undoes; a reader would keep it for good. Where a filter hides all, no record
    // confirms it: without that write one may match, and a reader who has passed it never gets it.
    if (read.length === 0) await feed.awaitMajority();
    if (await feed.areStill(read)) return answer;
  }
  throw refuse("SERVICE_UNAVAILABLE");
}

/** One page and its records. Big records end it early; the cursor continues there. */
async function readChanges<Begun extends Asked, Document extends Changed, Item>(
  deps: Pick<FeedDeps, "clock" | "databaseTimeLowerBound">,
  feed: Feed<Begun, Document, Item>,
  input: Begun & Asked,
): Promise<{ read: readonly Document[]; answer: Changes<Item> }> {
  const { begun, from } = feedOf(feed.begun, input);
  const now = deps.clock();
  // Taken before the read: the page may miss later writes.
  const complete = completeUntil(deps.databaseTimeLowerBound());
  // A majority may get a change long after its updatedAt. The watermark must not pass such a change.
  await feed.awaitMajority();
  const since = new Date(begun.updatedSince ?? 0);
  const range = { since, after: from, limit: input.limit ?? limitDefault };
  const { documents: read, items, more } = await feed.find(begun, range, new Date(now));
  const last = positionOf(read.at(-1));
  const { watermark, next } = afterPage({ from, last, more, complete });
  const nextCursor = next && tokenOf({ begun, ...next });
  return { read, answer: { items, nextCursor, watermark: watermark.toISOString() } };
}

function positionOf(last: Changed | undefined): Pick<FeedPosition, "updatedAt" | "id"> | undefined {
  return last && { updatedAt: last.updatedAt, id: last._id };
}

const instant = z.iso.datetime().transform((at) => new Date(at));
const position = { updatedAt: instant, id: z.string(), watermark: instant.optional() };

function feedOf<Begun extends Asked>(
  carried: Feed<Begun, Changed, unknown>["begun"],
  { cursor, ...input }: Begun & Asked,
): { begun: Begun; from: FeedPosition | undefined } {
  const fields = Object.keys(carried.shape) as (keyof Begun & string)[];
  const given = Object.fromEntries(
    fields
      .map((field) => [field, (input as Begun)[field]] as const)
      .filter(([, value]) => value !== undefined),
  ) as unknown as Begun;
  if (cursor === undefined) return { begun: given, from: undefined };
  const text = z.object({ begun: carried, ...position });
  const { begun, ...read } = readToken(cursor, (value) => text.parse(value), {
    detail: "is no cursor of this list",
  }) as FeedPosition & { begun: Begun };
  const others = fields.filter(
    (field) => given[field] !== undefined && given[field] !== begun[field],
  );
  if (others.length > 0) throw invalid(others, "is another than the cursor's");
  const { updatedAt, id, watermark } = read;
  return { begun, from: { updatedAt, id, ...(watermark ? { watermark } : {}) } };
}

function invalid(fields: readonly string[], detail: string): Error {
  return refuseFields(
    fields.map((field) => ({ in: "query", pointer: field, code: "INVALID_VALUE", detail })),
  );
}
