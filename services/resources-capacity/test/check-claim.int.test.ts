import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { type InputOf, resourcesCapacity as contracts } from "@slipway/contracts";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() => capacityPlatform(import.meta.url));

type Asked = Partial<InputOf<typeof contracts.checkClaim>> & { participants: number };

async function aBoat(fields: { maxQuantity?: number } = {}) {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource({ quantity: 2, capacityPerResource: 5 });
  await supplier.link(option, boat.id, fields);
  const { supplierId, request } = supplier;
  const check = ({ participants, ...asked }: Asked) =>
    call(request(), contracts.checkClaim, {
      supplierId,
      bookingId: "bkg_checked",
      startAt: "2027-07-02T08:00:00.000Z",
      durationMinutes: 60,
      demand: { optionId: option, pricingPer: "UNIT", participants, resourceItems: [] },
      until: null,
      expand: false,
      ...asked,
    });
  return { ...supplier, option, boat, check };
}

const ledgersOf = (tenantId: string) =>
  platform.database.collection("ledgers").find({ tenantId }).toArray();
const exhausted = expect.objectContaining({ type: "CAPACITY_EXHAUSTED" });

describe("checkClaim", () => {
  it("answers what a claim takes and leaves, opens no ledger and changes none", async () => {
    const { check, claim, vacancies, option, boat, tenantId } = await aBoat();
    const taken = [{ resourceId: boat.id, name: "Boat", places: 4, units: null, first: true }];
    expect(await check({ participants: 4 })).toEqual({ taken, vacancies: 6 });
    expect(await ledgersOf(tenantId)).toEqual([]);
    expect((await claim(option, 4)).taken).toEqual(taken);
    const before = await ledgersOf(tenantId);
    await expect(check({ participants: 7 })).rejects.toEqual(exhausted);
    expect(await check({ participants: 7, expand: true })).toMatchObject({ vacancies: 0 });
    expect(await ledgersOf(tenantId)).toEqual(before);
    expect((await vacancies(option)).vacancies).toBe(6);
  });

  it("waits for a resize that a claim would wait for, and not for one that crashed", async () => {
    const { check, boat } = await aBoat();
    const resizing = {
      attempt: "of a process that is slow",
      since: new Date(platform.time.now),
      quantity: 1,
      capacityPerResource: 5,
      isDeletion: false,
    };
    const set = () =>
      platform.database
        .collection("resources")
        .updateOne({ _id: boat.id as never }, { $set: { resizing } });
    await set();
    expect(await check({ participants: 5 })).toMatchObject({ vacancies: 5 });
    await expect(check({ participants: 6 })).rejects.toEqual(
      expect.objectContaining({ type: "SERVICE_UNAVAILABLE" }),
    );
    resizing.since = new Date(platform.time.now - 6_000);
    await set();
    expect(await check({ participants: 6 })).toMatchObject({ vacancies: 4 });
  });
});
