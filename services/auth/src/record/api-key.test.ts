import { describe, expect, it } from "@jest/globals";
import { isGrantable } from "./api-key.ts";

describe("granting scopes", () => {
  it.each([
    [["*"], ["*"], true],
    [["*"], ["bookings:read", "catalog:*"], true],
    [["catalog:*"], ["catalog:*"], true],
    [["catalog:*"], ["catalog:read", "catalog:write"], true],
    [["bookings:read", "audit:read"], ["audit:read"], true],
    [["catalog:*"], ["*"], false],
    [["catalog:read", "catalog:write"], ["catalog:*"], false],
    [["catalog:read"], ["catalog:write"], false],
    [["catalog:*"], ["catalog:read", "bookings:read"], false],
    [["api-keys:write"], ["*"], false],
  ])("a caller with %j may grant %j: %s", (held, asked, may) => {
    expect(isGrantable({ scopes: held }, { scopes: asked })).toBe(may);
  });

  it("grants no key that is less restricted, whatever the scopes", () => {
    const ofLines = { scopes: ["*"], restrictions: { supplierId: "sup_lines", overrides: true } };
    expect(isGrantable(ofLines, ofLines)).toBe(true);
    expect(isGrantable(ofLines, { scopes: ["*"] })).toBe(false);
    expect(isGrantable({ scopes: ["*"] }, ofLines)).toBe(true);
    expect(isGrantable({ ...ofLines, scopes: ["catalog:*"] }, ofLines)).toBe(false);
  });
});
