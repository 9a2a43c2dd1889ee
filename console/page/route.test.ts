import { describe, expect, it } from "@jest/globals";
import { hasScope, matchPath } from "./route.ts";

describe("matchPath", () => {
  it.each([
    ["/day", "/day", {}],
    ["/day", "/day/", {}],
    ["/day/{date}", "/day/2027-06-01", { date: "2027-06-01" }],
    ["/day/{date}", "/day", undefined],
    ["/day/{date}", "/days/1", undefined],
    ["/bookings/{id}", "/bookings/a%2Fb", { id: "a/b" }],
    ["/bookings/{id}", "/bookings/%E0%A4%A", undefined],
    ["/bookings/{id}", "/bookings//", undefined],
  ])("%s %s", (pattern, path, expected) => expect(matchPath(pattern, path)).toEqual(expected));
});

describe("hasScope", () => {
  it.each([
    [["*"], "bookings:read", true],
    [["bookings:*"], "bookings:write", true],
    [["bookings:read"], "bookings:write", false],
    [["bookings:read"], "bookings:read", true],
    [[], "bookings:read", false],
  ])("%j %s", (scopes, needed, expected) => expect(hasScope(scopes, needed)).toBe(expected));
});
