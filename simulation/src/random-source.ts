/** The random numbers of a run, drawn from its seed (sfc32). */
export class RandomSource {
  #a: number;
  #b: number;
  #c = 0x9e3779b9;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = (seed / 0x1_0000_0000) | 0;
    for (let round = 0; round < 12; round++) this.next();
  }

  /** Uniform in [0, 1). */
  next(): number {
    return this.bits() / 0x1_0000_0000;
  }

  bits(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** True with this probability. */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number in [0, bound). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** A whole number between both, inclusive. */
  from(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  /** In [least, most). */
  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** Picks from a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Picks a name by weight. */
  pickOf<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) if ((left -= weight) < 0) return name;
    return (entries.at(-1) as [Name, number])[0];
  }

  /** Picks a row by its weight. */
  pickRow<Row extends { readonly weight: number }>(rows: Readonly<Record<string, Row>>): Row {
    const weights = Object.entries(rows).map(([name, { weight }]) => [name, weight] as const);
    return rows[this.pickOf(Object.fromEntries(weights))] as Row;
  }

  /** Exponentially distributed. */
  around(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  /** A version 4 UUID. */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.bits().toString(16).padStart(8, "0")).join("");
    const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
