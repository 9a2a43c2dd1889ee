import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, audit } from "@slipway/contracts";
import { z } from "zod";
import type { Deps } from "./deps.ts";
import { entryRecord } from "./entry.ts";

type Log = OutputOf<typeof audit.listLog>;

/** The entry after which a page goes on, and how many are left to answer. */
const position = z.tuple([z.iso.datetime(), z.string(), z.int().min(1)]);

/** The tenant's entries, newest first; the cursor is the place of a page's last entry. */
export async function listPage(
  { entries }: Deps,
  { caller }: Request,
  { limit, cursor, ...filter }: InputOf<typeof audit.listPage>,
): Promise<OutputOf<typeof audit.listPage>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const page = { after, limit, itemOf: entryRecord };
  const { items, more } = await entries.listPage(caller.tenantId, filter, page);
  const last = items.at(-1);
  return { items, nextCursor: more && last ? cursorAfter(last) : null };
}

/** The tenant's entries, newest first; in pages of the bus. */
export async function listLog(
  { entries }: Deps,
  { caller }: Request,
  { limit, page, ...filter }: InputOf<typeof audit.listLog>,
): Promise<Log> {
  const begin = page === undefined ? { after: undefined, left: limit } : parsePage(page);
  const { items, more } = await entries.listPage(caller.tenantId, filter, {
    after: begin.after,
    limit: begin.left,
    itemOf: entryRecord,
  });
  return { items, next: more ? pageAfter(items, begin.left) : null };
}

const cursorText = z.tuple([z.iso.datetime(), z.string()]);

function cursorAfter({ timestamp, id }: Log["items"][number]): string {
  return Buffer.from(JSON.stringify([timestamp, id])).toString("base64url");
}

function parseCursor(cursor: string): { timestamp: Date; id: string } {
  try {
    const [timestamp, id] = cursorText.parse(
      JSON.parse(Buffer.from(cursor, "base64url").toString()),
    );
    return { timestamp: new Date(timestamp), id };
  } catch {
    const at = { in: "query", pointer: "cursor", code: "INVALID_VALUE" } as const;
    throw refuse("VALIDATION_FAILED", {
      detail: "1 field is invalid",
      errors: [{ ...at, detail: "is not a cursor" }],
    });
  }
}

function pageAfter(items: Log["items"], left: number): string | null {
  const last = items.at(-1);
  const remaining = left - items.length;
  if (!last || remaining === 0) return null;
  return JSON.stringify([last.timestamp, last.id, remaining]);
}

function parsePage(page: string): { after: { timestamp: Date; id: string }; left: number } {
  try {
    const [timestamp, id, left] = position.parse(JSON.parse(page));
    return { after: { timestamp: new Date(timestamp), id }, left };
  } catch {
    throw refuse("VALIDATION_FAILED");
  }
}
