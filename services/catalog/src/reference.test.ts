import { describe, expect, it } from "@jest/globals";
import { firstFree, referenceFrom } from "./reference.ts";

describe("references", () => {
  it.each([
    ["Canal Grande Ferry", "canal-grande-ferry"],
    ["  Città d'Acqua – 2027! ", "citta-d-acqua-2027"],
    ["Œuvre & Straße", "oeuvre-strasse"],
    ["Ελλάδα", "ellada"],
    ["東京 Tower", "dongjing-tower"],
    ["a--b__c", "a-b-c"],
    ["!!!", "supplier"],
    ["\u200b", "supplier"],
  ])("makes %p into %p", (name, reference) => {
    expect(referenceFrom(name, "supplier")).toBe(reference);
  });

  it("keeps long names within 200 characters and ends them with a word", () => {
    expect(referenceFrom("ab ".repeat(400), "option")).toBe("ab-".repeat(66) + "ab");
  });

  it("counts from 2 and fills gaps", () => {
    expect(firstFree("tour", new Set())).toBe("tour");
    expect(firstFree("tour", new Set(["tour"]))).toBe("tour-2");
    expect(firstFree("tour", new Set(["tour", "tour-2", "tour-4"]))).toBe("tour-3");
  });
});
