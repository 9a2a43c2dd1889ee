import { expect, it } from "@jest/globals";
import { byPrecedence, reasonBefore } from "./precedence.ts";
import type { Recurrence } from "./recurrence.ts";

function aPeriod(given: Partial<Recurrence>): Recurrence {
  const year = { startMonthDay: "01-01", endMonthDay: "12-31" };
  return { ...year, weekdays: [0, 1, 2, 3, 4, 5, 6], startTimes: ["10:00"], ...given };
}

const year = aPeriod({});
const july = aPeriod({ startMonthDay: "07-01", endMonthDay: "07-31" });
const sundays = aPeriod({ weekdays: [0] });
const from2028 = aPeriod({ validFrom: "2028-01-01" });
const until2027 = aPeriod({ validUntil: "2027-12-31" });

it.each([
  ["the narrower range", [july, sundays], "range"],
  ["fewer weekdays", [sundays, year], "weekdays"],
  ["a narrower range than that of one with a window", [july, from2028], "range"],
  ["fewer weekdays than those of one with a window", [sundays, until2027], "weekdays"],
  ["a window that has a start", [from2028, year], "window"],
  ["a window that has an end", [until2027, year], "window"],
  ["the later place among windows", [from2028, until2027], "place"],
  ["the later place in the list", [aPeriod({}), year], "place"],
] as const)("counts a period before another one for %s", (_, [first, second], reason) => {
  expect(byPrecedence([second, first])).toEqual([first, second]);
  expect(reasonBefore(first, second)).toBe(reason);
});
