import { expect, it } from "@jest/globals";
import { type Shape, type Shapes, breaksOf } from "./shape.ts";

const before = {
  "": ["object"],
  ".id": ["string"],
  ".status": ['"HELD"', '"SOLD"'],
  ".note?": ["string"],
  ".lines": ["array"],
  ".lines[]": ["object"],
  ".lines[].quantity": ["number"],
};
type Kind = keyof Shapes;

function found(kind: Kind, difference: Record<string, string[] | null>, old: Shape = before) {
  const now = Object.fromEntries(
    Object.entries({ ...old, ...difference }).filter(([, types]) => types !== null),
  ) as Shape;
  const none: Shapes = { inputs: {}, outputs: {}, stored: {} };
  return breaksOf({ ...none, [kind]: { thing: old } }, { ...none, [kind]: { thing: now } });
}

it.each<[string, Kind, Record<string, string[] | null>]>([
  ["nothing", "inputs", {}],
  ["a field of a call that may be absent", "inputs", { ".more?": ["string"] }],
  ["a field of a document that may be absent", "stored", { ".lines[].more?": ["string"] }],
  ["a field of an answer", "outputs", { ".more": ["object"], ".more.deep": ["string"] }],
  ["a further value of a list", "outputs", { ".status": ['"HELD"', '"GONE"', '"SOLD"'] }],
  ["null in a call", "inputs", { ".id": ["null", "string"] }],
  [
    "a field of a call that need not be there any more",
    "inputs",
    { ".id": null, ".id?": ["string"] },
  ],
  ["a field that is always there now", "outputs", { ".note?": null, ".note": ["string"] }],
])("takes what is additive: %s", (_, kind, difference) => {
  expect(found(kind, difference)).toEqual([]);
});

it.each<[Kind, Record<string, string[] | null>, string]>([
  ["outputs", { ".id": null }, ".id is gone."],
  ["stored", { ".note?": null }, ".note is gone."],
  ["inputs", { ".more": ["string"] }, ".more is new and must be there: the release before"],
  ["stored", { ".lines[].more": ["string"] }, ".lines[].more is new and must be there"],
  ["inputs", { ".note?": null, ".note": ["string"] }, ".note may be absent, which its reader"],
  ["stored", { ".id": null, ".id?": ["string"] }, ".id may be absent, which its reader"],
  ["outputs", { ".id": ["null", "string"] }, ".id may be null, which its reader"],
  ["inputs", { ".id": ["number"] }, ".id may be string, which its reader"],
  ["stored", { ".lines[].quantity": ["string"] }, ".lines[].quantity may be string"],
])("refuses in %s %j: %s", (kind, difference, sentence) => {
  expect(found(kind, difference)).toEqual([expect.stringContaining(sentence)]);
});

it("refuses an action or a collection that is gone", () => {
  const none: Shapes = { inputs: {}, outputs: {}, stored: {} };
  expect(breaksOf({ ...none, stored: { boats: before } }, none)).toEqual([
    "boats is gone: the release before needs it.",
  ]);
});

it("refuses a new field of an event, which older consumers would drop, unless they keep unknown ones", () => {
  const event = {
    ".events[]": ["object"],
    ".events[].entityType": ["string"],
    ".events[].before": ["string"],
    ".events[].after": ["string"],
  };
  const more = { ".events[].more?": ["string"] };
  expect(found("inputs", more, event)).toEqual([expect.stringContaining("is new in an event")]);
  expect(found("inputs", more, { ...event, ".events[]": ["loose object"] })).toEqual([]);
});
