import { expect, it } from "@jest/globals";
import { type WindowUse, departureNamed, departuresIn, noteUse } from "./line-index.ts";
import type { Line, Lines } from "./line.ts";

function aLine(start: number, end: number): Line {
  return { optionId: "tour", start, end, use: { boat: { seats: 1, units: 0, holds: {} } } };
}

const added = (key: string, line: Line): WindowUse => ({ key, line, use: line.use["boat"]! });

function found(lines: Lines, from: number, to: number): string[] {
  return departuresIn(lines, "boat", { from, to }).flatMap(({ windows }) =>
    windows.map(({ key }) => key),
  );
}

/** Every start and length of a small day, many starts with several lengths, in no order. */
const windows = Array.from({ length: 60 }, (_, index) => {
  const start = (index * 37) % 24;
  return [start, start + 1 + ((index * 11) % 7)] as const;
});

it("finds exactly the departures that share an instant with a range", () => {
  const lines: Lines = {};
  for (const [index, [start, end]] of windows.entries()) lines[`l${index}`] = aLine(start, end);
  for (let from = -1; from < 32; from++)
    for (const to of [from + 1, from + 3, from + 40]) {
      const starts = Object.values(lines)
        .filter((line) => line.start < to && line.end > from)
        .map(({ start }) => start);
      const all = Object.entries(lines).filter(([, { start }]) => starts.includes(start));
      expect(found(lines, from, to).toSorted()).toEqual(all.map(([key]) => key).toSorted());
    }
  expect(departuresIn(lines, "guide", { from: 0, to: 40 })).toEqual([]);
});

it("knows a departure from the moment it is added", () => {
  const lines: Lines = { early: aLine(8, 9) };
  expect(found(lines, 9, 12)).toEqual([]);
  const line = aLine(10, 30);
  lines["late"] = line;
  noteUse(lines, "boat", added("late", line));
  expect(found(lines, 29, 40)).toEqual(["late"]);
  expect(found(lines, 8, 11)).toEqual(["early", "late"]);
});

it("has the lines of an option and an instant under one departure, by their ends", () => {
  const lines: Lines = { long: aLine(8, 12) };
  expect(departureNamed(lines, "boat", "tour:8")).toMatchObject({ start: 8, end: 12 });
  for (const [key, end] of [
    ["longest", 14],
    ["short", 9],
  ] as const) {
    const line = aLine(8, end);
    lines[key] = line;
    noteUse(lines, "boat", added(key, line));
  }
  const own = departureNamed(lines, "boat", "tour:8");
  expect(own).toMatchObject({ start: 8, end: 14 });
  expect(own?.windows.map(({ key }) => key)).toEqual(["short", "long", "longest"]);
  expect(departureNamed(lines, "boat", "tour:9")).toBeUndefined();
});
