import { expect, it } from "@jest/globals";
import { changesOf } from "./record-changes.ts";

it.each([
  ["nothing", { a: 1 }, { a: 1 }, []],
  ["a value", { a: 1, b: 2 }, { a: 1, b: 3 }, [{ field: "b", before: 2, after: 3 }]],
  ["a value that is new", {}, { a: 1 }, [{ field: "a", before: undefined, after: 1 }]],
  ["a value that is gone", { a: 1 }, {}, [{ field: "a", before: 1, after: undefined }]],
  [
    "a value within another",
    { customer: { name: "Ada", email: "a@x" } },
    { customer: { name: "Ada", email: "b@x" } },
    [{ field: "customer.email", before: "a@x", after: "b@x" }],
  ],
  [
    "a list, as one value",
    { items: [1, 2] },
    { items: [1] },
    [{ field: "items", before: [1, 2], after: [1] }],
  ],
  ["a record that is new", null, { a: 1 }, []],
  ["a record that is gone", { a: 1 }, null, []],
])("says %s", (_name, before, after, expected) => {
  expect(changesOf(before, after)).toEqual(expected);
});
