/** Two shops of one tenant, made over HTTP: in the first everything is sold, and requests change the second. */
import type { Slipway } from "@slipway/client";

const dayMs = 86_400_000;
const seats = 10_000;
const season = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  startTimes: ["09:00", "14:00"],
};

/** Ids by the names that they have in requests, and a departure. */
export interface Shop {
  readonly supplierId: string;
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
  readonly resourceId: string;
  readonly startAt: string;
}

export async function makeShops(api: Slipway): Promise<{ sold: Shop; changed: Shop }> {
  return { sold: await makeShop(api, "Sold"), changed: await makeShop(api, "Changed") };
}

async function makeShop(api: Slipway, name: string): Promise<Shop> {
  const { id: supplierId } = await api.suppliers.create({ name, timezone: "UTC" });
  const boat = { supplierId, name, quantity: 1, capacityPerResource: seats };
  const { id: resourceId } = await api.resources.create(boat);
  const { id: productId } = await api.products.create({ supplierId, name });
  const { id: optionId } = await api.products.createOption(productId, {
    name,
    durationMinutes: 60,
  });
  const { id: unitId } = await api.options.createUnit(optionId, { name: "Adult", type: "ADULT" });
  await api.options.setResourceRequirement(optionId, { resourceId });
  await api.options.createAvailabilityPeriod(optionId, season);
  await api.options.setPricingPeriods(optionId, {
    pricingPer: "UNIT",
    periods: [{ ...season, retailPrices: { [unitId]: 1_250 } }],
  });
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  return { supplierId, productId, optionId, unitId, resourceId, startAt: `${day}T09:00:00Z` };
}
