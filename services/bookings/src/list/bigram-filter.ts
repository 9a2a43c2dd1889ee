/**
 * A bigram filter (a Bloom filter of character pairs) of 128 bits per text. A text that lacks a bit of the
 * wanted text does not contain it; a text with all bits may contain it.
 */

/** Words of 32 bits in a filter. */
const words = 4;
const bits = words * 32;

type BigramSet = readonly [number, number, number, number];

export function createBigramFilter() {
  let kept = new Int32Array(words * 1_024);
  return {
    set(row: number, text: string) {
      const at = row * words;
      if (at >= kept.length) {
        const grown = new Int32Array(kept.length * 2 + at);
        grown.set(kept);
        kept = grown;
      }
      kept.set(bigramsOf(text), at);
    },
    /** Whether the row has every bit of a set. */
    covers(row: number, [first, second, third, fourth]: BigramSet) {
      const at = row * words;
      return (
        ((kept[at] ?? 0) & first) === first &&
        ((kept[at + 1] ?? 0) & second) === second &&
        ((kept[at + 2] ?? 0) & third) === third &&
        ((kept[at + 3] ?? 0) & fourth) === fourth
      );
    },
  };
}

/** Filters by row; a row beyond the last has no bit set. */
export type BigramFilter = ReturnType<typeof createBigramFilter>;

/** The bits of a text; a text shorter than two characters has none. */
export function bigramsOf(text: string): BigramSet {
  const set: [number, number, number, number] = [0, 0, 0, 0];
  for (let index = 1; index < text.length; index++) {
    const bit = bitOf(text.charCodeAt(index - 1), text.charCodeAt(index));
    set[(bit >> 5) as 0 | 1 | 2 | 3] |= 1 << (bit & 31);
  }
  return set;
}

/** Hashes evenly, so that common pairs get different bits. */
function bitOf(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ other, 0x85ebca6b);
  return (mixed >>> 16) % bits;
}
