import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

let supplier: ReturnType<typeof aSupplier>;
let option: string;
let boat: string;

const platform = forThisFile(() => capacityPlatform(import.meta.url, 2));

beforeEach(async () => {
  supplier = aSupplier(platform);
  option = supplier.anOption();
  boat = (await supplier.aResource({ capacityPerResource: 100 })).id;
  await supplier.link(option, boat);
});

/** The vacancies of the usual departure, as each replica answers them. */
async function leftOnBoth(of = option): Promise<unknown[]> {
  const looks = [0, 1].map((replica) => supplier.vacancies(of, { replica }));
  return (await Promise.all(looks)).map(({ vacancies }) => vacancies);
}

it("are those of now on every replica, whichever of them wrote last", async () => {
  let left = 100;
  for (let step = 0; step < 12; step++) {
    const bookingId = `bkg_${step}`;
    const { claims } = await supplier.claim(option, step + 1, { bookingId, replica: step % 2 });
    expect(await leftOnBoth()).toEqual([left - step - 1, left - step - 1]);
    if (step % 3 === 0) await supplier.release(bookingId, claims, { replica: (step + 1) % 2 });
    else left -= step + 1;
    expect(await leftOnBoth()).toEqual([left, left]);
  }
});

it("come back when a hold ends, although no write happens then", async () => {
  const until = new Date(platform.time.now + 60_000).toISOString();
  await supplier.claim(option, 30, { until });
  expect(await leftOnBoth()).toEqual([70, 70]);
  platform.time.now += 60_000;
  expect(await leftOnBoth()).toEqual([100, 100]);
});

it("follow a resize and a requirement that were answered", async () => {
  await supplier.claim(option, 10);
  expect(await leftOnBoth()).toEqual([90, 90]);
  const numbers = { id: boat, capacityPerResource: 50 };
  await call(supplier.request(1), contracts.updateResource, numbers);
  expect(await leftOnBoth()).toEqual([40, 40]);
  await supplier.link(option, boat, { quantity: 4 });
  expect(await leftOnBoth()).toEqual([10, 10]);
});

it("follow a requirement that was removed, and one that another replica made", async () => {
  const guide = (await supplier.aResource({ name: "Guide", capacityPerResource: 20 })).id;
  expect(await leftOnBoth()).toEqual([100, 100]);
  await call(supplier.request(1), contracts.setRequirement, { id: option, resourceId: guide });
  expect(await leftOnBoth()).toEqual([20, 20]);
  await call(supplier.request(0), contracts.deleteRequirement, {
    optionId: option,
    resourceId: guide,
  });
  expect(await leftOnBoth()).toEqual([100, 100]);
});

it("rest on kept resources for ten seconds at most where a change was never answered", async () => {
  // The first look has the supplier's changes bump a version, the second one keeps what it reads.
  for (let look = 0; look < 2; look++) expect(await leftOnBoth()).toEqual([100, 100]);
  const resources = platform.database.collection("resources");
  // As by a process that crashes before it bumps the version.
  await resources.updateOne({ _id: boat as never }, { $set: { capacityPerResource: 70 } });
  expect(await leftOnBoth()).toEqual([100, 100]);
  platform.time.now += 11_000;
  expect(await leftOnBoth()).toEqual([70, 70]);
  const version = `${supplier.supplierId}:resources`;
  await platform.database.collection("ledgers").deleteOne({ _id: version as never });
  await resources.updateOne({ _id: boat as never }, { $set: { capacityPerResource: 60 } });
  // Without a version nothing is kept, and this look makes another one.
  expect(await leftOnBoth()).toEqual([60, 60]);
  const numbers = { id: boat, capacityPerResource: 50 };
  await call(supplier.request(), contracts.updateResource, numbers);
  expect(await leftOnBoth()).toEqual([50, 50]);
});

it("are each one's own when many look at the same moment", async () => {
  const others = Array.from({ length: 4 }, () => aSupplier(platform));
  const looks = await Promise.all(
    [supplier, ...others].map(async (each, index) => {
      const sold = each.anOption();
      const { id } = await each.aResource({ capacityPerResource: 20 + index });
      await each.link(sold, id);
      const days = [2, 3, 4].map((day) => `2027-08-0${day}T08:00:00.000Z`);
      for (const [day, startAt] of days.entries()) await each.claim(sold, day + 1, { startAt });
      return days.map((startAt, day) => ({
        look: () => each.vacancies(sold, { startAt }),
        expected: {
          capacity: 20 + index,
          vacancies: 19 + index - day,
          resources: [{ resourceId: id, vacancies: 19 + index - day }],
        },
      }));
    }),
  );
  const asked = looks.flat();
  for (let round = 0; round < 3; round++)
    expect(await Promise.all(asked.map(({ look }) => look()))).toEqual(
      asked.map(({ expected }) => expected),
    );
});

it("of a departure across the day's boundary are what both days have", async () => {
  const night = { startAt: "2027-08-02T01:00:00.000Z", durationMinutes: 180 };
  const before = { startAt: "2027-08-02T00:30:00.000Z", durationMinutes: 60 };
  const after = { startAt: "2027-08-02T03:30:00.000Z", durationMinutes: 60 };
  await supplier.claim(option, 30, before);
  await supplier.claim(option, 45, after);
  expect(await supplier.vacancies(option, night)).toMatchObject({ vacancies: 55 });
});

it("are listed of two thousand departures in the order asked", async () => {
  const first = Date.parse("2027-08-01T00:00:00.000Z");
  const starts = Array.from({ length: 2_000 }, (_, index) => first + index * 4 * 3_600_000);
  const startAt = new Date(starts[1_234] as number).toISOString();
  await supplier.claim(option, 7, { startAt });
  const { supplierId } = supplier;
  const asked = { supplierId, optionId: option, pricingPer: "UNIT", durationMinutes: 60, starts };
  const answer = await call(supplier.request(1), contracts.listVacancies, asked as never);
  const taken = (answer.parties?.vacancies ?? []).map((vacancies) => 100 - vacancies);
  expect(taken).toEqual(starts.map((_, index) => (index === 1_234 ? 7 : 0)));
});

it("have a date of the capacity, which each change of it moves and none moves back", async () => {
  const begin = platform.time.now;
  const guide = (await supplier.aResource({ name: "Guide", capacityPerResource: 40 })).id;
  const minuteMs = 60_000;
  const { supplierId, request } = supplier;
  const id = option;
  const read = async (isDated: boolean) => {
    const departure = {
      supplierId,
      optionId: id,
      pricingPer: "UNIT",
      durationMinutes: 60,
    } as const;
    const asked = { ...departure, starts: [begin], ...(isDated && { dated: true }) };
    const { parties, capacityChangedAt } = await call(request(1), contracts.listVacancies, asked);
    return [parties?.capacity[0], capacityChangedAt && (capacityChangedAt - begin) / minuteMs];
  };
  const changes: [change: () => Promise<unknown>, capacity: number, minute: number][] = [
    [
      () => call(request(), contracts.updateResource, { id: boat, capacityPerResource: 120 }),
      120,
      1,
    ],
    [() => supplier.claim(option, 3), 120, 1],
    [() => supplier.link(option, guide), 40, 3],
    [() => supplier.link(option, guide, { quantity: 2 }), 20, 4],
    [
      () => call(request(), contracts.deleteRequirement, { optionId: id, resourceId: guide }),
      120,
      5,
    ],
    // The resource with the latest date is gone.
    [() => call(request(), contracts.deleteResource, { id: guide }), 120, 5],
  ];
  for (const [change, capacity, minute] of changes) {
    platform.time.now += minuteMs;
    await change();
    expect(await read(true)).toEqual([capacity, minute]);
  }
  expect(await read(false)).toEqual([120, undefined]);
});

/** The vacancies that a refused claim says. */
async function vacanciesIn(refused: Promise<unknown>): Promise<unknown> {
  const error: unknown = await refused.then(
    () => "claimed",
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ type: "CAPACITY_EXHAUSTED" });
  return (error as { data: { vacancies?: number } }).data.vacancies;
}

describe("a claim that is refused for want of places", () => {
  it.each<[string, number, Parameters<typeof supplier.claim>[2], object]>([
    ["one boat", 8, {}, {}],
    ["a boat that is full", 10, {}, {}],
    ["a guide for two", 4, {}, { guide: { quantity: 2 } }],
    ["a guide of whom one may be used", 3, {}, { guide: { maxQuantity: 1 } }],
    ["whole boats", 1, { pricingPer: "RESOURCE" }, {}],
  ])(
    "says what others are shown: %s",
    async (_name, sold, asked, { guide }: { guide?: object }) => {
      const ferry = supplier.anOption();
      const { id } = await supplier.aResource({ quantity: 2, capacityPerResource: 5 });
      await supplier.link(ferry, id);
      if (guide)
        await supplier.link(
          ferry,
          (await supplier.aResource({ quantity: 4, capacityPerResource: 3 })).id,
          guide,
        );
      await supplier.claim(ferry, sold, asked);
      const { vacancies } = await supplier.vacancies(ferry, asked);
      for (const replica of [0, 1])
        expect(await vacanciesIn(supplier.claim(ferry, 11, { ...asked, replica }))).toBe(vacancies);
    },
  );

  it("counts no hold that has ended, and the claims of its own batch", async () => {
    const until = new Date(platform.time.now + 60_000).toISOString();
    await supplier.claim(option, 90, { until });
    platform.time.now += 60_000;
    const claims = [supplier.claim(option, 60), vacanciesIn(supplier.claim(option, 45))];
    const [, ...vacancies] = await Promise.all([
      ...claims,
      vacanciesIn(supplier.claim(option, 41)),
    ]);
    expect(vacancies).toEqual([40, 40]);
  });

  it("counts the booking's own places, as the departure is shown", async () => {
    const { claims } = await supplier.claim(option, 60, { bookingId: "bkg_own" });
    const change = { bookingId: "bkg_own", attempt: "1", inPlaceOf: claims };
    expect(await vacanciesIn(supplier.claim(option, 101, change))).toBe(40);
    expect(await supplier.vacancies(option)).toMatchObject({ vacancies: 40 });
  });

  it("says nothing of a departure of two days, unless it is sold out on the day that refused", async () => {
    const night = { startAt: "2027-08-02T01:00:00.000Z", durationMinutes: 180 };
    const before = { startAt: "2027-08-02T00:30:00.000Z", durationMinutes: 60 };
    await supplier.claim(option, 30, before);
    expect(await vacanciesIn(supplier.claim(option, 71, night))).toBeUndefined();
    await supplier.claim(option, 70, before);
    expect(await vacanciesIn(supplier.claim(option, 1, night))).toBe(0);
  });
});
