import { expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { isSameOrigin, refuseHttp } from "./endpoint.ts";

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
  [true, "http://a.example/", "VALIDATION_FAILED"],
  [true, "HTTP://a.example/", "VALIDATION_FAILED"],
  [true, "https://a.example/", undefined],
  [true, null, undefined],
  [true, undefined, undefined],
  [false, "http://a.example/", undefined],
])("with requireHttps %s, %s is refused with %s", (requireHttps, url, code) => {
  let refusal: string | undefined;
  try {
    refuseHttp("url", url, { requireHttps });
  } catch (error) {
    refusal = refusalOf(error)?.code;
  }
  expect(refusal).toBe(code);
});
