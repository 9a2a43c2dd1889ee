/** Lists as async iterators: a page is asked for when the one before is read, and only one is held. */
import type { ChangeFeed } from "./call.ts";

/** Asks for one page of a list, with these members of the query. */
export type AskPage<Page> = (at: Readonly<Record<string, unknown>>) => Promise<Page>;

const pageItems = 100;

/** A list by offset. A record made or deleted meanwhile may move others to another page. */
export async function* offsetPages<Item>(
  ask: AskPage<{ readonly items: readonly Item[]; readonly total: number }>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ; offset += pageItems) {
    const { items, total } = await ask({ limit: pageItems, offset });
    yield* items;
    if (items.length === 0 || offset + pageItems >= total) return;
  }
}

interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list by cursor. */
export async function* cursorPages<Item>(
  ask: AskPage<CursorPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: CursorPage<Item> = await ask(cursor === undefined ? {} : { cursor });
    yield* page.items;
    cursor = page.nextCursor;
  }
}

/** @param ask answers a page together with the watermark in its header. */
export function changeFeed<Item>(
  since: string,
  ask: AskPage<{ readonly page: CursorPage<Item>; readonly watermark: string | null }>,
): ChangeFeed<Item> {
  let watermark = since;
  async function* read(): AsyncGenerator<Item, void, undefined> {
    let next: string | null | undefined;
    while (next !== null) {
      // The cursor carries the rest.
      const answer = await ask(next === undefined ? { updatedSince: watermark } : { cursor: next });
      yield* answer.page.items;
      watermark = answer.watermark ?? watermark;
      next = answer.page.nextCursor;
    }
  }
  return {
    get watermark() {
      return watermark;
    },
    [Symbol.asyncIterator]: read,
  };
}
