/** Records that a client makes to have something to sell, and archives afterwards. */
import { randomUUID } from "node:crypto";
import { type Slipway, isOutcomeUnknown } from "@slipway/client";

const everyDay = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  startTimes: ["12:00"],
};

/** Archives something again that was made. */
export type Archive = () => Promise<unknown>;

/** Makes a supplier with a boat that departs daily at 12:00 UTC. @param made gets what archives it, the newest first */
export async function openShop(
  slipway: Slipway,
  { name, seats }: { name: string; seats: number },
  made: Archive[],
) {
  const { suppliers, resources, products, options } = slipway;
  const reference = `${name.toLowerCase().replaceAll(" ", "-")}-${randomUUID()}`;
  const { id: supplierId } = await suppliers.create({ name, reference, timezone: "UTC" });
  made.unshift(() => suppliers.archive(supplierId));
  // It stays: what a booking has taken places of is never deleted.
  const boat = { supplierId, name, quantity: 1, capacityPerResource: seats };
  const { id: resourceId } = await resources.create(boat);
  const { id: productId } = await products.create({ supplierId, name: "Crossing" });
  made.unshift(() => products.archive(productId));
  const option = { name: "Seat", durationMinutes: 60 };
  const { id: optionId } = await products.createOption(productId, option);
  const { id: unitId } = await options.createUnit(optionId, { name: "Adult", type: "ADULT" });
  await options.setResourceRequirement(optionId, { resourceId });
  await options.createAvailabilityPeriod(optionId, everyDay);
  await options.setPricingPeriods(optionId, {
    pricingPer: "UNIT",
    periods: [{ ...everyDay, retailPrices: { [unitId]: 1000 } }],
  });
  return { supplierId, optionId, unitId };
}

/** Archives the newest first: what is below goes before what is above. A failure leaves the test's own outcome. */
export async function archive(made: readonly Archive[]): Promise<void> {
  for (const archiveOne of made)
    await archiveOne().catch((error: unknown) => {
      if (!isOutcomeUnknown(error)) process.stderr.write(`${String(error)}\n`);
    });
}
