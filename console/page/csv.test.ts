import { describe, expect, it } from "@jest/globals";
import { csvOf } from "./csv.ts";

describe("csvOf", () => {
  it.each([
    ["plain text", "Rossi", '"Rossi"'],
    ["commas and lines", "a,\nb", '"a,\nb"'],
    ["quotes", 'the "boat"', '"the ""boat"""'],
    ["a formula", "=1+2", `"'=1+2"`],
    ["a telephone", "+39 041", `"'+39 041"`],
    ["a minus", "-1", `"'-1"`],
    ["an at", "@SUM(A1)", `"'@SUM(A1)"`],
    ["a formula behind blanks", "  =1", `"'  =1"`],
    ["a formula behind a tab", "\t=1", `"'\t=1"`],
    ["an address", "a@b.example", '"a@b.example"'],
    ["what other readers take for the end of a line", "a\u2028b\u0085c", '"a b c"'],
    ["nothing", "", '""'],
  ])("quotes %s", (_, text, cell) => expect(csvOf([[text]])).toBe(`\uFEFF${cell}\r\n`));

  it("has a line per row", () => {
    expect(csvOf([["a", "b"], ["c"]])).toBe('\uFEFF"a","b"\r\n"c"\r\n');
  });
});
