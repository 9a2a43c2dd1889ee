/** Pages of a list in the order of its ids: where the next one begins. */
import type { ItemPage } from "./find-page.ts";
import { refuseToken } from "./page-token.ts";

interface CursorPage<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The id after which a list goes on; refuses a text that no page has ended with. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^[a-z]+_[0-9a-f]{32}$/.test(id) && idCursor(id) === cursor) return id;
  throw refuseToken();
}

function idCursor(id: string): string {
  return Buffer.from(id, "latin1").toString("base64url");
}

/** A page of the bus: the next one begins after its last item. */
export function nextAfterId<Item extends { id: string }>({
  items,
  more,
}: ItemPage<Item>): {
  items: Item[];
  next: string | null;
} {
  return { items, next: more ? (items.at(-1)?.id ?? null) : null };
}

/** A page of the API, with the cursor of the next one where another record follows. */
export function pageByIds<Item extends { id: string }>({
  items,
  more,
}: ItemPage<Item>): CursorPage<Item> {
  const last = items.at(-1);
  return { items, nextCursor: more && last ? idCursor(last.id) : null };
}
