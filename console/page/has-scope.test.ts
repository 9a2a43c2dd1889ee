import { describe, expect, it } from "@jest/globals";
import { hasScope } from "./has-scope.ts";

describe("hasScope", () => {
  it.each([
    [["*"], "bookings:read", true],
    [["bookings:*"], "bookings:write", true],
    [["bookings:read"], "bookings:write", false],
    [["bookings:read"], "bookings:read", true],
    [[], "bookings:read", false],
  ])("%j %s", (scopes, needed, expected) => expect(hasScope(scopes, needed)).toBe(expected));
});
