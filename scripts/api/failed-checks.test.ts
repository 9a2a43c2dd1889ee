import { describe, expect, it } from "@jest/globals";
import { acceptedOf, answeredBy, isAcceptedBy } from "./failed-checks.ts";

describe("what an answer refuses", () => {
  const quantity = { in: "body", pointer: "#/unitItems/0/quantity", code: "REQUIRED" };
  const second = { ...quantity, pointer: "#/unitItems/12/quantity" };
  it.each([
    [{ code: "UNKNOWN_UNIT" }, ["UNKNOWN_UNIT"]],
    [{ code: "UNKNOWN_UNIT", errors: [] }, ["UNKNOWN_UNIT"]],
    [
      { code: "VALIDATION_FAILED", errors: [quantity, second] },
      ["body #/unitItems/*/quantity REQUIRED"],
    ],
    [
      { errors: [{ in: "query", pointer: "cursor", code: "INVALID_VALUE" }, quantity] },
      ["query cursor INVALID_VALUE", "body #/unitItems/*/quantity REQUIRED"],
    ],
    [{}, ["no code"]],
  ])("is answered by %j", (problem, answered) => {
    expect(answeredBy(JSON.stringify(problem))).toEqual(answered);
  });

  it("is nothing that we know where the answer is no JSON", () => {
    expect(answeredBy("<html>")).toEqual(["no problem"]);
  });
});

describe("the list of accepted failures", () => {
  it("has lines, reasons and empty lines", () => {
    expect(acceptedOf("# Why.\nGET /a check 200\n\n# Why not.\n* check X\n")).toEqual([
      "GET /a check 200",
      "* check X",
    ]);
  });

  it.each([
    ["GET /a check 200", "GET /a check 200", true],
    ["GET * check 200", "GET /a check 200", true],
    ["GET /a check 201", "GET /a check 200", false],
    ["GET /a check", "GET /a check 200", false],
    ["GET /a check 200", "GET /a check", false],
    ["* check 200", "GET /a check 200", false],
  ])("accepts by %j the finding %j: %j", (line, finding, expected) => {
    expect(isAcceptedBy(line, finding)).toBe(expected);
  });
});
