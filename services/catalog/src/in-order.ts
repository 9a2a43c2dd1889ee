interface Named {
  readonly id: string;
}

/** The items in the order of these ids. Undefined where the ids do not name each of them, and each once. */
export function inOrder<Item extends Named>(
  items: readonly Item[],
  ids: readonly string[],
): Item[] | undefined {
  const byId = new Map(items.map((item) => [item.id, item]));
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  return ordered.length === items.length && ids.length === items.length ? ordered : undefined;
}
