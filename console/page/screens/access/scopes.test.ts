import { describe, expect, it } from "@jest/globals";
import { grantableScopes } from "@slipway/contracts";
import { en } from "../../texts/en.ts";
import {
  type Role,
  areas,
  roleOf,
  roles,
  scopeWords,
  singleScopes,
  singlesOf,
  withScope,
} from "./scopes.ts";

it("knows every scope that can be granted", () => {
  const all = ["*", ...Object.keys(areas).map((area) => `${area}:*`)];
  const known = [...all, ...singleScopes.map(({ scope }) => scope)];
  expect(known.toSorted()).toEqual(grantableScopes.toSorted());
});

describe("a role", () => {
  it.each(Object.keys(roles) as Role[])("%s is known by its scopes", (role) => {
    expect(roleOf(roles[role].toReversed())).toBe(role);
  });

  it("is known by the same scopes in another form", () => {
    expect(roleOf(singlesOf(roles.manager).toReversed())).toBe("manager");
  });

  it("is not found for other scopes", () => {
    expect([roleOf(["audit:read"]), roleOf(singlesOf(["*"]))]).toEqual([undefined, undefined]);
  });
});

it.each([
  [["*"], ["Everything"]],
  [["bookings:*"], ["Bookings: read and change"]],
  [
    ["audit:read", "sync:write"],
    ["Receivers and channels: change", "Log of changes: read"],
  ],
])("%j is said as %j", (scopes, said) => {
  expect(scopeWords(scopes, en.access)).toEqual(said);
});

it.each([
  [["boats:read", "audit:read"], "sync:read", true, ["boats:read", "audit:read", "sync:read"]],
  [["boats:read", "bookings:*"], "bookings:write", false, ["boats:read", "bookings:read"]],
])("%j with %s chosen or not (%s) is %j", (scopes, scope, isHeld, expected) => {
  expect(withScope(scopes, scope, isHeld)).toEqual(expected);
});
