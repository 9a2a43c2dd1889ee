import { expect, it } from "@jest/globals";
import { everyDay, someSellingFacts } from "../../test/builders.ts";
import { nearestDepartures } from "./departure.ts";

const at = (text: string): number => Date.parse(`2027-${text}:00.000Z`);
const weekly = { ...everyDay, weekdays: [4] };
const blocks = [{ startAt: "2027-07-01T00:00:00.000Z", endAt: "2027-07-02T00:00:00.000Z" }];

const may = "05-01T10:00";
const short = { ...weekly, startMonthDay: "07-01", endMonthDay: "07-10" };
const summer = { ...everyDay, startMonthDay: "06-01" };

it.each<[string, string, Parameters<typeof someSellingFacts>[0], string, string]>([
  ["are three", "07-01T09:00", {}, may, "07-01 07-02 06-30"],
  ["are on both sides, the earlier first of two", "07-01T20:00", {}, may, "07-01 07-02 06-30"],
  ["lie within 14 days", "07-08T08:01", { periods: [weekly] }, may, "07-08 07-15 07-01"],
  ["are fewer of fewer", "07-05T08:00", { periods: [short] }, may, "07-08 07-01"],
  ["are none of a season that is far", "02-01T08:00", { periods: [summer] }, "01-01T10:00", ""],
  ["are none before what is sold", "07-01T09:00", {}, "07-01T08:01", "07-02 07-03 07-04"],
  ["are none under a block", "07-01T09:00", { blocks }, may, "07-02 06-30 07-03"],
  ["are none without a timetable", "07-01T09:00", { periods: [] }, may, ""],
])("the nearest departures %s", (_name, start, selling, earliest, nearest) => {
  const found = nearestDepartures(at(start), someSellingFacts(selling), {
    zone: "Etc/UTC",
    earliest: at(earliest),
  });
  expect(found.map((each) => new Date(each).toISOString().slice(5, 16)).join(" ")).toBe(
    nearest.replaceAll(/\d\d-\d\d/g, "$&T08:00"),
  );
});
