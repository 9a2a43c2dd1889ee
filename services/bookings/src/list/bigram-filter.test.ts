import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { createBigramFilter, bigramsOf } from "./bigram-filter.ts";

it("covers that of every part of the text", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 60 }), { minLength: 1 });
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (all, some, length) => {
      const bigrams = createBigramFilter();
      const rows = all.map((text, index) => [index * 700, text] as const);
      for (const [row, text] of rows) bigrams.set(row, text);
      for (const [row, text] of rows) {
        const begin = some % (text.length + 1);
        const part = text.slice(begin, begin + length);
        expect(bigrams.covers(row, bigramsOf(part))).toBe(true);
      }
    }),
  );
});

it("leaves out nearly every text that has not got what is looked for", () => {
  const bigrams = createBigramFilter();
  const count = 5_000;
  for (let row = 0; row < count; row++)
    bigrams.set(row, `ada\u0000byron\u0000ada.byron.${row}@guest.example`);
  const wanted = bigramsOf("rossi");
  const left = Array.from({ length: count }, (_, row) => row).filter((row) =>
    bigrams.covers(row, wanted),
  );
  expect(left.length).toBeLessThan(count / 10);
});
