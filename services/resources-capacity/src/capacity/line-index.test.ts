import { expect, it } from "@jest/globals";
import { noteUse, usesIn } from "./line-index.ts";
import type { Line, Lines } from "./line.ts";

function aLine(start: number, end: number): Line {
  return { optionId: "tour", start, end, use: { boat: { seats: 1, units: 0, holds: {} } } };
}

/** Every start and length of a small day, some of them twice, in no order. */
const windows = Array.from({ length: 60 }, (_, index) => {
  const start = (index * 37) % 24;
  return [start, start + 1 + ((index * 11) % 7)] as const;
});

it("finds exactly the departures that share an instant with a range", () => {
  const lines: Lines = {};
  for (const [index, [start, end]] of windows.entries()) lines[`l${index}`] = aLine(start, end);
  for (let from = -1; from < 32; from++)
    for (const to of [from + 1, from + 3, from + 40]) {
      const found = usesIn(lines, "boat", { from, to }).map(({ key }) => key);
      const all = Object.entries(lines).filter(([, line]) => line.start < to && line.end > from);
      expect(found.toSorted()).toEqual(all.map(([key]) => key).toSorted());
    }
  expect(usesIn(lines, "guide", { from: 0, to: 40 })).toEqual([]);
});

it("knows a departure from the moment it is added", () => {
  const lines: Lines = { early: aLine(8, 9) };
  expect(usesIn(lines, "boat", { from: 9, to: 12 })).toEqual([]);
  const line = aLine(10, 30);
  lines["late"] = line;
  noteUse(lines, "boat", { key: "late", line, use: line.use["boat"]! });
  expect(usesIn(lines, "boat", { from: 29, to: 40 }).map(({ key }) => key)).toEqual(["late"]);
  expect(usesIn(lines, "boat", { from: 8, to: 11 }).map(({ key }) => key)).toEqual([
    "early",
    "late",
  ]);
});
