import { expect, it } from "@jest/globals";
import { changedMembers } from "./changed-members.ts";

const opened = { name: "Ada", quantity: 2, scopes: ["catalog:read", "audit:read"] };

it.each([
  ["nothing", {}, {}],
  ["a name", { name: "Ada B." }, { name: "Ada B." }],
  ["a number to nothing", { quantity: 0 }, { quantity: 0 }],
  ["the same list anew", { scopes: [...opened.scopes] }, {}],
  ["a shorter list", { scopes: ["audit:read"] }, { scopes: ["audit:read"] }],
])("sends what changed: %s", (_what, typed, sent) => {
  expect(changedMembers(opened, { ...opened, ...typed })).toEqual(sent);
});
