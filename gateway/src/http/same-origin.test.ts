import { describe, expect, it } from "@jest/globals";
import { isOwnMutation, publicOriginOf } from "./same-origin.ts";

const json = { "content-type": "application/json", "content-length": "2" };
const site = (name: string) => ({ "sec-fetch-site": name });
const origin = publicOriginOf(
  { host: "book.example.com", "x-forwarded-proto": "https" },
  undefined,
);

describe("a cookie-borne mutation", () => {
  it.each([
    ["of the same origin", { ...json, ...site("same-origin") }, true],
    ["of another site", { ...json, ...site("cross-site") }, false],
    ["of a neighbour of the same site", { ...json, ...site("same-site") }, false],
    ["typed by the user", { ...json, ...site("none") }, false],
    ["of two sites", { ...json, ...site("same-origin, cross-site") }, false],
    [
      "of another site, whatever its Origin",
      { ...json, ...site("cross-site"), origin: "https://book.example.com" },
      false,
    ],
    [
      "of the same origin, whatever its Origin",
      { ...json, ...site("same-origin"), origin: "https://proxy.example.com" },
      true,
    ],
    ["that says its origin alone", { ...json, origin: "https://book.example.com" }, true],
    ["with the default port said", { ...json, origin: "https://book.example.com:443" }, true],
    ["of another host", { ...json, origin: "https://evil.example.com" }, false],
    ["of another port", { ...json, origin: "https://book.example.com:8443" }, false],
    ["of another scheme", { ...json, origin: "http://book.example.com" }, false],
    [
      "of a host that begins alike",
      { ...json, origin: "https://book.example.com.evil.org" },
      false,
    ],
    ["of a page without an origin", { ...json, origin: "null" }, false],
    ["of no URL", { ...json, origin: "book.example.com" }, false],
    ["that says nothing of where it comes from", json, false],
    [
      "with JSON and a charset",
      { ...site("same-origin"), "content-type": "Application/JSON; charset=utf-8" },
      true,
    ],
    ["without a body", site("same-origin"), true],
    ["with an empty body", { ...site("same-origin"), "content-length": "0" }, true],
    ["with a body of no type", { ...site("same-origin"), "content-length": "2" }, false],
    [
      "with a streamed body of no type",
      { ...site("same-origin"), "transfer-encoding": "chunked" },
      false,
    ],
    ["of a form", { ...site("same-origin"), "content-type": "text/plain" }, false],
    [
      "of a form without fields",
      {
        ...site("same-origin"),
        "content-type": "application/x-www-form-urlencoded",
        "content-length": "0",
      },
      false,
    ],
    [
      "of a type that begins alike",
      { ...site("same-origin"), "content-type": "application/jsonp" },
      false,
    ],
  ])("%s: %#", (_name, headers, isOwn) => {
    expect(isOwnMutation(headers, origin)).toBe(isOwn);
  });

  it("is refused where the request does not say whom it was sent to", () => {
    const nameless = publicOriginOf({}, undefined);
    expect(isOwnMutation({ ...json, origin: "http://book.example.com" }, nameless)).toBe(false);
  });
});

describe("how a client has reached us", () => {
  it.each([
    ["plainly", { host: "127.0.0.1:3000" }, undefined, false, "http://127.0.0.1:3000"],
    [
      "by a proxy with TLS",
      { host: "a.org", "x-forwarded-proto": "https" },
      undefined,
      true,
      "https://a.org",
    ],
    [
      "by two proxies",
      { host: "a.org", "x-forwarded-proto": "https, http" },
      undefined,
      true,
      "https://a.org",
    ],
    [
      "by a plain proxy",
      { host: "a.org", "x-forwarded-proto": "http" },
      undefined,
      false,
      "http://a.org",
    ],
    ["where PUBLIC_URL says", { host: "10.0.0.7:3000" }, "https://a.org/", true, "https://a.org/"],
    [
      "plainly where PUBLIC_URL says",
      { host: "x", "x-forwarded-proto": "https" },
      "http://a.org",
      false,
      "http://a.org",
    ],
    ["without a Host", {}, undefined, false, "http://"],
  ])("%s", (_name, headers, publicUrl, isSecure, url) => {
    expect(publicOriginOf(headers, publicUrl)).toEqual({ isSecure, url });
  });
});
