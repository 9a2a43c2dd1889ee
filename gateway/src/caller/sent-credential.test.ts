import { describe, expect, it } from "@jest/globals";
import { tokenText } from "@slipway/contracts";
import { endedCookie, sentCredentialOf, sessionCookie } from "./sent-credential.ts";

const token = tokenText("session", "A".repeat(43));
const other = tokenText("session", "B".repeat(43));
const plain = `slipway-session=${token}`;
const secure = `__Host-slipway-session=${token}`;
const byBearer = (text: string | null) => ({ token: text, by: "bearer" });
const byCookie = (text: string | null) => ({ token: text, by: "cookie" });

describe("the credential of a request", () => {
  it.each([
    ["nothing", {}, null],
    ["a bearer", { authorization: "Bearer abc" }, byBearer("abc")],
    ["a bearer in other letters", { authorization: "bearer  abc " }, byBearer("abc")],
    ["a bearer of nothing", { authorization: "Bearer" }, byBearer(null)],
    ["a bearer of two words", { authorization: "Bearer a b" }, byBearer(null)],
    ["another scheme", { authorization: "Basic abc" }, null],
    ["a cookie among others", { cookie: `a=1; ${plain}; b=2` }, byCookie(token)],
    ["the cookie of TLS", { cookie: secure }, byCookie(token)],
    ["a key in the cookie", { cookie: "slipway-session=slw_abc" }, byCookie(null)],
    ["a cookie of a name that ends alike", { cookie: `x${plain}` }, null],
    ["a bearer and a cookie", { authorization: "Bearer abc", cookie: plain }, byBearer("abc")],
    ["a bad bearer and a good cookie", { authorization: "Bearer", cookie: plain }, byBearer(null)],
    [
      "a cookie beside another scheme",
      { authorization: "Basic a", cookie: plain },
      byCookie(token),
    ],
  ])("is, of %s: %#", (_name, headers, expected) => {
    expect(sentCredentialOf(headers, false)).toEqual(expected);
  });

  it("is over TLS only a cookie that no neighbour can have set", () => {
    expect(sentCredentialOf({ cookie: plain }, true)).toBeNull();
    const both = `slipway-session=${other}; ${secure}`;
    expect(sentCredentialOf({ cookie: both }, true)).toEqual(byCookie(token));
  });
});

describe("the cookie", () => {
  it("is kept to this host and to TLS, out of scripts and other sites", () => {
    expect(sessionCookie(token, true)).toBe(`${secure}; Path=/; HttpOnly; Secure; SameSite=Strict`);
    expect(sessionCookie(token, false)).toBe(`${plain}; Path=/; HttpOnly; SameSite=Strict`);
  });

  it("is taken away under the name by which it was set", () => {
    expect(endedCookie(true)).toBe(
      "__Host-slipway-session=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0",
    );
    expect(endedCookie(false)).toMatch(/^slipway-session=; .*Max-Age=0$/);
  });
});
