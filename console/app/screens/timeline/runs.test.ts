import { describe, expect, it } from "@jest/globals";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { hoursOf, runsOf } from "./runs.ts";

const aDeparture = (more: object = {}): Departure =>
  ({
    key: "opt_1@2028-06-01T07:00:00.000Z",
    optionId: "opt_1",
    productId: "prd_1",
    startAt: "2028-06-01T07:00:00.000Z",
    timezone: "Europe/Rome",
    sold: { product: { name: "Sunset cruise" } },
    pax: { confirmed: 2, held: 1, pending: 0 },
    bookings: [],
    blocks: [],
    entry: {
      endAt: "2028-06-01T08:00:00.000Z",
      capacity: 24,
      resources: [{ resourceId: "res_1", vacancies: 21 }],
    },
    ...more,
  }) as unknown as Departure;

describe("runsOf", () => {
  it("shows a departure on each resource, by the clocks of the supplier", () => {
    const resources = ["res_1", "res_2"].map((resourceId) => ({ resourceId, vacancies: 1 }));
    const entry = { endAt: "2028-06-01T08:00:00.000Z", capacity: null, resources };
    const runs = runsOf([aDeparture({ entry })], "Europe/Rome");
    expect(runs.map(({ resourceId }) => resourceId)).toEqual(["res_1", "res_2"]);
    expect(runs[0]).toMatchObject({
      start: "2028-06-01 09:00:00",
      end: "2028-06-01 10:00:00",
      name: "Sunset cruise",
      booked: 3,
      capacity: null,
      isClosed: false,
    });
  });

  it.each([{ blocks: [{}] }, { entry: { ...aDeparture().entry, runs: "CALLED_OFF" } }])(
    "marks what is closed: %j",
    (given) => {
      expect(runsOf([aDeparture(given)], "Europe/Rome")).toMatchObject([{ isClosed: true }]);
    },
  );

  it("leaves out a departure that only bookings know of", () => {
    expect(runsOf([aDeparture({ entry: undefined })], "Europe/Rome")).toEqual([]);
  });
});

describe("hoursOf", () => {
  const date = "2028-06-01";
  it.each([
    ["of a usual day", [], "08:00:00", "20:00:00"],
    ["from an early one", [["06:30", "07:30"]], "06:00:00", "20:00:00"],
    ["to a late one", [["21:00", "22:30"]], "08:00:00", "23:00:00"],
  ])("are %s", (_, given, startTime, endTime) => {
    const runs = given.map(([start, end]) => ({
      start: `${date} ${start}:00`,
      end: `${date} ${end}:00`,
    }));
    expect(hoursOf(runs, date)).toEqual({ startTime, endTime });
  });

  it("end with the day for a departure that ends behind it", () => {
    const runs = [{ start: `${date} 23:00:00`, end: "2028-06-02 01:00:00" }];
    expect(hoursOf(runs, date).endTime).toBe("23:59:59");
  });
});
