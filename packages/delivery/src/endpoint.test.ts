import { expect, it } from "@jest/globals";
import { endpointErrors, isSameOrigin } from "./endpoint.ts";

it.each([
  ["https://a.example/one", "https://a.example/two?three", true],
  ["https://a.example/", "HTTPS://A.example:443/", true],
  ["https://a.example/", "http://a.example/", false],
  ["https://a.example/", "https://b.example/", false],
  ["https://a.example/", "https://a.example.b.example/", false],
  ["https://a.example/", "https://a.example:8443/", false],
  ["https://a.example/", "https://www.a.example/", false],
])("%s and %s are of one origin: %s", (one, other, expected) => {
  expect(isSameOrigin(one, other)).toBe(expected);
});

it.each([
  [true, "http://a.example/", 1],
  [true, "HTTP://a.example/", 1],
  [true, "https://a.example/", 0],
  [true, null, 0],
  [true, undefined, 0],
  [false, "http://a.example/", 0],
])("with requireHttps %s, %s has %i errors", (requireHttps, url, errors) => {
  expect(endpointErrors("url", url, { requireHttps })).toHaveLength(errors);
});
