import anyAscii from "any-ascii";

const lengthMax = 200;

/** The kinds of record that have a reference, and what one is called whose name has no word. */
export type Referenced = "supplier" | "product" | "option" | "unit";

/** A name, transliterated, lower-case, its words joined by "-"; the kind where no word is left. */
export function referenceFrom(name: string, kind: Referenced): string {
  const words = anyAscii(name)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [kind];
  return words.join("-").slice(0, lengthMax).replace(/-$/, "");
}

/** The first of wanted, wanted-2, wanted-3... that is not taken. */
export function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  let reference = wanted;
  for (let number = 2; taken.has(reference); number++) reference = `${wanted}-${number}`;
  return reference;
}
