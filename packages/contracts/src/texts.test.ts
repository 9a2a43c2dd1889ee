import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { comparable, isVisible, jsonLine, searchable, withoutLineSplitters } from "./texts.ts";

describe("the form in which texts are compared", () => {
  it.each([
    ["a letter and its mark in two characters", "Zoe\u0308", "zo\u00eb"],
    ["capitals", "ADA", "ada"],
    ["a final sigma", "ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
    ["a sharp s", "STRASSE", "Straße"],
    ["a capital sharp s", "STRAẞE", "strasse"],
    ["a ligature", "\ufb01nn", "FINN"],
    ["a dotted capital i in two characters", "I\u0307lker", "İLKER"],
    ["an iota below, which folds to a letter", "\u1fb3", "\u0391\u0399"],
    ["marks in another order", "q\u0323\u0307", "Q\u0307\u0323"],
    ["the sign of kelvin", "\u212a", "k"],
  ])("is one for %s", (_, one, other) => {
    expect(comparable(one)).toBe(comparable(other));
  });

  it.each([
    ["accents", "Zoë", "Zoe"],
    ["a dotless i", "ısık", "isik"],
    ["a full-width letter", "\uff21", "A"],
    ["blanks", "Anna Maria", "AnnaMaria"],
  ])("differs by %s", (_, one, other) => {
    expect(comparable(one)).not.toBe(comparable(other));
  });

  it("is the same for every form of a text, and for itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const form = comparable(text);
        const others = [text.normalize("NFD"), text.normalize("NFC"), text.toLowerCase(), form];
        for (const other of others) expect(comparable(other)).toBe(form);
      }),
      { numRuns: 500 },
    );
  });

  it("looks for one blank wherever a text has any", () => {
    expect(searchable("Anna\u00a0\t Maria")).toBe("anna maria");
  });
});

describe("a text", () => {
  it.each([
    "   ",
    "\u200b",
    "\u00a0\u3000",
    "\u202e",
    "\u0000",
    "\u2800",
    "\u3164",
    "\ufe0f",
    "\u0085",
  ])("shows nothing: %j", (text) => expect(isVisible(text)).toBe(false));

  it.each(["a", "a\u0000", "\u202bסיור\u202c", "🚀", "\u0301", "山", "…", "\u0600"])(
    "shows something: %j",
    (text) => expect(isVisible(text)).toBe(true),
  );

  it("keeps its lines and loses what splits them elsewhere", () => {
    expect(withoutLineSplitters("a\u2028b\u2029c\u0085d\u009fe\r\nf")).toBe("a b c d e\r\nf");
  });

  it("is one line of JSON with the same value", () => {
    const value = { "\u2028": "a\u0085b\nc\u2029" };
    const line = jsonLine(JSON.stringify(value));
    expect(line).toBe(String.raw`{"\u2028":"a\u0085b\nc\u2029"}`);
    expect(JSON.parse(line)).toEqual(value);
  });
});
