import { beforeEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, isRefusal } from "@slipway/broker";
import { type OutputOf, catalog } from "@slipway/contracts";
import { aPeriod, aProduct, aSupplier, aUnit, anOption, startCatalog } from "./catalog-fixture.ts";

let request: Request;
let supplierId: string;
let productId: string;
let optionId: string;

const fixture = forThisFile(() => startCatalog(import.meta.url));
beforeEach(async () => {
  request = await fixture.aCaller("EUR");
  supplierId = (await aSupplier(request)).id;
  productId = (await aProduct(request, { supplierId })).id;
  optionId = (await anOption(request, { id: productId })).id;
});

async function versionsOf(...optionIds: string[]): Promise<(string | null)[]> {
  return (await call(request, catalog.listOptionVersions, { optionIds })).versions;
}

async function factsOf(id: string): Promise<OutputOf<typeof catalog.getOptionFacts> | null> {
  try {
    return await call(request, catalog.getOptionFacts, { optionId: id });
  } catch (error) {
    if (isRefusal(error, "NOT_FOUND")) return null;
    throw error;
  }
}

/** Every kind of change that the facts of an option show, in an order in which each is allowed. */
function everyChange(): [string, () => Promise<unknown>][] {
  let unitId = "";
  const prices = (periods: ReturnType<typeof aPeriod>[]) =>
    call(request, catalog.setPricingPeriods, { id: optionId, pricingPer: "UNIT", periods });
  return [
    ["a unit", async () => (unitId = (await aUnit(request, { id: optionId })).id)],
    ["its name", () => call(request, catalog.updateUnit, { id: unitId, name: "Grown-up" })],
    ["prices", () => prices([aPeriod({ [unitId]: 1_000 })])],
    ["other prices", () => prices([aPeriod({ [unitId]: 1_100 })])],
    ["no prices", () => prices([])],
    [
      "a duration",
      () => call(request, catalog.updateOption, { id: optionId, durationMinutes: 45 }),
    ],
    [
      "a product's zone",
      () => call(request, catalog.updateProduct, { id: productId, timezone: "Asia/Tokyo" }),
    ],
    [
      "a product's metadata",
      () =>
        call(request, catalog.updateProduct, { id: productId, metadata: { directBooking: false } }),
    ],
    [
      "a supplier's zone",
      () => call(request, catalog.updateSupplier, { id: supplierId, timezone: "Europe/London" }),
    ],
    ["the currency", () => call(request, catalog.setCurrency, { defaultCurrency: "JPY" })],
    [
      "another default",
      async () => {
        await anOption(request, { id: productId, name: "Return", isDefault: true });
      },
    ],
    [
      "the default again",
      () => call(request, catalog.updateOption, { id: optionId, isDefault: true }),
    ],
    ["no unit", () => call(request, catalog.archiveUnit, { id: unitId })],
    ["an archived product", () => call(request, catalog.archiveProduct, { id: productId })],
    ["an archived supplier", () => call(request, catalog.archiveSupplier, { id: supplierId })],
  ];
}

describe("versions of an option's facts", () => {
  it("are others after every change that the facts show", async () => {
    const seen = new Map<string, string>();
    for (const [name, change] of [
      ["nothing", () => Promise.resolve()] as const,
      ...everyChange(),
    ]) {
      await change();
      const facts = await factsOf(optionId);
      const version = facts?.version ?? "";
      expect([name, await versionsOf(optionId)]).toEqual([name, [version]]);
      const said = JSON.stringify({ ...facts, version: "" });
      expect([name, seen.get(version) ?? said]).toEqual([name, said]);
      seen.set(version, said);
    }
    expect(new Set(seen.values()).size).toBe(15);
  });

  it("are the same while nothing changes", async () => {
    const before = await versionsOf(optionId);
    await call(request, catalog.updateOption, { id: optionId, durationMinutes: 30 });
    await fixture.settle();
    expect(await versionsOf(optionId)).toEqual(before);
  });

  it("come in the order of the ids, null for what is missing, deleted or another tenant's", async () => {
    const other = (await anOption(request, { id: productId, name: "Return" })).id;
    const deleted = (await anOption(request, { id: productId, name: "Night" })).id;
    await call(request, catalog.deleteOption, { id: deleted });
    const stranger = await anOption(await fixture.aCaller());
    const ids = [other, "opt_missing", deleted, optionId, stranger.id, other];
    const facts = await Promise.all(ids.map(factsOf));
    expect(await versionsOf(...ids)).toEqual(facts.map((each) => each?.version ?? null));
    expect(facts.map((each) => each !== null)).toEqual([true, false, false, true, false, true]);
    expect(await versionsOf()).toEqual([]);
  });
});
