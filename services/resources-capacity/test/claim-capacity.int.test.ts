import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() => capacityPlatform(import.meta.url, 2));

async function aBoat(capacityPerResource = 10) {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource({ capacityPerResource });
  await supplier.link(option, boat.id);
  return { ...supplier, option, boat };
}

const exhausted = { type: "CAPACITY_EXHAUSTED" };
const until = "2027-07-01T12:30:00.000Z";

describe("claimCapacity", () => {
  it("takes places that are free and shows what is left", async () => {
    const { claim, vacancies, option, boat } = await aBoat();
    const { claims, taken } = await claim(option, 4);
    expect(claims).toHaveLength(1);
    expect(taken).toEqual([
      { resourceId: boat.id, name: "Boat", places: 4, units: null, first: true },
    ]);
    expect(await vacancies(option)).toEqual({
      capacity: 10,
      vacancies: 6,
      resources: [{ resourceId: boat.id, vacancies: 6 }],
    });
  });

  it("sells the last 10 places to exactly 10 of 100 parallel claims, through two replicas at once", async () => {
    const { claim, vacancies, option } = await aBoat(50);
    await claim(option, 40);
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => claim(option, 1, { replica: index % 2 })),
    );
    const refused = all.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(90);
    expect(refused).toEqual(refused.map(() => expect.objectContaining(exhausted)));
    expect((await vacancies(option)).vacancies).toBe(0);
  });

  it("refuses by what is free now, even if another replica has released places since the last refusal", async () => {
    const { claim, release, request, option, boat } = await aBoat();
    const { claims } = await claim(option, 10, { bookingId: "bkg_full" });
    for (let again = 0; again < 3; again++)
      await expect(claim(option, 1)).rejects.toEqual(expect.objectContaining(exhausted));
    await release("bkg_full", claims, { replica: 1 });
    await claim(option, 10);
    await expect(claim(option, 1)).rejects.toEqual(expect.objectContaining(exhausted));
    await call(request(1), contracts.updateResource, { id: boat.id, capacityPerResource: 11 });
    await claim(option, 1);
    await expect(claim(option, 1)).rejects.toEqual(expect.objectContaining(exhausted));
  });

  it("needs nothing of a supplier without resources, nor of an option without requirements", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const nothing = { claims: [], taken: [] };
    expect(await supplier.claim(option, 4)).toEqual(nothing);
    await supplier.aResource();
    expect(await supplier.claim(option, 4)).toEqual(nothing);
    expect(await supplier.vacancies(option)).toEqual({
      capacity: null,
      vacancies: null,
      resources: [],
    });
    const items = { resourceItems: [{ resourceId: "res_none", quantity: 1 }] };
    await expect(supplier.claim(option, 4, items)).rejects.toMatchObject({
      type: "RESOURCE_NOT_LINKED",
    });
    await expect(supplier.claim(option, 4, { pricingPer: "RESOURCE" })).rejects.toMatchObject({
      type: "NO_LINKED_RESOURCE",
    });
  });

  it("obeys a new requirement at once, on every replica", async () => {
    const { claim, aResource, link, option } = await aBoat();
    await claim(option, 1);
    await claim(option, 1, { replica: 1 });
    const guide = await aResource({ name: "Guide", capacityPerResource: 2 });
    await link(option, guide.id);
    for (const replica of [0, 1]) {
      await expect(claim(option, 3, { replica })).rejects.toMatchObject(exhausted);
      const { taken } = await claim(option, 1, { replica });
      expect(taken.map(({ name }) => name)).toEqual(["Boat", "Guide"]);
    }
  });

  it("obeys on a new day what another replica has changed of resources that it knows of an earlier day", async () => {
    const { claim, link, aResource, request, option, boat } = await aBoat();
    const onDay = (day: number, seats: number) =>
      claim(option, seats, { replica: 1, startAt: `2027-07-${day}T08:00:00.000Z` });
    await onDay(10, 1);
    await call(request(), contracts.updateResource, { id: boat.id, capacityPerResource: 5 });
    await expect(onDay(11, 6)).rejects.toMatchObject(exhausted);
    await onDay(11, 5);
    const guide = await aResource({ name: "Guide", capacityPerResource: 3 });
    await link(option, guide.id);
    expect((await onDay(12, 3)).taken).toHaveLength(2);
    // One resource that has changed beside one that is missing.
    const cook = await aResource({ name: "Cook", capacityPerResource: 2 });
    await link(option, cook.id);
    await call(request(), contracts.updateResource, { id: boat.id, capacityPerResource: 6 });
    await expect(onDay(13, 3)).rejects.toMatchObject(exhausted);
    expect((await onDay(13, 2)).taken).toHaveLength(3);
  });

  it("obeys a requirement asked for again, whose first maker died before he made the views fall", async () => {
    const { claim, link, option, boat } = await aBoat();
    await claim(option, 1);
    await platform.database
      .collection<{ _id: string }>("resources")
      .updateOne(
        { _id: boat.id },
        { $set: { "requirements.0.quantity": 2 }, $inc: { revision: 1 } },
      );
    await link(option, boat.id, { quantity: 2 });
    await expect(claim(option, 6)).rejects.toMatchObject(exhausted);
  });

  it("obeys a removal asked for again, whose first maker died before he made the views fall", async () => {
    const { claim, request, option, boat } = await aBoat();
    await expect(claim(option, 11)).rejects.toMatchObject(exhausted);
    await platform.database
      .collection<{ _id: string }>("resources")
      .updateOne({ _id: boat.id }, { $set: { requirements: [] }, $inc: { revision: 1 } });
    const link = { optionId: option, resourceId: boat.id };
    const again = call(request(), contracts.deleteRequirement, link);
    await expect(again).rejects.toMatchObject({ type: "NOT_FOUND" });
    expect(await claim(option, 11)).toEqual({ claims: [], taken: [] });
  });

  it("checks a demand without taking anything", async () => {
    const { request, supplierId, option, boat, vacancies } = await aBoat();
    const demand = {
      optionId: option,
      pricingPer: "UNIT" as const,
      participants: 40,
      resourceItems: [],
    };
    const { taken } = await call(request(), contracts.checkDemand, { supplierId, demand });
    expect(taken).toEqual([
      { resourceId: boat.id, name: "Boat", places: 40, units: null, first: true },
    ]);
    const one = [{ resourceId: boat.id, quantity: 1 }];
    await expect(
      call(request(), contracts.checkDemand, {
        supplierId,
        demand: { ...demand, resourceItems: one },
      }),
    ).rejects.toMatchObject({ type: "RESOURCE_TOO_SMALL" });
    expect((await vacancies(option)).vacancies).toBe(10);
  });

  it("shares no ledger between tenants", async () => {
    const mine = await aBoat();
    const { claims } = await mine.claim(mine.option, 4, { bookingId: "bkg_mine" });
    const other = { ...aSupplier(platform), supplierId: mine.supplierId };
    const input = { supplierId: mine.supplierId, bookingId: "bkg_mine", claims };
    await call(other.request(), contracts.releaseClaims, input);
    await expect(call(other.request(), contracts.confirmClaims, input)).rejects.toMatchObject({
      type: "HOLD_EXPIRED",
    });
    expect((await mine.vacancies(mine.option)).vacancies).toBe(6);
  });
});

describe("a hold", () => {
  it("is confirmed once and for all, and given back once", async () => {
    const { claim, confirm, release, vacancies, option } = await aBoat();
    const bookingId = "bkg_hold";
    const { claims } = await claim(option, 4, { bookingId, until });
    await confirm(bookingId, claims);
    await confirm(bookingId, claims, 1);
    await platform.settle();
    await confirm(bookingId, claims);
    expect((await vacancies(option)).vacancies).toBe(6);
    await Promise.all([
      release(bookingId, claims),
      release(bookingId, claims),
      release(bookingId, claims, { replica: 1 }),
    ]);
    await platform.settle();
    await release(bookingId, claims);
    expect((await vacancies(option)).vacancies).toBe(10);
    await expect(confirm(bookingId, claims)).rejects.toMatchObject({ type: "HOLD_EXPIRED" });
  });
});

describe("a departure across the boundary of the supplier's day", () => {
  // 04:00 in Rome.
  const across = { startAt: "2027-07-02T01:30:00.000Z" };
  const after = { startAt: "2027-07-02T02:00:00.000Z", durationMinutes: 30 };

  it("holds a claim in both days, confirmed and released together", async () => {
    const { claim, confirm, release, vacancies, option } = await aBoat();
    const { claims } = await claim(option, 4, { ...across, bookingId: "bkg_across", until });
    expect(claims.map(({ claimId }) => claimId)).toEqual(["bkg_across.0a", "bkg_across.0b"]);
    expect((await vacancies(option, across)).vacancies).toBe(6);
    await confirm("bkg_across", claims);
    await claim(option, 2, after);
    expect((await vacancies(option, across)).vacancies).toBe(4);
    await release("bkg_across", claims);
    expect((await vacancies(option, across)).vacancies).toBe(8);
  });

  it("gives its expansion back on both days if no booking ever has the claim", async () => {
    const { claim, release, vacancies, option } = await aBoat();
    const sold = await claim(option, 9, { ...after, bookingId: "bkg_third" });
    const expanding = { ...across, bookingId: "bkg_never", expand: true };
    const { claims } = await claim(option, 4, expanding);
    await release("bkg_never", claims, { neverNamed: true });
    await release("bkg_third", sold.claims);
    expect(await vacancies(option, across)).toMatchObject({ capacity: 10, vacancies: 10 });
  });
});
