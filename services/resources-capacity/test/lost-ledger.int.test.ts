/** A day whose ledger is gone, as after a restore from an older dump, while its claims are there. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { newId } from "@slipway/store";
import { aSupplier, capacityPlatform } from "./capacity-platform.ts";

const platform = forThisFile(() => capacityPlatform(import.meta.url, 2));
beforeEach(() => {
  platform.others.holders.length = 0;
});

const heldUntil = "2027-07-01T13:30:00.000Z";

const ledgers = () => platform.database.collection<{ _id: string; revision: number }>("ledgers");

/** A boat of five places, sales on it by the first replica, and the loss of their ledger. */
async function aBoatOfFive() {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource({ capacityPerResource: 5 });
  await supplier.link(option, boat.id);
  let ledger = "";
  const book = async (participants: number, more: Parameters<typeof supplier.claim>[2] = {}) => {
    const bookingId = newId("bkg", Date.now());
    const { claims } = await supplier.claim(option, participants, { bookingId, ...more });
    const { until: expiresAt = null } = more;
    const status = expiresAt === null ? ("CONFIRMED" as const) : ("ON_HOLD" as const);
    platform.others.holders.push({ bookingId, status, expiresAt, claims });
    const claimIds = claims.map(({ claimId }) => claimId);
    await call(supplier.request(), contracts.attachClaims, { claimIds });
    await platform.settle();
    ledger = claims[0]?.ledger ?? "";
    return { bookingId, claims };
  };
  const lose = () => ledgers().deleteOne({ _id: ledger });
  return { supplier, option, boat, book, lose, ledgerOf: () => ledger };
}

/** How many of these claims of one place each are taken; all others are refused for want of places. */
async function taken(claims: readonly Promise<unknown>[]): Promise<number> {
  const settled = await Promise.allSettled(claims);
  const refused = settled.filter((each) => each.status === "rejected");
  expect(refused.map(({ reason }) => (reason as { type: string }).type)).toEqual(
    refused.map(() => "CAPACITY_EXHAUSTED"),
  );
  return settled.length - refused.length;
}

describe("a day whose ledger is lost", () => {
  it.each([
    ["keeps a view of it", 0],
    ["never saw it", 1],
  ])("is sold once by a process that %s", async (_, replica) => {
    const { supplier, option, book, lose } = await aBoatOfFive();
    for (let sale = 0; sale < 4; sale++) await book(1);
    await lose();
    const claims = Array.from({ length: 4 }, () => supplier.claim(option, 1, { replica }));
    expect(await taken(claims)).toBe(1);
    expect(await taken([supplier.claim(option, 1, { replica: 1 - replica })])).toBe(0);
  });

  it("is made again from its own claims beside other lost days and a new one", async () => {
    const { supplier, option, book } = await aBoatOfFive();
    const startAts = [6, 7, 8].map((day) => `2027-07-0${day}T08:00:00.000Z`);
    for (const [index, startAt] of startAts.slice(0, 2).entries())
      await book(4 - index, { startAt });
    await ledgers().deleteMany({ supplierId: supplier.supplierId });
    const claims = startAts.map((startAt) =>
      taken(Array.from({ length: 6 }, () => supplier.claim(option, 1, { startAt, replica: 1 }))),
    );
    expect(await Promise.all(claims)).toEqual([1, 2, 5]);
  });

  it("is made again by one of several processes that find it gone", async () => {
    const { supplier, option, book, lose } = await aBoatOfFive();
    await book(3);
    await lose();
    const claims = Array.from({ length: 12 }, (_, each) =>
      supplier.claim(option, 1, { replica: each % 2 }),
    );
    expect(await taken(claims)).toBe(2);
  });

  it("is sold once where only an empty ledger came back", async () => {
    const { supplier, option, book, lose, ledgerOf } = await aBoatOfFive();
    await book(1);
    const [empty] = await ledgers().find({ _id: ledgerOf() }).toArray();
    await book(3);
    await lose();
    // As from a dump of before the first sale, with a bump since.
    await ledgers().insertOne({
      ...empty,
      revision: 1,
      usages: {},
      resources: [],
      log: {},
    } as never);
    const claims = Array.from({ length: 3 }, () => supplier.claim(option, 1, { replica: 1 }));
    expect(await taken(claims)).toBe(1);
  });

  it("keeps holds as long as they last, cancelled places free, and expansions", async () => {
    const { supplier, option, book, lose } = await aBoatOfFive();
    const held = await book(3, { until: heldUntil });
    const cancelled = await book(4, { expand: true });
    await supplier.release(cancelled.bookingId, cancelled.claims);
    await platform.settle();
    await lose();
    // Three are held, and the departure has seven places.
    expect(await taken(Array.from({ length: 5 }, () => supplier.claim(option, 1)))).toBe(4);
    await supplier.confirm(held.bookingId, held.claims);
    // A late repeat of the cancellation changes nothing.
    await supplier.release(cancelled.bookingId, cancelled.claims);
    platform.time.now += 2 * 3_600_000;
    expect(await taken([supplier.claim(option, 1)])).toBe(0);
    platform.time.now -= 2 * 3_600_000;
  });

  it("is not forgotten by a smaller boat, or by the deletion of one", async () => {
    const { supplier, option, boat, book, lose } = await aBoatOfFive();
    await book(4);
    await lose();
    const resize = (capacityPerResource: number) =>
      call(supplier.request(), contracts.updateResource, { id: boat.id, capacityPerResource });
    await expect(resize(3)).rejects.toMatchObject({ type: "CAPACITY_BELOW_RESERVED" });
    await lose();
    expect(await resize(4)).toMatchObject({ capacityPerResource: 4 });
    await lose();
    await call(supplier.request(), contracts.dropRequirements, { optionId: option });
    const deletion = call(supplier.request(), contracts.deleteResource, { id: boat.id });
    await expect(deletion).rejects.toMatchObject({ type: "RESOURCE_IN_USE" });
  });

  it("is found by doctor, and made by its repair", async () => {
    const { supplier, option, boat, book, lose, ledgerOf } = await aBoatOfFive();
    for (let sale = 0; sale < 4; sale++) await book(1);
    const request = supplier.request();
    const found = async () => {
      const { findings } = await call(request, contracts.examineCapacity, {});
      return findings.filter((each) => JSON.stringify(each).includes(supplier.supplierId));
    };
    expect(await found()).toEqual([]);
    await lose();
    const findings = await found();
    expect(findings).toEqual([
      {
        kind: "ledger-missing",
        id: ledgerOf(),
        detail: "the day is gone, 4 claims have places of it",
      },
    ]);
    expect(await ledgers().countDocuments({ _id: ledgerOf() })).toBe(0);

    const { repaired } = await call(request, contracts.repairCapacity, { findings });
    expect(repaired).toEqual(findings);
    expect(await found()).toEqual([]);
    expect(await call(request, contracts.repairCapacity, { findings })).toEqual({ repaired: [] });
    expect((await supplier.vacancies(option)).vacancies).toBe(1);
    await platform.settle();
    const entries = platform.delivered.filter(({ entityId }) => entityId === boat.id);
    expect(entries.filter(({ action }) => action === "resource.repair")).toHaveLength(1);
  });

  it("is confirmed and given back at once after the repair of an older ledger", async () => {
    const { supplier, option, book, lose, ledgerOf } = await aBoatOfFive();
    await book(1);
    const [older] = await ledgers().find({ _id: ledgerOf() }).toArray();
    await book(1);
    await book(1);
    const held = await book(1, { until: heldUntil });
    await lose();
    await ledgers().insertOne(older as never);
    const request = supplier.request();
    const { findings } = await call(request, contracts.examineCapacity, {});
    const ofIt = findings.filter(({ id }) => id.startsWith(ledgerOf()));
    expect(ofIt.map(({ kind }) => kind)).toEqual(["ledger-line", "ledger-line"]);
    await call(request, contracts.repairCapacity, { findings: ofIt });
    await supplier.confirm(held.bookingId, held.claims, 1);
    await supplier.release(held.bookingId, held.claims, { replica: 1 });
    expect(await taken(Array.from({ length: 3 }, () => supplier.claim(option, 1)))).toBe(2);
  });

  it("is no day whose ledger cannot be read", async () => {
    const { supplier, option, book, ledgerOf } = await aBoatOfFive();
    await book(4);
    await ledgers().updateOne({ _id: ledgerOf() }, { $set: { "log.1": "{ada" } });
    const { findings } = await call(supplier.request(), contracts.examineCapacity, {});
    const kinds = findings.filter(({ id }) => id === ledgerOf()).map(({ kind }) => kind);
    expect(kinds).toEqual(["ledger-unreadable"]);
    await expect(supplier.claim(option, 1, { replica: 1 })).rejects.toThrow("JSON");
    await ledgers().deleteOne({ _id: ledgerOf() });
  });

  it("is not sold while a claim on it cannot be read", async () => {
    const { supplier, option, book, lose } = await aBoatOfFive();
    const { claims } = await book(4);
    await lose();
    const records = platform.database.collection<{ _id: string }>("claims");
    const _id = claims[0]?.claimId ?? "";
    const sound = await records.findOne({ _id });
    await records.updateOne({ _id }, { $set: { use: "{ada" } });
    const ofOtherDay = supplier.claim(option, 1, { startAt: "2027-07-09T08:00:00.000Z" });
    await expect(supplier.claim(option, 1)).rejects.toThrow("JSON");
    expect(await taken([ofOtherDay])).toBe(1);
    await records.replaceOne({ _id }, { ...sound });
    expect(await taken([supplier.claim(option, 1), supplier.claim(option, 1)])).toBe(1);
  });
});
