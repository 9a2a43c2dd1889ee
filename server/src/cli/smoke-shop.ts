/** What a client makes to have something to sell, and archives afterwards. */
import { randomUUID } from "node:crypto";
import { CannotTell, type SmokeApi } from "./smoke-client.ts";

export interface SmokeShop {
  readonly supplierId: string;
  readonly optionId: string;
  readonly unitId: string;
}

const everyDay = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  startTimes: ["12:00"],
};

/**
 * Makes a supplier of its own with a boat that departs daily at 12:00 UTC.
 * @param made gets the paths of what can be archived, the newest first
 */
export async function openShop(
  api: SmokeApi,
  { name, seats }: { name: string; seats: number },
  made: string[],
): Promise<SmokeShop> {
  const make = async (path: string, body: object): Promise<string> => {
    const { id } = await api.send<{ id: string }>("POST", path, body);
    if (/^\/(suppliers|products)$/.test(path)) made.unshift(`${path}/${id}`);
    return id;
  };
  const reference = `${name.toLowerCase().replaceAll(" ", "-")}-${randomUUID()}`;
  const supplierId = await make("/suppliers", { name, reference, timezone: "UTC" });
  // It stays: what a booking has taken places of is never deleted.
  const boat = { supplierId, name, quantity: 1, capacityPerResource: seats };
  const resourceId = await make("/resources", boat);
  const productId = await make("/products", { supplierId, name: "Crossing" });
  const option = { name: "Seat", durationMinutes: 60 };
  const optionId = await make(`/products/${productId}/options`, option);
  const unitId = await make(`/options/${optionId}/units`, { name: "Adult", type: "ADULT" });
  await make(`/options/${optionId}/resource-requirements`, { resourceId });
  await make(`/options/${optionId}/availability-periods`, everyDay);
  await api.send("PUT", `/options/${optionId}/pricing-periods`, {
    pricingPer: "UNIT",
    periods: [{ ...everyDay, retailPrices: { [unitId]: 1000 } }],
  });
  return { supplierId, optionId, unitId };
}

/** The newest first: what is below goes before what is above. What cannot be archived is left, and the test's own outcome stands. */
export async function archive(api: SmokeApi, made: readonly string[]): Promise<void> {
  for (const path of made)
    await api.send("DELETE", path).catch((error: unknown) => {
      if (!(error instanceof CannotTell)) process.stderr.write(`${String(error)}\n`);
    });
}
