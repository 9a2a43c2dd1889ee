import { describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import {
  aJpeg,
  aPng,
  aWebp,
  canvas,
  frame,
  lossless,
  lossy,
  segment,
} from "@slipway/dev/testing-pictures";
import { checkedImage } from "./image.ts";
import { measureJpeg } from "./jpeg.ts";
import { measurePng } from "./png.ts";
import { measureWebp } from "./webp.ts";

const types = ["image/jpeg", "image/png", "image/webp"] as const;
const measureOf = { "image/jpeg": measureJpeg, "image/png": measurePng, "image/webp": measureWebp };

const wide = { width: 640, height: 480, pixels: Buffer.from([0xff, 0, 1, 0xff, 0xff, 7]) };
const valid = [
  ["a JPEG", "image/jpeg", aJpeg(wide)],
  ["a progressive JPEG", "image/jpeg", aJpeg(wide, 0xc2)],
  ["a PNG", "image/png", aPng(wide)],
  ["a lossy WebP", "image/webp", aWebp(lossy(wide))],
  ["a lossless WebP", "image/webp", aWebp(lossless(wide))],
  ["a WebP with a canvas", "image/webp", aWebp(canvas(640, 480), lossy(wide))],
  [
    "an animated WebP",
    "image/webp",
    aWebp(canvas(640, 480), frame(640, 480, lossy(wide)), frame(640, 480, lossless(wide))),
  ],
] as const;

const size = { width: 640, height: 480 };

/** From how many bytes on viewers show it: a JPEG once its scan has begun, a WebP without the byte that fills it up. */
function shownFrom(type: (typeof types)[number], bytes: Buffer): number {
  if (type === "image/jpeg") return bytes.lastIndexOf(Buffer.from([0xff, 0xda])) + 11;
  const isFilledUp = type === "image/webp" && bytes.equals(aWebp(lossless(wide)));
  return isFilledUp ? bytes.length - 1 : bytes.length;
}

describe.each(valid)("%s", (_name, type, bytes) => {
  const measure = measureOf[type];

  it("has the size that its structure says, and ends with its last byte", () => {
    expect(measure(bytes)).toEqual({ ...size, end: bytes.length });
  });

  it("is none where it is cut before its pixels end, or where nothing says that they do", () => {
    for (let length = 0; length < bytes.length; length++) {
      const cut = measure(bytes.subarray(0, length));
      expect(cut).toEqual(length < shownFrom(type, bytes) ? null : { ...size, end: length });
    }
  });

  it("ends where it ends, whatever follows", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (more) => {
        expect(measure(Buffer.concat([bytes, more]))?.end).toBe(bytes.length);
      }),
    );
  });

  it("is of no other type", () => {
    for (const other of types) expect("fault" in checkedImage(other, bytes)).toBe(other !== type);
  });

  it("with any bytes changed is measured within its bounds, or is none", () => {
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const changed = Buffer.from(bytes);
        for (const [at, value] of changes) changed[at] = value;
        const picture = measure(changed);
        expect(picture === null || picture.end <= changed.length).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

it.each([-1, 1])("a WebP whose size is off by %i is one up to the end of its chunks", (off) => {
  const bytes = aWebp(lossy(wide));
  bytes.writeUInt32LE(bytes.length - 8 + off, 4);
  expect(measureWebp(bytes)).toEqual({ ...size, end: bytes.length });
  bytes.writeUInt32LE(bytes.length - 8 + 2 * off, 4);
  expect(measureWebp(bytes)).toBeNull();
});

it("takes any bytes for no image, or for one that ends within them", () => {
  const beginnings = valid.map(([, , bytes]) => bytes.subarray(0, 16));
  const bytes = fc
    .tuple(fc.constantFrom(Buffer.alloc(0), ...beginnings), fc.uint8Array({ maxLength: 300 }))
    .map((parts) => Buffer.concat(parts));
  fc.assert(
    fc.property(bytes, fc.constantFrom(...types), (drawn, type) => {
      const picture = measureOf[type](drawn);
      expect(picture === null || picture.end <= drawn.length).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

describe("a photo", () => {
  const check = (width: number, height: number) => ({
    png: checkedImage("image/png", aPng({ width, height })),
    jpeg: checkedImage("image/jpeg", aJpeg({ width, height })),
  });
  const taken = { end: expect.any(Number) };
  const tooLarge = { fault: expect.stringContaining("at most 12000 pixels") };

  it.each([
    ["12 000 pixels wide", 12_000, 8_333, taken],
    ["12 001 pixels wide", 12_001, 1, tooLarge],
    ["12 001 pixels high", 1, 12_001, tooLarge],
    ["100 million pixels", 10_000, 10_000, taken],
    ["more than 100 million pixels", 10_000, 10_001, tooLarge],
  ])("of %s: see the table", (_name, width, height, expected) => {
    for (const checked of Object.values(check(width, height))) expect(checked).toEqual(expected);
  });

  it("of more pixels than a number can hold is too large", () => {
    const { png } = check(0xffff_ffff, 0xffff_ffff);
    expect(png).toEqual(tooLarge);
    const webp = aWebp(canvas(16_000_000, 256), lossy());
    expect(checkedImage("image/webp", webp)).toEqual(tooLarge);
  });

  const none = { fault: "must be a whole image of the content type" };
  it.each([
    ["a JPEG without height", "image/jpeg", aJpeg({ height: 0 })],
    ["a PNG without width", "image/png", aPng({ width: 0 })],
    ["a PNG without pixels", "image/png", aPng({ pixels: Buffer.alloc(0) })],
    ["a WebP with a canvas alone", "image/webp", aWebp(canvas(1, 1))],
    ["a WebP larger than its canvas", "image/webp", aWebp(canvas(639, 480), lossy(wide))],
    [
      "a WebP with a frame larger than its canvas",
      "image/webp",
      aWebp(canvas(10, 10), frame(640, 480, lossy())),
    ],
    [
      "a WebP with pixels larger than its canvas in a frame",
      "image/webp",
      aWebp(canvas(10, 10), frame(1, 1, lossy(wide))),
    ],
    ["a WebP of a million chunks", "image/webp", aWebp(lossy(), Buffer.alloc(8_000_000))],
    [
      "a JPEG of two frames",
      "image/jpeg",
      Buffer.concat([
        aJpeg().subarray(0, -2),
        segment(0xc0, Buffer.alloc(9)),
        Buffer.from([255, 217]),
      ]),
    ],
    ["a JPEG in a JPEG", "image/jpeg", Buffer.concat([aJpeg().subarray(0, 2), aJpeg()])],
  ] as const)("that is %s is none", (_name, type, bytes) => {
    expect(checkedImage(type, bytes)).toEqual(none);
  });
});

it.each([
  ["markers without an end", "image/jpeg", Buffer.alloc(10_500_000, 0xff)],
  ["pixels that are all stuffed", "image/jpeg", Buffer.alloc(10_500_000, Buffer.from([0xff, 0]))],
  ["empty segments", "image/jpeg", Buffer.alloc(10_500_000, Buffer.from([0xff, 0xe1, 0, 2]))],
  ["empty chunks", "image/png", Buffer.alloc(10_500_000)],
  ["empty chunks", "image/webp", Buffer.alloc(10_500_000)],
] as const)("reads 10 MB of %s of %s in one pass", (_name, type, rest) => {
  const [, , bytes] = valid.find(([, of]) => of === type) ?? valid[0];
  const beginning = bytes.subarray(0, type === "image/png" ? 33 : 12);
  const whole = Buffer.concat([beginning, rest]);
  if (type === "image/webp") whole.writeUInt32LE(whole.length - 8, 4);
  // A reader that began anew for each part would take hours: the run would not end.
  expect(checkedImage(type, whole)).toHaveProperty("fault");
});

it("reads a bounded number of chunks of all frames of a WebP together", () => {
  const empty = Buffer.alloc(8 * 19_000, Buffer.from("JUNK\0\0\0\0"));
  const chunk = (name: string, content: Buffer): Buffer => {
    const head = Buffer.from(`${name}\0\0\0\0`, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const full = chunk("ANMF", Buffer.concat([Buffer.alloc(16), empty]));
  const frames = Array.from({ length: 65 }, () => full);
  const content = [Buffer.from("WEBP"), chunk("VP8X", Buffer.alloc(10)), ...frames];
  const bytes = chunk("RIFF", Buffer.concat(content));
  const read = jest.spyOn(bytes, "readUInt32LE");
  expect(measureWebp(bytes)).toBeNull();
  expect(read.mock.calls.length).toBeLessThan(61_000);
});
