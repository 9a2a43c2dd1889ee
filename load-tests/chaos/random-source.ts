/** A source of random choices that can be repeated. */
export interface RandomSource {
  /** In [0, 1). */
  next(): number;
  /** A whole number of 0 to below `end`. */
  below(end: number): number;
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

/** From a seed (mulberry32). */
export function randomFrom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      return names.find((name) => (left -= weights[name]) < 0) ?? (names[0] as Name);
    },
  };
}
