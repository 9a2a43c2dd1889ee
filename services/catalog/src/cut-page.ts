/** A page of the bus holds at most this much (architecture section 7 allows 512 KiB). */
export const pageMax = { items: 200, bytes: 400_000 } as const;

/** As many items as fit a page of the bus, one at least; `next` names the last when more follow. */
export function cutPage<Item>(
  all: readonly Item[],
  nameOf: (item: Item) => string,
): { items: Item[]; next: string | null } {
  const items: Item[] = [];
  let bytes = 0;
  for (const item of all.slice(0, pageMax.items)) {
    bytes += new TextEncoder().encode(JSON.stringify(item)).length;
    if (items.length > 0 && bytes > pageMax.bytes) break;
    items.push(item);
  }
  const last = items.at(-1);
  const isWhole = items.length === all.length || last === undefined;
  return { items, next: isWhole ? null : nameOf(last) };
}
