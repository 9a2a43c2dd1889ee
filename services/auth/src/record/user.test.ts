import { describe, expect, it } from "@jest/globals";
import { type User, canSetUp, decideUpdate, isOwner } from "./user.ts";

const now = new Date("2027-07-01T08:00:00.000Z");
const before = new Date("2027-06-01T08:00:00.000Z");
const aUser = (given: Partial<User> = {}): User => ({
  id: "usr_1",
  tenantId: "ten_1",
  email: "ada@example.com",
  name: "Ada",
  scopes: ["bookings:*"],
  createdAt: before,
  passwordChangedAt: before,
  mustChangePassword: false,
  disabledAt: null,
  sessionEpoch: 0,
  setup: null,
  secondFactorAt: null,
  identity: null,
  ...given,
});
const disabled = { disabledAt: before };

describe("a change of a user", () => {
  it.each([
    ["gives what the caller has", {}, { scopes: ["audit:read"] }, ["audit:*"], ["audit:read"]],
    ["gives `*` by `*`", {}, { scopes: ["*"] }, ["*"], ["*"]],
    [
      "takes away what the caller lacks",
      { scopes: ["*"] },
      { scopes: ["audit:read"] },
      ["users:*"],
      ["audit:read"],
    ],
    [
      "leaves what the user has",
      {},
      { scopes: ["bookings:*"], name: "Eve" },
      ["users:*"],
      undefined,
    ],
  ])("%s", (_name, user, asked, held, scopes) => {
    const change = decideUpdate(aUser(user), asked, { scopes: held }, now);
    expect(change).not.toBe("SCOPE_ESCALATION");
    expect((change as { scopes?: string[] } | null)?.scopes).toEqual(scopes);
  });

  it.each([
    ["gives more than the caller has", {}, { scopes: ["audit:read"] }, ["users:*"]],
    ["gives `*` by every area", {}, { scopes: ["*"] }, ["users:*", "bookings:*"]],
    ["gives more while the user is disabled", disabled, { scopes: ["audit:read"] }, ["users:*"]],
    ["enables a user who has more", disabled, { disabled: false }, ["users:*"]],
  ])("is refused where it %s", (_name, user, asked, held) => {
    expect(decideUpdate(aUser(user), asked, { scopes: held }, now)).toBe("SCOPE_ESCALATION");
  });

  it.each([
    ["the same name", {}, { name: "Ada" }],
    ["the same scopes, twice", {}, { scopes: ["bookings:*", "bookings:*"] }],
    ["disabled as it is", disabled, { disabled: true }],
    ["enabled as it is", {}, { disabled: false }],
    ["nothing", {}, {}],
  ])("is none for %s", (_name, user, asked) => {
    expect(decideUpdate(aUser(user), asked, { scopes: ["*"] }, now)).toBeNull();
  });

  it.each([
    ["more scopes take it", { scopes: ["bookings:*", "audit:read"] }, true],
    ["the same scopes leave it", { scopes: ["bookings:*"], name: "Grace" }, false],
    ["fewer scopes leave it", { scopes: ["bookings:read"] }, false],
  ])("of an invited user, %s: the inviter knows the setup token", (_name, asked, isTaken) => {
    const setup = { tokenHash: "h", expiresAt: now };
    const invited = aUser({ setup, passwordChangedAt: null, scopes: ["bookings:*"] });
    const change = decideUpdate(invited, asked, { scopes: ["*"] }, now);
    expect(change).not.toBeNull();
    expect(Object.hasOwn(change as object, "setup")).toBe(isTaken);
  });

  it("disables with a date and takes the setup token, and enables without one", () => {
    const setup = { tokenHash: "h", expiresAt: now };
    expect(decideUpdate(aUser({ setup }), { disabled: true }, { scopes: [] }, now)).toEqual({
      disabledAt: now,
      setup: null,
    });
    const asked = { disabled: false };
    expect(decideUpdate(aUser(disabled), asked, { scopes: ["*"] }, now)).toEqual({
      disabledAt: null,
    });
  });
});

it.each([
  ["`*`, a password and no end", {}, true],
  ["every area and no `*`", { scopes: ["users:*", "bookings:*"] }, false],
  ["an end", disabled, false],
  ["no password yet", { passwordChangedAt: null }, false],
  ["an identity in place of a password", { passwordChangedAt: null, identity: "idp 1" }, true],
  ["an identity and an end", { passwordChangedAt: null, identity: "idp 1", ...disabled }, false],
])("with %s a user is an owner: %s", (_name, given, expected) => {
  expect(isOwner(aUser({ scopes: ["*"], ...given }))).toBe(expected);
});

describe("a setup token", () => {
  const tokenHash = "the hash";
  const invited = {
    passwordChangedAt: null,
    setup: { tokenHash, expiresAt: new Date(now.getTime() + 1) },
  };

  it("sets the first password until it expires", () => {
    expect(canSetUp(aUser(invited), tokenHash, now)).toBe(true);
  });

  it.each([
    ["another hash", { setup: { ...invited.setup, tokenHash: "another" } }],
    ["an end that has come", { setup: { tokenHash, expiresAt: now } }],
    ["a password that was set", { passwordChangedAt: before }],
    ["an identity at a provider", { identity: "https://login.example 1" }],
    ["a user who is disabled", disabled],
    ["no token", { setup: null }],
  ])("is worthless with %s", (_name, given) => {
    expect(canSetUp(aUser({ ...invited, ...given }), tokenHash, now)).toBe(false);
  });
});
