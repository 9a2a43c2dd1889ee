import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";

describe.each(["one", "each"] as const)("a catalog with %s broker", (brokers) => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await testPlatform(import.meta.url, { services: ["catalog", "audit"], brokers });
  });
  afterAll(() => platform.stop());

  it("answers what a booking needs to know of an option", async () => {
    const request = platform.as(await platform.aTenant("EUR"));
    const supplier = await call(request, catalog.createSupplier, {
      name: "Laguna Ferries",
      timezone: "Europe/Rome",
      email: "hello@laguna.example",
    });
    const product = await call(request, catalog.createProduct, {
      supplierId: supplier.id,
      name: "Public Line",
      metadata: { "$odd.key": [1] },
    });
    const option = await call(request, catalog.createOption, {
      id: product.id,
      name: "Single",
      durationMinutes: 30,
    });
    const unit = await call(request, catalog.createUnit, {
      id: option.id,
      name: "Adult",
      type: "ADULT",
      restrictions: { paxCount: 1 },
    });
    const pricingPeriods = await call(request, catalog.setPricingPeriods, {
      id: option.id,
      pricingPer: "UNIT",
      periods: [
        {
          startMonthDay: "01-01",
          endMonthDay: "12-31",
          weekdays: [6, 0, 6],
          startTimes: ["09:00"],
          retailPrices: { [unit.id]: 1250 },
        },
      ],
    });

    const facts = await call(request, catalog.getOptionFacts, { optionId: option.id });
    expect(facts).toEqual({
      productName: "Public Line",
      productUpdatedAt: product.updatedAt,
      option: { ...option, pricingPer: "UNIT", updatedAt: facts.option.updatedAt },
      units: [unit],
      pricingPeriods,
      productId: product.id,
      supplierId: supplier.id,
      timezone: "Europe/Rome",
      productMetadata: { "$odd.key": [1] },
      currency: "EUR",
      archived: false,
      productArchived: false,
      version: facts.version,
    });
    expect(product).toMatchObject({ email: "hello@laguna.example", locale: "it-IT" });
    expect(option).toMatchObject({ isDefault: true, reference: "single", pricingPer: null });
    expect(pricingPeriods[0]).toMatchObject({ weekdays: [0, 6], color: null });
    expect(await call(request, catalog.getProductFacts, { productId: product.id })).toEqual({
      productId: product.id,
      supplierId: supplier.id,
      timezone: "Europe/Rome",
      archived: false,
    });
    expect(await call(request, catalog.getSupplierFacts, { supplierId: supplier.id })).toEqual({
      supplierId: supplier.id,
      timezone: "Europe/Rome",
      archived: false,
    });
  });
});
