import { describe, expect, it } from "@jest/globals";
import { endpointUrl, websiteUrl } from "./endpoint.ts";

const isWebsite = (text: string): boolean => websiteUrl.safeParse(text).success;
const isEndpoint = (text: string): boolean => endpointUrl.safeParse(text).success;

describe("an address on the web", () => {
  it.each([
    "http://x.org",
    "HTTPS://x.org:8443/a%20b?q=1&r[]=2",
    "http://x.org/\u00e9",
    "http://\u00e9.org/",
  ])("is %s", (text) => {
    expect([isWebsite(text), isEndpoint(text)]).toEqual([true, true]);
  });

  // A website took "http://x.org/a b": the parser of URLs forgives it.
  it.each([
    "http://x.org/a b",
    " http://x.org",
    "http://x.org/\t",
    "http://x.org/\u0000",
    "http://x.org/\ud800",
    "http://x.org\\a",
    "http://x.org/<a>",
    "http:x.org",
    "http:///x.org",
    "x.org",
    "//x.org/a",
    "ftp://x.org",
    "javascript:alert(1)",
    "http://[::1",
    "http://x.org:99999/",
    "",
  ])("is not %j", (text) => {
    expect([isWebsite(text), isEndpoint(text)]).toEqual([false, false]);
  });

  it.each(["http://x.org/#menu", "http://guest:x@x.org/", "http://guest@x.org/", "http://@x.org/"])(
    "of people may be %s, of a receiver not",
    (text) => {
      expect([isWebsite(text), isEndpoint(text)]).toEqual([true, false]);
    },
  );
});
