import { expect, it } from "@jest/globals";
import { typedDay } from "./typed-day.ts";

const today = "2027-06-10";

it.each([
  ["2028-02-29", "2028-02-29"],
  ["18 June", "2027-06-18"],
  ["18 jun", "2027-06-18"],
  ["10 june", "2027-06-10"],
  ["9 June", "2028-06-09"],
  ["18/6", "2027-06-18"],
  ["18.6.2029", "2029-06-18"],
  ["1 March 2026", "2026-03-01"],
])("%s is %s", (text, day) => {
  expect(typedDay(text, today, "en")).toBe(day);
});

it.each([
  "rossi",
  "18",
  "june",
  "31 June",
  "18 ju",
  "18 13",
  "18 June 27",
  "2027-02-30",
  "1 2 3 4",
])("%s is no day", (text) => {
  expect(typedDay(text, today, "en")).toBeUndefined();
});

it("knows the months of the language", () => {
  expect(typedDay("18 giugno", today, "it")).toBe("2027-06-18");
  expect(typedDay("18 giugno", today, "en")).toBeUndefined();
});
