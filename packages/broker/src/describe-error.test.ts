import { expect, it } from "@jest/globals";
import { describeError } from "./describe-error.ts";

it("says where a text was no JSON, and nothing of the text", () => {
  const thrown = (): unknown => {
    try {
      return JSON.parse("ada@example.com");
    } catch (error) {
      return error;
    }
  };
  const described = describeError(thrown());
  expect(described).toEqual({ name: "SyntaxError", stack: expect.stringMatching(/^ +at /) });
  expect(JSON.stringify(described)).not.toContain("ada@");
});
