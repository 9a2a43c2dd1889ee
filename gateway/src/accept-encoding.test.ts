import { expect, it } from "@jest/globals";
import { takesGzip } from "./accept-encoding.ts";

it.each([
  [undefined, false],
  ["", false],
  ["identity", false],
  ["br, deflate", false],
  ["gzip;q=0", false],
  ["gzip; q=0.000, *", false],
  ["*;q=0", false],
  ["gzip;q=0.5, identity", false],
  ["gzip;q=2", false],
  ["gzip;q=", false],
  ["gzipped", false],
  ["gzip", true],
  ["GZip;Q=0.001", true],
  ["x-gzip", true],
  ["*", true],
  ["gzip, deflate, br, zstd", true],
  ["identity, gzip", true],
  ["identity;q=0, gzip;q=0.1", true],
])("%p takes gzip: %p", (header, expected) => {
  expect(takesGzip(header)).toBe(expected);
});
