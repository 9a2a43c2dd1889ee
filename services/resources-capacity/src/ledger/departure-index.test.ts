import { expect, it } from "@jest/globals";
import { type WindowUse, departureNamed, departuresIn, indexUse } from "./departure-index.ts";
import type { DepartureUsage, DepartureUsages } from "./departure-usage.ts";

function aUsage(start: number, end: number): DepartureUsage {
  return { optionId: "tour", start, end, use: { boat: { seats: 1, units: 0, holds: {} } } };
}

const added = (key: string, usage: DepartureUsage): WindowUse => ({
  key,
  usage,
  use: usage.use["boat"]!,
});

function found(usages: DepartureUsages, from: number, to: number): string[] {
  return departuresIn(usages, "boat", { from, to }).flatMap(({ windows }) =>
    windows.map(({ key }) => key),
  );
}

/** Every start and length of a small day, many starts with several lengths, in no order. */
const windows = Array.from({ length: 60 }, (_, index) => {
  const start = (index * 37) % 24;
  return [start, start + 1 + ((index * 11) % 7)] as const;
});

it("finds exactly the departures that share an instant with a range", () => {
  const usages: DepartureUsages = {};
  for (const [index, [start, end]] of windows.entries()) usages[`l${index}`] = aUsage(start, end);
  for (let from = -1; from < 32; from++)
    for (const to of [from + 1, from + 3, from + 40]) {
      const starts = Object.values(usages)
        .filter((usage) => usage.start < to && usage.end > from)
        .map(({ start }) => start);
      const all = Object.entries(usages).filter(([, { start }]) => starts.includes(start));
      expect(found(usages, from, to).toSorted()).toEqual(all.map(([key]) => key).toSorted());
    }
  expect(departuresIn(usages, "guide", { from: 0, to: 40 })).toEqual([]);
});

it("knows a departure from the moment it is added", () => {
  const usages: DepartureUsages = { early: aUsage(8, 9) };
  expect(found(usages, 9, 12)).toEqual([]);
  const usage = aUsage(10, 30);
  usages["late"] = usage;
  indexUse(usages, "boat", added("late", usage));
  expect(found(usages, 29, 40)).toEqual(["late"]);
  expect(found(usages, 8, 11)).toEqual(["early", "late"]);
});

it("has the usages of an option and an instant under one departure, by their ends", () => {
  const usages: DepartureUsages = { long: aUsage(8, 12) };
  expect(departureNamed(usages, "boat", "tour:8")).toMatchObject({ start: 8, end: 12 });
  for (const [key, end] of [
    ["longest", 14],
    ["short", 9],
  ] as const) {
    const usage = aUsage(8, end);
    usages[key] = usage;
    indexUse(usages, "boat", added(key, usage));
  }
  const own = departureNamed(usages, "boat", "tour:8");
  expect(own).toMatchObject({ start: 8, end: 14 });
  expect(own?.windows.map(({ key }) => key)).toEqual(["short", "long", "longest"]);
  expect(departureNamed(usages, "boat", "tour:9")).toBeUndefined();
});
