/** One page of the bus; `next` names the following one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total?: number | undefined;
  readonly next: string | null;
}

export type LoadPage<Item> = (at: { page?: string }) => Promise<Page<Item>>;

/** All items of a list whose length is bounded. */
export async function everyItem<Item>(load: LoadPage<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for (let at: { page?: string } | null = {}; at !== null; ) {
    const { items: more, next }: Page<Item> = await load(at);
    items.push(...more);
    at = next === null ? null : { page: next };
  }
  return items;
}
