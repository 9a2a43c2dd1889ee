import { describe, expect, it } from "@jest/globals";
import { differing } from "./patch.ts";

describe("a patch", () => {
  const current = { name: "a", email: null as string | null, weekdays: [1, 2] };

  it("gives the fields that differ", () => {
    expect(differing(current, { name: "b", email: null, weekdays: [1, 2] })).toEqual({ name: "b" });
    expect(differing(current, { email: "x@y.example" })).toEqual({ email: "x@y.example" });
    expect(differing(current, { weekdays: [2, 1] })).toEqual({ weekdays: [2, 1] });
  });

  it("is nothing when every field given is as it stands", () => {
    expect(differing(current, {})).toBeNull();
    expect(differing(current, { name: undefined })).toBeNull();
    expect(differing(current, { name: "a", email: null, weekdays: [1, 2] })).toBeNull();
  });
});
