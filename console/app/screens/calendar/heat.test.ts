import { expect, it } from "@jest/globals";
import type { CalendarDeparture } from "../../../page/screens/calendar/month.ts";
import { heatOf, inOrder, shadeOf } from "./heat.ts";

function departure(
  capacity: number | null,
  vacancies: number | null,
  level: CalendarDeparture["level"],
): CalendarDeparture {
  return { entry: { capacity, vacancies }, name: "Cruise", level } as CalendarDeparture;
}

it.each([
  ["a day without departures", [], undefined, "nothing"],
  [
    "some of them",
    [departure(24, 12, "free"), departure(12, 3, "few")],
    Math.round((100 * 21) / 36),
    "open",
  ],
  ["one without a limit", [departure(null, null, "free")], undefined, "open"],
  ["all of them", [departure(24, 0, "full")], 100, "full"],
  ["places of another departure of the same boat", [departure(24, 0, "full")], 100, "full"],
  ["a closed day", [departure(24, 20, "blocked")], 17, "closed"],
  ["one that is offered no more", [departure(0, -3, "full")], undefined, "full"],
] as const)("sees how much is taken: %s", (_, departures, share, state) => {
  expect(heatOf(departures)).toEqual({ share, state });
});

it("has a shade for each fifth, and none for nothing", () => {
  expect([0, 1, 20, 21, 80, 100].map(shadeOf)).toEqual([0, 1, 1, 2, 4, 5]);
});

it("puts two days in order", () => {
  expect(inOrder("2028-06-02", "2028-06-01")).toEqual(["2028-06-01", "2028-06-02"]);
});
