import { describe, expect, it } from "@jest/globals";
import { brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { compress, gzipPieces } from "./compress.ts";

const text = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, name: "Gondola" })));

it("gives what gzip and brotli read again, in fewer bytes", async () => {
  const bytes = Buffer.from(text);
  const [zipped, brotli] = [await compress("gzip", bytes), await compress("br", bytes)];
  expect(gunzipSync(zipped).toString()).toBe(text);
  expect(brotliDecompressSync(brotli).toString()).toBe(text);
  for (const { length } of [zipped, brotli]) expect(length).toBeLessThan(bytes.length / 4);
});

describe("a gzip of pieces", () => {
  it.each<[string, string[]]>([
    ["one piece", ["[]"]],
    ["many", ["[1", ",2", ",3", "]"]],
    ["pieces of no text", ["", "[", "", "]"]],
    ["no text at all", [""]],
    ["long ones", [text, text, "]"]],
    ["letters of several bytes", ["Città", "🚤"]],
  ])("is one gzip: %s", async (_name, pieces) => {
    const pack = gzipPieces();
    const packed: Buffer[] = [];
    for (const [index, piece] of pieces.entries())
      packed.push(await pack(piece, index === pieces.length - 1));
    expect(gunzipSync(Buffer.concat(packed)).toString()).toBe(pieces.join(""));
  });

  it("can be read as far as it has come", async () => {
    const pack = gzipPieces();
    const begun = Buffer.concat([await pack("[1"), await pack(",2")]);
    const finishFlush = constants.Z_SYNC_FLUSH;
    expect(gunzipSync(begun, { finishFlush }).toString()).toBe("[1,2");
    // A client that sees no end knows that the answer is not whole.
    expect(() => gunzipSync(begun)).toThrow("unexpected end of file");
  });
});
