import { describe, expect, it } from "@jest/globals";
import { monthCalendar } from "./month-calendar.ts";

describe("monthCalendar", () => {
  const calendar = monthCalendar({ title: "Ferry", year: 2027, month: 6 }, [
    { localStartAt: "2027-06-01T07:00:00+02:00", available: true, vacancies: 60 },
    { localStartAt: "2027-06-01T08:00:00+02:00", available: true, vacancies: 12 },
    { localStartAt: "2027-06-02T08:00:00+02:00", available: false, vacancies: 60 },
    // Half past midnight in Rome: a departure of the local day, not of the day in UTC.
    { localStartAt: "2027-06-03T00:30:00+02:00", available: true, vacancies: 5 },
  ]);

  it("sums the free places of a day and marks days that cannot be booked or have no departure", () => {
    const [heading, , names, firstWeek, ...others] = calendar.split("\n");
    expect(heading).toMatch(/^Ferry · 2027-06 +4 departures, 77 places free$/);
    expect(names?.trim().split(/ +/)).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
    expect(firstWeek?.trim().split(/ +/).join(" ")).toBe("1 72 2 x 3 5 4 . 5 . 6 .");
    expect(others).toHaveLength(4);
  });

  it("puts every day under its weekday", () => {
    const [, , names, firstWeek] = calendar.split("\n");
    // June 2027 begins on a Tuesday.
    expect(firstWeek?.indexOf("1    72")).toBeGreaterThan(names?.indexOf("Mon") ?? 0);
    expect(firstWeek?.indexOf("1    72")).toBeLessThan(names?.indexOf("Wed") ?? 0);
  });
});
