import { describe, expect, it } from "@jest/globals";
import { fragmentBytesMax } from "./constants.ts";
import { PacketReader, labelOf, labelText, fragmentsOf } from "./fragments.ts";

const big = (bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, index) => index % 251);

function label(packet: string, index: number, count: number) {
  return { packet, index, count };
}

describe("a packet", () => {
  it.each([1, fragmentBytesMax, fragmentBytesMax + 1, 3 * fragmentBytesMax])(
    "of %d bytes arrives as it was sent",
    (bytes) => {
      const data = big(bytes);
      const fragments = fragmentsOf(data);
      expect(fragments).toHaveLength(Math.ceil(bytes / fragmentBytesMax));
      const reader = new PacketReader();
      const whole = fragments.map((fragment, index) =>
        reader.add(label("a", index, fragments.length), fragment),
      );
      expect(whole.slice(0, -1).every((each) => each === undefined)).toBe(true);
      expect(Buffer.compare(Buffer.from(whole.at(-1) ?? []), Buffer.from(data))).toBe(0);
    },
  );

  it("is not mixed with another that travels at the same time", () => {
    const reader = new PacketReader();
    reader.add(label("a", 0, 2), Buffer.from("a0"));
    reader.add(label("b", 0, 2), Buffer.from("b0"));
    expect(String(reader.add(label("b", 1, 2), Buffer.from("b1")))).toBe("b0b1");
    expect(String(reader.add(label("a", 1, 2), Buffer.from("a1")))).toBe("a0a1");
  });

  it("that has lost a fragment never arrives", () => {
    const reader = new PacketReader();
    reader.add(label("a", 0, 3), Buffer.from("a0"));
    expect(reader.add(label("a", 2, 3), Buffer.from("a2"))).toBeUndefined();
    expect(reader.add(label("a", 1, 3), Buffer.from("a1"))).toBeUndefined();
    expect(reader.add(label("b", 1, 2), Buffer.from("b1"))).toBeUndefined();
  });

  it("too large for any reason does not arrive", () => {
    const reader = new PacketReader();
    const fragment = new Uint8Array(16 * 1024 * 1024);
    const whole = [0, 1, 2, 3, 4].map((index) => reader.add(label("a", index, 5), fragment));
    expect(whole.every((each) => each === undefined)).toBe(true);
  });

  it("that is never ended makes room for others", () => {
    const reader = new PacketReader();
    for (let index = 0; index <= 100; index++)
      reader.add(label(`p${index}`, 0, 2), Buffer.from("x"));
    expect(reader.add(label("p0", 1, 2), Buffer.from("y"))).toBeUndefined();
    expect(String(reader.add(label("p100", 1, 2), Buffer.from("y")))).toBe("xy");
  });
});

it("a label is read as it was written", () => {
  expect(labelOf(labelText({ packet: "node-1.7", index: 3, count: 9 }))).toEqual({
    packet: "node-1.7",
    index: 3,
    count: 9,
  });
});
