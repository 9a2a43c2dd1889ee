import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, audit } from "@slipway/contracts";
import { readPage, readToken, tokenOf } from "@slipway/store";
import { z } from "zod";
import type { Deps } from "./deps.ts";
import { entryShownTo } from "./entry.ts";

type Log = OutputOf<typeof audit.listLog>;

const timestamp = z.iso.datetime().transform((at) => new Date(at));
/** The entry after which the log goes on. */
const cursorPosition = z
  .tuple([timestamp, z.string()])
  .transform(([at, id]) => ({ timestamp: at, id }));
/** The entry after which the log goes on, and how many are left to answer. */
const pagePosition = z
  .tuple([timestamp, z.string(), z.int().min(1)])
  .transform(([at, id, left]) => ({ after: { timestamp: at, id }, left }));

/** The tenant's entries, newest first; the cursor is the place of a page's last entry. */
export async function listPage(
  { entries }: Deps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof audit.listPage>,
): Promise<OutputOf<typeof audit.listPage>> {
  const after =
    cursor === undefined
      ? undefined
      : readToken(cursor, (position) => cursorPosition.parse(position));
  const page = { after, limit, itemOf: entryShownTo(caller) };
  const { items, more } = await entries.listPage(caller.tenantId, filter, page);
  const last = items.at(-1);
  return { items, nextCursor: more && last ? tokenOf([last.timestamp, last.id]) : null };
}

/** The tenant's entries, newest first; in pages of the bus. */
export async function listLog(
  { entries }: Deps,
  { caller }: Request,
  { limit, page, ...filter }: InputOf<typeof audit.listLog>,
): Promise<Log> {
  const begin =
    page === undefined
      ? { after: undefined, left: limit }
      : readPage(page, (position) => pagePosition.parse(position));
  const { items, more } = await entries.listPage(caller.tenantId, filter, {
    after: begin.after,
    limit: begin.left,
    itemOf: entryShownTo(caller),
  });
  return { items, next: more ? pageAfter(items, begin.left) : null };
}

function pageAfter(items: Log["items"], left: number): string | null {
  const last = items.at(-1);
  const remaining = left - items.length;
  if (!last || remaining === 0) return null;
  return JSON.stringify([last.timestamp, last.id, remaining]);
}
