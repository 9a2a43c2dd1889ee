import { expect, it } from "@jest/globals";
import { type Encoding, encodingFor } from "./accept-encoding.ts";

it.each<[string | undefined, Encoding | undefined]>([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["deflate, zstd", undefined],
  ["gzip;q=0", undefined],
  ["gzip; q=0.000, br;q=0, *", undefined],
  ["*;q=0", undefined],
  ["gzip;q=0.5, identity", undefined],
  ["identity, gzip;q=0.5, br;q=0.9", undefined],
  ["gzip;q=2", undefined],
  ["gzip;q=", undefined],
  ["gzipped, brotli", undefined],
  ["gzip", "gzip"],
  ["GZip;Q=0.001", "gzip"],
  ["x-gzip", "gzip"],
  ["*", "gzip"],
  ["gzip, deflate, br, zstd", "gzip"],
  ["br, gzip", "gzip"],
  ["identity, gzip", "gzip"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["br", "br"],
  ["BR;q=0.2, deflate", "br"],
  ["gzip;q=0.5, br", "br"],
  ["gzip;q=0, *", "br"],
])("%p is answered by %p", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});

it("is no encoding that is not offered", () => {
  expect(encodingFor("br", ["gzip"])).toBeUndefined();
  expect(encodingFor("br, gzip;q=0.1", ["gzip"])).toBe("gzip");
});
