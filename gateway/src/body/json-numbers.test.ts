import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { numberBeyondBounds } from "./json-numbers.ts";

it.each([
  ["1e999", "#"],
  ["-1e999", "#"],
  ['{"a":[0,{"b":1e400}]}', "#/a/1/b"],
  ['{"a/b~c":1e999}', "#/a~1b~0c"],
  [`{"long":${"9".repeat(310)}}`, "#/long"],
  ['{"__proto__":{"a":1e999}}', "#/__proto__/a"],
  ['{"text":"1e999","1e999":1e308,"small":1e-999}', null],
  ["null", null],
])("finds the number that is beyond all bounds in %s at %p", (text, expected) => {
  expect(numberBeyondBounds(JSON.parse(text))).toBe(expected);
});

it("finds one exactly where writing the value again would make it null", () => {
  const value = fc.json().chain((inner) => fc.constantFrom(inner, `[${inner},1e999]`));
  fc.assert(
    fc.property(value, (text) => {
      const parsed: unknown = JSON.parse(text);
      const nulls = (of: unknown): number => JSON.stringify(of).split("null").length;
      const keeps = JSON.stringify(parsed, (_name, each: unknown) =>
        typeof each === "number" && !Number.isFinite(each) ? 0 : each,
      );
      const isLost = nulls(parsed) !== keeps.split("null").length;
      expect(numberBeyondBounds(parsed) !== null).toBe(isLost);
    }),
  );
});
