/**
 * A sieve before a search: which pairs of neighbouring characters a text has, in 128 bits. A text
 * that lacks a bit of what is looked for does not have it; one that has all of them may have it.
 */

/** Words of 32 bits to a signature. */
const words = 4;
const bits = words * 32;

export type Signature = readonly [number, number, number, number];

/** Signatures by row; a row beyond them has none set. */
export interface Signatures {
  set(row: number, text: string): void;
  /** Whether the row has every bit of a signature. */
  covers(row: number, signature: Signature): boolean;
}

export function createSignatures(): Signatures {
  let kept = new Int32Array(words * 1_024);
  return {
    set(row, text) {
      const at = row * words;
      if (at >= kept.length) {
        const grown = new Int32Array(kept.length * 2 + at);
        grown.set(kept);
        kept = grown;
      }
      kept.set(signatureOf(text), at);
    },
    covers(row, [first, second, third, fourth]) {
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

/** Of a text shorter than two characters nothing is set. */
export function signatureOf(text: string): Signature {
  const signature: [number, number, number, number] = [0, 0, 0, 0];
  for (let index = 1; index < text.length; index++) {
    const bit = bitOf(text.charCodeAt(index - 1), text.charCodeAt(index));
    signature[(bit >> 5) as 0 | 1 | 2 | 3] |= 1 << (bit & 31);
  }
  return signature;
}

/** Spread evenly, so that common pairs do not share one bit. */
function bitOf(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ other, 0x85ebca6b);
  return (mixed >>> 16) % bits;
}
