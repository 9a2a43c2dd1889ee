import { describe, expect, it } from "@jest/globals";
import { isOwnMutation, publicOriginOf } from "./same-origin.ts";

const json = { "content-type": "application/json", "content-length": "2" };
const site = (name: string) => ({ "sec-fetch-site": name });
const own = site("same-origin");
const book = "https://book.example.com";
const says = (origin: string) => ({ ...json, origin });
const ofType = (type: string) => ({ ...own, "content-type": type });
const reached = { host: "book.example.com", "x-forwarded-proto": "https" };
const origin = publicOriginOf(reached, undefined);

describe("a cookie-borne mutation", () => {
  it.each([
    ["of the same origin", { ...json, ...own }, true],
    ["of another site", { ...json, ...site("cross-site") }, false],
    ["of a neighbour of the same site", { ...json, ...site("same-site") }, false],
    ["typed by the user", { ...json, ...site("none") }, false],
    ["of two sites", { ...json, ...site("same-origin, cross-site") }, false],
    ["of another site, whatever its Origin", { ...says(book), ...site("cross-site") }, false],
    ["of the same origin, whatever its Origin", { ...says("https://a.org"), ...own }, true],
    ["that says its origin alone", says(book), true],
    ["with the default port said", says(`${book}:443`), true],
    ["of another host", says("https://evil.example.com"), false],
    ["of another port", says(`${book}:8443`), false],
    ["of another scheme", says("http://book.example.com"), false],
    ["of a host that begins alike", says(`${book}.evil.org`), false],
    ["of a page without an origin", says("null"), false],
    ["of no URL", says("book.example.com"), false],
    ["that says nothing of where it comes from", json, false],
    ["with JSON and a charset", ofType("Application/JSON; charset=utf-8"), true],
    ["without a body", own, true],
    ["with an empty body", { ...own, "content-length": "0" }, true],
    ["with a body of no type", { ...own, "content-length": "2" }, false],
    ["with a streamed body of no type", { ...own, "transfer-encoding": "chunked" }, false],
    ["of a form", ofType("text/plain"), false],
    [
      "of a form without fields",
      { ...ofType("application/x-www-form-urlencoded"), "content-length": "0" },
      false,
    ],
    ["of a type that begins alike", ofType("application/jsonp"), false],
  ])("%s: %#", (_name, headers, isOwn) => {
    expect(isOwnMutation(headers, origin)).toBe(isOwn);
  });

  it("is refused where the request does not say whom it was sent to", () => {
    const nameless = publicOriginOf({}, undefined);
    expect(isOwnMutation({ ...json, origin: "http://book.example.com" }, nameless)).toBe(false);
  });
});

describe("how a client has reached us", () => {
  const by = (protocol: string) => ({ host: "a.org", "x-forwarded-proto": protocol });
  it.each([
    ["plainly", { host: "127.0.0.1:3000" }, undefined, false, "http://127.0.0.1:3000"],
    ["by a proxy with TLS", by("https"), undefined, true, "https://a.org"],
    ["by two proxies", by("https, http"), undefined, true, "https://a.org"],
    ["by a plain proxy", by("http"), undefined, false, "http://a.org"],
    ["where PUBLIC_URL says", { host: "10.0.0.7:3000" }, "https://a.org/", true, "https://a.org/"],
    ["plainly where PUBLIC_URL says", by("https"), "http://b.org", false, "http://b.org"],
    ["without a Host", {}, undefined, false, "http://"],
  ])("%s", (_name, headers, publicUrl, isSecure, url) => {
    expect(publicOriginOf(headers, publicUrl)).toEqual({ isSecure, url });
  });
});
