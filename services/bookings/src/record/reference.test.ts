import { expect, it } from "@jest/globals";
import { newId } from "@slipway/store";
import { referenceIn, referenceOf, referencesMax } from "./reference.ts";

const ids = Array.from({ length: 100_000 }, (_, index) => newId("bkg", 1_800_000_000_000 + index));

it("has 8 characters of Crockford's base32", () => {
  for (const id of ids.slice(0, 1_000))
    expect(referenceOf(id, 0)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
});

it("is the same for everyone: stored references were found by it", () => {
  const id = "bkg_019aa5b1e340736581471f438acfd0b5";
  expect([0, 1, 2].map((attempt) => referenceOf(id, attempt))).toEqual([
    "4G7YGACT",
    "432C47C2",
    "3FAP55GB",
  ]);
});

it("has other attempts where the first one is taken", () => {
  for (const id of ids.slice(0, 1_000)) {
    const attempts = Array.from({ length: referencesMax }, (_, each) => referenceOf(id, each));
    expect(new Set(attempts).size).toBe(referencesMax);
  }
});

// A random choice of 100 000 among the 2^40 references holds a pair of equal ones in 0.5 % of all cases.
it("spreads evenly: equal ones among 100 000 are as rare as among random ones", () => {
  const first = new Set(ids.map((id) => referenceOf(id, 0)));
  expect(first.size).toBeGreaterThanOrEqual(ids.length - 2);
  for (let place = 0; place < 8; place++) {
    const counts = Map.groupBy(first, (reference) => reference.charAt(place));
    expect(counts.size).toBe(32);
    for (const each of counts.values()) expect(each.length).toBeGreaterThan(100_000 / 32 / 1.2);
  }
});

it.each([
  ["4G7YGACT", "4G7YGACT"],
  ["4g7yGact", "4G7YGACT"],
  ["4G7YGAC", undefined],
  ["4G7YGACTX", undefined],
  ["4g7y-gact ", "4G7YGACT"],
  ["  4G7 YGACI", "4G7YGAC1"],
  ["oOiIlLTT", "001111TT"],
  ["4G7YGACU", undefined],
  ["4G7YGAC\u017F", undefined],
  ["4G7YGACT\n", "4G7YGACT"],
  ["", undefined],
])("is in the text %j: %j", (text, reference) => {
  expect(referenceIn(text)).toBe(reference);
});
