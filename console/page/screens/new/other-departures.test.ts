import { expect, it } from "@jest/globals";
import { otherDepartures } from "./other-departures.ts";

const at = (time: string, vacancies: number | null, available = true) => ({
  startAt: `2028-06-01T${time}:00Z`,
  vacancies,
  available,
});

it.each([
  ["as many as travel", [at("09:00", 3), at("11:00", 4)], ["11:00"]],
  ["no limit", [at("09:00", null)], ["09:00"]],
  ["none that is not sold", [at("09:00", 9, false)], []],
  ["not the full one itself", [at("10:00", 9)], []],
  [
    "the three nearest, soonest first",
    [at("06:00", 9), at("09:00", 9), at("11:00", 9), at("12:00", 9), at("18:00", 9)],
    ["09:00", "11:00", "12:00"],
  ],
])("%s", (_, entries, times) => {
  const wanted = { startAt: "2028-06-01T10:00:00Z", travellers: 4 };
  const found = otherDepartures(entries, wanted).map(({ startAt }) => startAt.slice(11, 16));
  expect(found).toEqual(times);
});
