import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { resourcesCapacity as contracts } from "@slipway/contracts";
import { type CapacityPlatform, aSupplier, capacityPlatform } from "./capacity-platform.ts";

let platform: CapacityPlatform;
beforeAll(async () => {
  platform = await capacityPlatform(import.meta.url);
});
afterAll(() => platform.stop());

it("finds nothing in a sound system, and every counter that differs from its recomputation", async () => {
  const supplier = aSupplier(platform);
  const option = supplier.anOption();
  const boat = await supplier.aResource();
  await supplier.link(option, boat.id);
  const examine = () => call(supplier.request(), contracts.examineCapacity, {});
  const book = async (bookingId: string, terms: object = {}) => {
    const { claims } = await supplier.claim(option, 1, { bookingId, ...terms });
    platform.others.holders.push({ bookingId, status: "CONFIRMED", claims });
    return claims;
  };
  const claims = await book("bkg_one");
  await supplier.firm("bkg_two", await book("bkg_two", { until: "2027-07-01T12:30:00.000Z" }));
  await supplier.claim(option, 1, { bookingId: "bkg_ended", until: "2027-07-01T12:00:01.000Z" });
  platform.time.now += 2_000;
  expect(await examine()).toEqual({ ledgers: 1, claims: 2, findings: [] });

  // A claim that recovery has yet to ask about is no finding; one that is attached to nothing is.
  const orphan = await supplier.claim(option, 1, { bookingId: "bkg_orphan" });
  expect((await examine()).findings).toEqual([]);
  const claimIds = orphan.claims.map(({ claimId }) => claimId);
  await call(supplier.request(), contracts.attachClaims, { claimIds });
  const orphanFinding = { kind: "claim-without-booking", id: "bkg_orphan.0a" };
  expect((await examine()).findings).toEqual([expect.objectContaining(orphanFinding)]);

  await book("bkg_held", { until: "2027-07-01T12:30:00.000Z" });
  const heldFinding = { kind: "booking-places", id: "bkg_held" };
  expect((await examine()).findings).toEqual([
    expect.objectContaining(heldFinding),
    expect.objectContaining(orphanFinding),
  ]);

  const ledgers = platform.database.collection<{ _id: string; lines: Record<string, object> }>(
    "ledgers",
  );
  const ledger = await ledgers.findOne({ _id: claims[0]?.ledger ?? "" });
  const [line] = Object.keys(ledger?.lines ?? {});
  await ledgers.updateOne(
    { _id: ledger?._id ?? "" },
    { $inc: { [`lines.${line}.use.${boat.id}.seats`]: 1, revision: 1 } },
  );
  expect((await examine()).findings[0]).toEqual({
    kind: "ledger-line",
    id: `${ledger?._id} ${line} ${boat.id}`,
    detail: "the ledger counts 4 places and 0 units, its claims take 3 places and 0 units",
  });
});
