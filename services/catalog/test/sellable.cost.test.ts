/** How much is read for a list of products with large prices. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { catalog } from "@slipway/contracts";
import { aPeriod, aUnit, anOption, startCatalog } from "./catalog-fixture.ts";

const fixture = forThisFile(() => startCatalog(import.meta.url));

it("reads of large prices what resellers are shown, and no more", async () => {
  const request = await fixture.aCaller("EUR");
  const startTimes = Array.from({ length: 288 }, (_, index) =>
    new Date(index * 300_000).toISOString().slice(11, 16),
  );
  const option = await anOption(request);
  const unit = await aUnit(request, { id: option.id });
  // About 1 MB: times, labels and tiers that no reseller sees.
  const label = "x".repeat(1_000);
  const periods = Array.from({ length: 280 }, (_, index) => ({
    ...aPeriod({ [unit.id]: 5_000 + index }),
    startTimes,
    label,
  }));
  await call(request, catalog.setPricingPeriods, { id: option.id, pricingPer: "UNIT", periods });
  const { supplierId } = await call(request, catalog.getProduct, { id: option.productId });
  const found = await call(request, catalog.listSellable, { supplierId, prices: true });
  expect(found.items[0]?.options[0]).toMatchObject({ id: option.id, lowestRetail: 5_000 });
  expect(found.items[0]?.options[0]?.units[0]).toMatchObject({ lowestRetail: 5_000 });
  expect(found.bytesRead).toBeLessThan(60_000);
});

it("reads large options piece by piece, in the order in which they are listed", async () => {
  const request = await fixture.aCaller("EUR");
  const first = await anOption(request);
  const others: string[] = [];
  for (let number = 1; number < 4; number++) {
    const { id } = await call(request, catalog.createOption, {
      id: first.productId,
      name: `Option ${number}`,
      durationMinutes: 60,
    });
    others.push(id);
  }
  const restrictions = { text: "x".repeat(60_000), minAge: 7 };
  for (const id of [first.id, ...others])
    for (let units = 0; units < 6; units++) await aUnit(request, { id, restrictions });
  const { supplierId } = await call(request, catalog.getProduct, { id: first.productId });
  const { items, bytesRead } = await call(request, catalog.listSellable, { supplierId });
  expect(items[0]?.options.map(({ id }) => id)).toEqual([first.id, ...others]);
  expect(items[0]?.options.at(-1)?.units[5]?.restrictions).toEqual({ minAge: 7 });
  expect(bytesRead).toBeGreaterThan(1_400_000);
});
