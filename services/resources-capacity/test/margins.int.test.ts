/** Time between departures: a boat that is prepared before each departure, or cleaned after it. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() => capacityPlatform(import.meta.url));

const at = (time: string): string => `2027-07-02T${time}:00.000Z`;
const full = { type: "CAPACITY_EXHAUSTED" };
const margins = { prepareMinutes: 15, turnaroundMinutes: 30 };

/** An option that needs a boat of ten with these margins, and a guide for twenty without. */
async function aTour(of: typeof margins = margins) {
  const supplier = aSupplier(platform);
  const tour = supplier.anOption();
  const [boat, guide] = [
    await supplier.aResource(),
    await supplier.aResource({ name: "Guide", capacityPerResource: 20 }),
  ];
  await supplier.link(tour, boat.id, of);
  await supplier.link(tour, guide.id);
  return { ...supplier, tour, boat, guide };
}

/** Those of days, which are named by five digits. */
const ledgersOf = (tenantId: string) =>
  platform.database
    .collection("ledgers")
    .find({ tenantId, _id: /:\d{5}$/ })
    .sort({ _id: 1 })
    .toArray();

it("occupies the boat before and after, not the guide, and shows the parts", async () => {
  const { tour, boat, guide, claim, vacancies, request } = await aTour();
  await claim(tour, 6, { startAt: at("08:00") });
  // An hour at 07:00 needs the boat until 07:30 plus a half; at 06:15 it is back at 07:45.
  for (const [startAt, onBoat, onGuide] of [
    [at("06:15"), 10, 20],
    [at("06:16"), 4, 20],
    [at("09:44"), 4, 20],
    [at("09:45"), 10, 20],
    [at("08:00"), 4, 14],
  ] as const) {
    expect({ startAt, ...(await vacancies(tour, { startAt })) }).toMatchObject({
      startAt,
      vacancies: Math.min(onBoat, onGuide),
      resources: [
        { resourceId: boat.id, vacancies: onBoat },
        { resourceId: guide.id, vacancies: onGuide },
      ],
    });
  }
  for (const startAt of [at("06:16"), at("09:44")])
    await expect(claim(tour, 5, { startAt })).rejects.toMatchObject(full);
  const range = { from: at("03:00"), to: at("12:00") };
  const { items } = await call(request(), contracts.listUsage, { id: boat.id, ...range });
  const used = { optionId: tour, places: 6, prepare: 0, run: 0, turnaround: 0 };
  expect(items).toMatchObject([
    { startAt: at("07:45"), endAt: at("08:00"), places: 6, options: [{ ...used, prepare: 6 }] },
    { startAt: at("08:00"), endAt: at("09:00"), places: 6, options: [{ ...used, run: 6 }] },
    { startAt: at("09:00"), endAt: at("09:30"), places: 6, options: [{ ...used, turnaround: 6 }] },
  ]);
});

it("takes the neighbour day's ledger where only the margins reach it", async () => {
  // 04:00 in Rome begins a day.
  const { tenantId, tour, claim, vacancies, release, request, supplierId } = await aTour({
    prepareMinutes: 0,
    turnaroundMinutes: 60,
  });
  const evening = { startAt: at("00:30") };
  const bookingId = `bkg_${supplierId}`;
  const { claims, taken } = await claim(tour, 6, { ...evening, bookingId });
  expect(claims.map(({ claimId }) => claimId.slice(-1))).toEqual(["a", "b"]);
  expect(taken[0]).toMatchObject({ prepareMinutes: 0, turnaroundMinutes: 60 });
  const morning = { startAt: at("02:15"), durationMinutes: 10 };
  expect((await vacancies(tour, morning)).vacancies).toBe(4);
  const check = (participants: number) =>
    call(request(), contracts.checkClaim, {
      supplierId,
      bookingId: "bkg_checked",
      demand: { optionId: tour, pricingPer: "UNIT", participants, resourceItems: [] },
      until: null,
      expand: false,
      ...morning,
    });
  expect(await check(4)).toMatchObject({ vacancies: 0 });
  await expect(check(5)).rejects.toMatchObject(full);
  await expect(claim(tour, 5, morning)).rejects.toMatchObject(full);
  const checked = await call(request(), contracts.examineCapacity, {});
  expect(checked.findings).toEqual([]);
  await release(bookingId, claims);
  expect((await vacancies(tour, morning)).vacancies).toBe(10);
  // On both days the boat has a usage of its own, and the guide that of the run.
  for (const { usages } of await ledgersOf(tenantId)) {
    const parts = Object.keys(usages as object).map((key) => key.split(":").length);
    expect(new Set(parts)).toEqual(new Set([3, 5]));
  }
});

it("keeps for a booking what it was made with, and stores nothing new where there are none", async () => {
  const { tenantId, tour, boat, claim, vacancies, link } = await aTour();
  await claim(tour, 6);
  const next = { startAt: at("09:15") };
  await link(tour, boat.id);
  expect((await vacancies(tour, next)).vacancies).toBe(4);
  await claim(tour, 4);
  expect((await vacancies(tour, next)).vacancies).toBe(4);
  const [ledger] = await ledgersOf(tenantId);
  const start = Date.parse(at("08:00"));
  const [run, end] = [`${tour}:${start}:${start + 3_600_000}`, start + 3_600_000];
  const usages = ledger?.["usages"] as Record<string, object>;
  expect(Object.keys(usages).toSorted()).toEqual([run, `${run}:15:30`]);
  const { use: _, ...stored } = usages[run] as { use: object };
  expect(stored).toEqual({ optionId: tour, start, end });
});

it("claims anew for the time that a booking had before", async () => {
  const { tenantId, tour, boat, supplierId, request, vacancies } = await aTour();
  const uses = [{ resourceId: boat.id, name: "Boat", places: 6, units: null, first: true }];
  await call(request(), contracts.claimAnew, {
    supplierId,
    bookingId: `bkg_${tenantId}`,
    attempt: "rep",
    optionId: tour,
    startAt: at("08:00"),
    endAt: at("09:00"),
    until: null,
    uses: uses.map((use) => ({ ...use, prepareMinutes: 0, turnaroundMinutes: 120 })),
    inPlaceOf: [],
  });
  expect((await vacancies(tour, { startAt: at("11:14") })).vacancies).toBe(4);
  expect((await vacancies(tour, { startAt: at("11:15") })).vacancies).toBe(10);
});
