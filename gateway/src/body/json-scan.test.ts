import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createJsonScan } from "./json-scan.ts";

const scan = (text: string): boolean => createJsonScan()(Buffer.from(text));

/** The same text in pieces of so many bytes; the last word is the scan's. */
function scanInPieces(text: string, size: number): boolean {
  const bytes = Buffer.from(text);
  const next = createJsonScan();
  let is = false;
  for (let at = 0; at < bytes.length && !is; at += size) is = next(bytes.subarray(at, at + size));
  return is;
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("a JSON text is too complex", () => {
  it.each([
    ["64 levels of arrays", nested(64), false],
    ["65 levels of arrays", nested(65), true],
    ["65 levels of mixed kinds", `${'{"a":['.repeat(32)}{}${"]}".repeat(32)}`, true],
    ["64 levels twice, side by side", `[${nested(63)},${nested(63)}]`, false],
    ["65 levels that never close", "[".repeat(65), true],
    ["brackets inside a string", JSON.stringify("[".repeat(100)), false],
    ["brackets after an escaped quote", JSON.stringify(`"${"[".repeat(100)}`), false],
    ["brackets after an escaped backslash", `["\\\\",${"[".repeat(64)}`, true],
    // Elements, the commas between them and the brackets.
    ["250 000 tokens", `[[],${"1,".repeat(124_997)}1]`, false],
    ["250 001 tokens", `[${"1,".repeat(124_999)}1]`, true],
    ["a long number", "1".repeat(1_000_000), false],
    ["a long string", JSON.stringify("x".repeat(14_000_000)), false],
    ["a string that never ends", `"${"\\".repeat(999_999)}`, false],
    ["nothing", "", false],
  ])("for %s: see the table", (_name, text, expected) => {
    expect(scan(text)).toBe(expected);
  });

  it("exactly where counting the parsed value says so", () => {
    const text = fc.tuple(fc.json(), fc.integer({ min: 60, max: 66 }));
    fc.assert(
      fc.property(text, ([inner, levels]) => {
        const value: unknown = JSON.parse(inner);
        const outer = "[".repeat(levels) + inner + "]".repeat(levels);
        expect(scan(outer)).toBe(levels + depthOf(value) > 64);
      }),
    );
  });

  it("alike wherever the text is cut into pieces", () => {
    // Quotes and backslashes mislead a scan that forgets where it was.
    const part = fc.constantFrom('"', "\\", "[", "]", "{", "}", "1", "2", ",", " ", "é");
    const text = fc.array(part, { maxLength: 300 }).map((parts) => `[${parts.join("")}`);
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), fc.nat(64), (inner, size, levels) => {
        const whole = "[".repeat(levels) + inner;
        expect(scanInPieces(whole, size)).toBe(scan(whole));
      }),
    );
    expect(scanInPieces(JSON.stringify(`\\"${"[".repeat(100)}`), 1)).toBe(false);
    expect(scanInPieces(`[${"12,".repeat(124_999)}1]`, 5)).toBe(true);
    expect(scanInPieces(`[[],${"12,".repeat(124_997)}1]`, 5)).toBe(false);
  });

  it("without reading on: what follows is not looked at", () => {
    const looked = (text: string): number => {
      let last = -1;
      const piece = new Proxy(Buffer.from(text), {
        get(of, name) {
          if (typeof name === "string" && /^\d+$/.test(name)) last = Math.max(last, Number(name));
          const value: unknown = Reflect.get(of, name, of);
          return typeof value === "function" ? value.bind(of) : value;
        },
      });
      expect(createJsonScan()(piece)).toBe(true);
      return last;
    };
    expect(looked("[".repeat(100_000))).toBe(64);
    expect(looked(`[${"{},".repeat(90_000)}`)).toBeLessThan(250_001);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
