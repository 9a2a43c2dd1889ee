import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CapacityPlatform, aSupplier, capacityPlatform } from "./capacity-platform.ts";

let platform: CapacityPlatform;
beforeAll(async () => {
  platform = await capacityPlatform(import.meta.url);
});
afterAll(() => platform.stop());

describe("claimCapacity", () => {
  it("takes places that are free and shows what is left", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource();
    await supplier.link(option, boat.id);
    const { claims, taken } = await supplier.claim(option, 4);
    expect(claims).toHaveLength(1);
    expect(taken).toEqual([
      { resourceId: boat.id, name: "Boat", places: 4, units: null, first: true },
    ]);
    expect(await supplier.vacancies(option)).toEqual({
      capacity: 10,
      vacancies: 6,
      resources: [{ resourceId: boat.id, vacancies: 6 }],
    });
  });

  it("sells the last 10 places to exactly 10 of 100 parallel claims", async () => {
    const supplier = aSupplier(platform);
    const option = supplier.anOption();
    const boat = await supplier.aResource({ capacityPerResource: 50 });
    await supplier.link(option, boat.id);
    await supplier.claim(option, 40);
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, () => supplier.claim(option, 1)),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    for (const each of all)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ type: "CAPACITY_EXHAUSTED" });
    expect((await supplier.vacancies(option)).vacancies).toBe(0);
  });
});
