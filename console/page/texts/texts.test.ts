import { describe, expect, it as test } from "@jest/globals";
import { type AuditVerbOf, auditVerbs, refusals } from "@slipway/contracts";
import { en } from "./en.ts";
import { fill, pluralOf } from "./fill.ts";
import { it } from "./it.ts";

/** Every text by the path to it, such as "day.title". */
function textsOf(tree: object, path = ""): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return typeof value === "string" ? [[at, value]] : textsOf(value as object, at);
  });
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe("the texts", () => {
  test("have the same keys in both languages", () => {
    const keys = (tree: object) => textsOf(tree).map(([path]) => path);
    expect(keys(it)).toEqual(keys(en));
  });

  test("have the same placeholders in both languages, and none is empty", () => {
    const italian = new Map(textsOf(it));
    for (const [path, text] of textsOf(en)) {
      expect([path, text.trim()]).not.toEqual([path, ""]);
      expect([path, placeholders(italian.get(path) ?? "")]).toEqual([path, placeholders(text)]);
    }
  });

  test.each([
    ["English", en],
    ["Italian", it],
  ])("say every refusal of the API in %s", (_, language) => {
    expect(Object.keys(language.refusals).toSorted()).toEqual(Object.keys(refusals).toSorted());
  });

  test("say every deed that the log of changes has of a booking", () => {
    // One that is missing does not compile.
    const deeds: Readonly<Record<AuditVerbOf<"booking">, string>> = en.booking.deed;
    expect(Object.values(auditVerbs)).toEqual(expect.arrayContaining(Object.keys(deeds)));
  });
});

describe("fill", () => {
  test("puts values in, and leaves what it does not know", () => {
    expect(fill("{a} of {b}, {c}", { a: 1, b: "two" })).toBe("1 of two, {c}");
  });
});

describe("pluralOf", () => {
  test.each([
    [0, "others"],
    [1, "one"],
    [2, "others"],
  ])("%d", (count, form) => {
    expect(pluralOf(count, { one: "one", other: "others" }, "en")).toBe(form);
  });
});
