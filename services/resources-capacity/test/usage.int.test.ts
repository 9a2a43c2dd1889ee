import { beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

let supplier: ReturnType<typeof aSupplier>;
let tour: string;
let ferry: string;
let boats: string;

const platform = forThisFile(() => capacityPlatform(import.meta.url));

beforeEach(async () => {
  supplier = aSupplier(platform);
  tour = supplier.anOption();
  ferry = supplier.anOption();
  boats = (await supplier.aResource({ quantity: 2, capacityPerResource: 12 })).id;
  await supplier.link(tour, boats);
  await supplier.link(ferry, boats);
});

const at = (time: string, day = "02"): string => `2027-08-${day}T${time}:00.000Z`;

/** Each interval as "08:00-09:00 5+0: tour 5". */
async function used(from = at("03:00"), to = at("23:00")): Promise<string[]> {
  const found: string[] = [];
  let page: string | undefined;
  do {
    const input = { id: boats, from, to, ...(page === undefined ? {} : { page }) };
    const { items, next } = await call(supplier.request(), contracts.listUsage, input);
    for (const { startAt, endAt, places, expanded, options } of items) {
      const each = options.map(
        ({ optionId, places: taken }) => `${optionId === tour ? "tour" : "ferry"} ${taken}`,
      );
      const times = `${startAt.slice(11, 16)}-${endAt.slice(11, 16)}`;
      found.push(`${times} ${places}+${expanded}: ${each.join(", ")}`);
    }
    page = next ?? undefined;
  } while (page !== undefined);
  return found;
}

it("sums what departures take at the same time, by option, and leaves out when nothing is taken", async () => {
  await supplier.claim(tour, 3, { startAt: at("08:00"), durationMinutes: 120 });
  await supplier.claim(tour, 2, { startAt: at("08:00"), durationMinutes: 120 });
  await supplier.claim(ferry, 4, { startAt: at("09:00"), durationMinutes: 90 });
  await supplier.claim(ferry, 1, { startAt: at("15:00") });
  expect(await used()).toEqual([
    "08:00-09:00 5+0: tour 5",
    "09:00-10:00 9+0: tour 5, ferry 4",
    "10:00-10:30 4+0: ferry 4",
    "15:00-16:00 1+0: ferry 1",
  ]);
  // This range begins and ends within departures.
  expect(await used(at("09:30"), at("10:15"))).toEqual([
    "09:30-10:00 9+0: tour 5, ferry 4",
    "10:00-10:15 4+0: ferry 4",
  ]);
});

it("counts a hold until it expires, and nothing that was given back", async () => {
  const until = new Date(platform.time.now + 60_000).toISOString();
  await supplier.claim(tour, 3, { startAt: at("08:00"), until });
  const bookingId = "bkg_back";
  const { claims } = await supplier.claim(ferry, 2, { startAt: at("08:00"), bookingId });
  expect(await used()).toEqual(["08:00-09:00 5+0: tour 3, ferry 2"]);
  await supplier.release(bookingId, claims);
  expect(await used()).toEqual(["08:00-09:00 3+0: tour 3"]);
  platform.time.now += 60_000;
  expect(await used()).toEqual([]);
});

it("counts whole units by their places, and answers what was added to a departure", async () => {
  await supplier.claim(ferry, 1, { startAt: at("08:00"), pricingPer: "RESOURCE" });
  await supplier.claim(tour, 15, { startAt: at("08:30"), expand: true });
  expect(await used()).toEqual([
    "08:00-08:30 12+0: ferry 12",
    "08:30-09:00 27+3: tour 15, ferry 12",
    "09:00-09:30 15+3: tour 15",
  ]);
});

it("counts a departure over the day's end once, over several pages", async () => {
  // The days of the supplier begin at 02:00 UTC.
  await supplier.claim(tour, 5, { startAt: at("01:00", "03"), durationMinutes: 180 });
  await supplier.claim(ferry, 2, { startAt: at("08:00", "05") });
  await supplier.claim(ferry, 3, { startAt: at("08:00", "08") });
  expect(await used(at("03:00"), at("03:00", "09"))).toEqual([
    "01:00-02:00 5+0: tour 5",
    "02:00-04:00 5+0: tour 5",
    "08:00-09:00 2+0: ferry 2",
    "08:00-09:00 3+0: ferry 3",
  ]);
});

it.each([
  ["an unknown resource", { id: "res_none" }, "NOT_FOUND"],
  ["more than 31 days", { to: "2027-09-02T00:00:00.001Z" }, "RANGE_TOO_LARGE"],
  ["an end that is not after the start", { to: at("00:00") }, "VALIDATION_FAILED"],
  ["a page that is none", { page: "next" }, "VALIDATION_FAILED"],
])("refuses %s", async (_name, given, type) => {
  const whole = { id: boats, from: at("00:00"), to: "2027-09-02T00:00:00.000Z" };
  const request = supplier.request();
  await expect(call(request, contracts.listUsage, { ...whole, ...given })).rejects.toMatchObject({
    type,
  });
  expect(await call(request, contracts.listUsage, whole)).toMatchObject({ items: [] });
});
