import { describe, expect, it } from "@jest/globals";
import { ratesOf } from "./rates.ts";
import type { Recurrence } from "./recurrence.ts";

interface Named extends Recurrence {
  name: string;
}

function aPeriod(name: string, given: Partial<Recurrence> = {}): Named {
  const year = { startMonthDay: "01-01", endMonthDay: "12-31" };
  const weekdays = [0, 1, 2, 3, 4, 5, 6];
  return { name, ...year, weekdays, startTimes: ["10:00"], ...given };
}

/** Thursday. */
const july1 = "2027-07-01T08:00Z";

function namesOf(periods: Named[], startAt = july1, manual = false): string[] {
  const departure = { instant: Date.parse(startAt), manual };
  return ratesOf(periods, "Europe/Rome", departure).map(({ name }) => name);
}

describe("which pricing periods price a departure, in order", () => {
  const summer = { startMonthDay: "06-01", endMonthDay: "08-31" };

  it("takes none that does not give its instant", () => {
    const winter = aPeriod("winter", { startMonthDay: "12-01", endMonthDay: "02-28" });
    const evening = aPeriod("evening", { startTimes: ["20:00"] });
    const sundays = aPeriod("sundays", { weekdays: [0] });
    expect(namesOf([winter, evening, sundays])).toEqual([]);
  });

  it("puts the narrowest date range first", () => {
    const periods = [
      aPeriod("summer", summer),
      aPeriod("year"),
      aPeriod("july", { startMonthDay: "07-01", endMonthDay: "07-31" }),
    ];
    expect(namesOf(periods)).toEqual(["july", "summer", "year"]);
  });

  it("then the fewest weekdays", () => {
    const thursdays = aPeriod("thursdays", { ...summer, weekdays: [4] });
    const workdays = aPeriod("workdays", { ...summer, weekdays: [1, 2, 3, 4, 5] });
    expect(namesOf([thursdays, aPeriod("daily", summer), workdays])).toEqual([
      "thursdays",
      "workdays",
      "daily",
    ]);
  });

  it("then the later in the list", () => {
    expect(namesOf([aPeriod("a", summer), aPeriod("b", summer), aPeriod("c", summer)])).toEqual([
      "c",
      "b",
      "a",
    ]);
  });

  it("counts days in a leap year, over the new year too", () => {
    // 61 days against 60: without Feb 29 they would be equal, and the later would win.
    const spring = aPeriod("61", { startMonthDay: "02-01", endMonthDay: "04-01" });
    const twice = aPeriod("60", { startMonthDay: "02-02", endMonthDay: "04-01" });
    expect(namesOf([twice, spring], "2027-03-01T09:00Z")).toEqual(["60", "61"]);
    const newYear = aPeriod("new year", { startMonthDay: "12-31", endMonthDay: "01-01" });
    const three = aPeriod("three", { startMonthDay: "12-30", endMonthDay: "01-01" });
    expect(namesOf([newYear, three], "2028-01-01T09:00Z")).toEqual(["new year", "three"]);
  });

  it("lets a price move with its departure through a gap", () => {
    const night = aPeriod("02:30", { startTimes: ["02:30"] });
    const later = aPeriod("03:30", { startTimes: ["03:30"], ...summer });
    expect(namesOf([night, later], "2027-03-28T01:30Z")).toEqual(["02:30"]);
  });

  it("prices a manual departure by date and weekday only if no start time matches", () => {
    const evening = aPeriod("evening", { ...summer, startTimes: ["20:00"] });
    const sundays = aPeriod("sundays", { weekdays: [0], startTimes: ["20:00"] });
    const year = aPeriod("year", { startTimes: ["09:00"] });
    const manual = true;
    expect(namesOf([year, evening, sundays], july1, manual)).toEqual(["evening", "year"]);
    expect(namesOf([year, evening, aPeriod("exact")], july1, manual)).toEqual(["exact"]);
    expect(namesOf([year, evening, sundays])).toEqual([]);
  });

  it("reads a manual departure's day in the zone", () => {
    const fridays = aPeriod("fridays", { weekdays: [5] });
    expect(namesOf([fridays], "2027-07-01T22:30Z", true)).toEqual(["fridays"]);
  });
});
