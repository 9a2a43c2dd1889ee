/** One page of the bus; `next` names the following one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total?: number | undefined;
  readonly next: string | null;
}

type Load<Item> = (at: { page?: string }) => Promise<Page<Item>>;

/** The pages of a list from the second on, one at a time as they are asked for. */
export async function* pagesAfter<Item>(
  first: Page<Item>,
  load: Load<Item>,
): AsyncGenerator<Page<Item>, void> {
  let { next } = first;
  while (next !== null) {
    const page = await load({ page: next });
    yield page;
    next = page.next;
  }
}

/** All items of a list whose length is bounded. */
export async function everyItem<Item>(load: Load<Item>): Promise<Item[]> {
  const first = await load({});
  const items = [...first.items];
  for await (const page of pagesAfter(first, load)) items.push(...page.items);
  return items;
}
