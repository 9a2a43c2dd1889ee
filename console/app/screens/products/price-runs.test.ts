import { expect, it } from "@jest/globals";
import { runsOf } from "./price-runs.ts";

it("joins days that change alike, with others in between that do not change", () => {
  const up = { before: 4500, after: 6000 };
  const days = [
    { date: "2028-04-01", ...up },
    { date: "2028-04-02", ...up },
    { date: "2028-04-08", ...up },
    { date: "2028-04-09", before: null, after: 6000 },
    { date: "2028-04-10", ...up },
  ];
  expect(runsOf(days)).toEqual([
    { date: "2028-04-01", until: "2028-04-08", days: 3, ...up },
    { date: "2028-04-09", until: "2028-04-09", days: 1, before: null, after: 6000 },
    { date: "2028-04-10", until: "2028-04-10", days: 1, ...up },
  ]);
  expect(runsOf([])).toEqual([]);
});
