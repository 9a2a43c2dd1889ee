import { expect, it } from "@jest/globals";
import { everyDay, someSellingFacts } from "../../test/builders.ts";
import { nearestDepartures } from "./departure.ts";

const at = (text: string): number => Date.parse(`2027-${text}:00.000Z`);
const weekly = { ...everyDay, weekdays: [4] };
const blocks = [{ startAt: "2027-07-01T00:00:00.000Z", endAt: "2027-07-02T00:00:00.000Z" }];

it.each<[string, string, Parameters<typeof someSellingFacts>[0], string, string[]]>([
  ["are three", "07-01T09:00", {}, "05-01T10:00", ["07-01T08:00", "07-02T08:00", "06-30T08:00"]],
  [
    "are those of the timetable on both sides, the earlier first of two",
    "07-01T20:00",
    {},
    "05-01T10:00",
    ["07-01T08:00", "07-02T08:00", "06-30T08:00"],
  ],
  [
    "lie within 14 days, both included",
    "07-08T08:01",
    { periods: [weekly] },
    "05-01T10:00",
    ["07-08T08:00", "07-15T08:00", "07-01T08:00"],
  ],
  [
    "are fewer where the timetable has fewer",
    "07-05T08:00",
    { periods: [{ ...weekly, startMonthDay: "07-01", endMonthDay: "07-10" }] },
    "05-01T10:00",
    ["07-08T08:00", "07-01T08:00"],
  ],
  [
    "are none of a season that is far",
    "02-01T08:00",
    { periods: [{ ...everyDay, startMonthDay: "06-01" }] },
    "01-01T10:00",
    [],
  ],
  [
    "are none before the earliest that is sold",
    "07-01T09:00",
    {},
    "07-01T08:01",
    ["07-02T08:00", "07-03T08:00", "07-04T08:00"],
  ],
  [
    "are none under a block",
    "07-01T09:00",
    { blocks },
    "05-01T10:00",
    ["07-02T08:00", "06-30T08:00", "07-03T08:00"],
  ],
  ["are none without a timetable", "07-01T09:00", { periods: [] }, "05-01T10:00", []],
])("the nearest departures %s", (_name, start, selling, earliest, nearest) => {
  const found = nearestDepartures(at(start), someSellingFacts(selling), {
    zone: "Etc/UTC",
    earliest: at(earliest),
  });
  expect(found).toEqual(nearest.map(at));
});
