import { describe, expect, it } from "@jest/globals";
import { partsOf, presetOf, presetRange, presets, rangeBefore, rangeGiven } from "./periods.ts";

const today = "2028-02-29";

describe("a range", () => {
  it.each([
    [null, null, "2028-02-15", "2028-03-13"],
    ["2028-06-01", "2028-06-30", "2028-06-01", "2028-06-30"],
    // No such day, the wrong order, and more than the server sums.
    ["2028-02-30", "2028-06-30", "2028-02-15", "2028-03-13"],
    ["2028-06-30", "2028-06-01", "2028-02-15", "2028-03-13"],
    ["2028-01-01", "2029-06-01", "2028-02-15", "2028-03-13"],
  ])("of %s to %s is %s to %s", (from, to, first, last) => {
    expect(rangeGiven(from, to, today)).toEqual({ from: first, to: last });
  });

  it("has a month of its own length", () => {
    expect(presetRange("month", today)).toEqual({ from: "2028-02-01", to: "2028-02-29" });
    expect(presetRange("month", "2027-12-31").to).toBe("2027-12-31");
  });

  it.each(presets)("%s is known again", (preset) => {
    expect(presetOf(presetRange(preset, today), today)).toBe(preset);
  });

  it("is compared with as many days before it", () => {
    expect(rangeBefore({ from: "2028-03-01", to: "2028-03-28" })).toEqual({
      from: "2028-02-02",
      to: "2028-02-29",
    });
  });
});

describe("the parts of a chart", () => {
  it("are days, weeks from Monday, or months, as the range is long", () => {
    expect(partsOf({ from: "2028-06-01", to: "2028-06-03" })).toEqual([
      "2028-06-01",
      "2028-06-02",
      "2028-06-03",
    ]);
    const weeks = partsOf({ from: "2028-06-01", to: "2028-08-31" });
    expect([weeks[0], weeks[1], weeks.at(-1)]).toEqual(["2028-05-29", "2028-06-05", "2028-08-28"]);
    const months = partsOf({ from: "2028-01-15", to: "2028-12-31" });
    expect([months.length, months[0], months.at(-1)]).toEqual([12, "2028-01-01", "2028-12-01"]);
  });
});
