import { expect, it } from "@jest/globals";
import { isAtLeastAsRestricted, isRestricted, unrestricted } from "./restrictions.ts";

const ofLines = { supplierId: "sup_lines", overrides: true };
const ofLinesAsPriced = { supplierId: "sup_lines", overrides: false };
const ofOthers = { supplierId: "sup_others", overrides: true };
const asPriced = { supplierId: null, overrides: false };

it.each([
  ["no restriction", unrestricted, false],
  ["one supplier", ofLines, true],
  ["no overrides", asPriced, true],
])("answers whether %s restricts", (_name, restrictions, expected) => {
  expect(isRestricted(restrictions)).toBe(expected);
});

it.each([
  [unrestricted, unrestricted, true],
  [unrestricted, ofLinesAsPriced, true],
  [ofLines, ofLines, true],
  [ofLines, ofLinesAsPriced, true],
  [ofLines, ofOthers, false],
  [ofLines, unrestricted, false],
  [ofLines, asPriced, false],
  [ofLinesAsPriced, ofLines, false],
  [asPriced, asPriced, true],
  [asPriced, ofLinesAsPriced, true],
  [asPriced, unrestricted, false],
  [asPriced, ofLines, false],
])("of %j lets %j be issued: %s", (held, asked, expected) => {
  expect(isAtLeastAsRestricted(held, asked)).toBe(expected);
});
