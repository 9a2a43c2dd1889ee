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

it.each([
  ["the narrower range", [july, sundays], "range"],
  ["fewer weekdays", [sundays, year], "weekdays"],
  ["the later place in the list", [aPeriod({}), year], "place"],
] as const)("counts a period before another one for %s", (_, [first, second], reason) => {
  expect(byPrecedence([second, first])).toEqual([first, second]);
  expect(reasonBefore(first, second)).toBe(reason);
});
