/** A ferry to sell, made by the typed client. */
import { createClient } from "@slipway/client";
import type { Client as Gateway } from "./client.ts";
import { everyDay } from "./world.ts";

export interface Ferry {
  readonly key: string;
  readonly optionId: string;
  readonly unitId: string;
}

/** A tenant with one boat that departs every day; an adult pays 12.50. */
export async function aFerry(gateway: Gateway, seats: number): Promise<Ferry> {
  const { key } = await gateway.aKey();
  const slipway = createClient({ baseUrl: gateway.url, apiKey: key });
  const { id: supplierId } = await slipway.suppliers.create({ name: "Lines", timezone: "Etc/UTC" });
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: seats };
  const { id: resourceId } = await slipway.resources.create(boat);
  const { id: productId } = await slipway.products.create({ supplierId, name: "Ferry" });
  const seat = { name: "Seat", durationMinutes: 40 };
  const { id: optionId } = await slipway.products.createOption(productId, seat);
  const unit = await slipway.options.createUnit(optionId, { name: "Adult", type: "ADULT" });
  await slipway.options.setResourceRequirement(optionId, { resourceId });
  await slipway.options.createAvailabilityPeriod(optionId, everyDay);
  const price = { ...everyDay, retailPrices: { [unit.id]: 1250 } };
  await slipway.options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods: [price] });
  return { key, optionId, unitId: unit.id };
}
