/** Suppliers with options to sell, made over HTTP. */
import type { Slipway } from "@slipway/client";
import { connect } from "../examples/venice/connect.ts";
import type { Contender } from "./contenders.ts";

export interface OptionOnSale {
  productId: string;
  optionId: string;
  unitId: string;
}

export interface ShopPlan {
  suppliers: number;
  optionsOfEach: number;
  /** Local times in UTC, every day. */
  startTimes: readonly string[];
  seats: number;
  /** Every departure needs all of them, in the same way; one unless given. */
  resourcesOfEach?: number;
}

const alwaysOpen = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

/** Every option has a boat of its own and one kind of ticket. */
export async function makeShop(
  contender: Pick<Contender, "urls" | "key">,
  plan: ShopPlan,
): Promise<OptionOnSale[]> {
  const api = connect(contender.urls[0] ?? "", contender.key);
  const options: OptionOnSale[] = [];
  for (let index = 0; index < plan.suppliers; index++) {
    const supplier = { name: `Supplier ${index + 1}`, timezone: "UTC" };
    const { id: supplierId } = await api.suppliers.create(supplier);
    for (let option = 0; option < plan.optionsOfEach; option++)
      options.push(await makeOption(api, supplierId, plan));
  }
  return options;
}

async function makeOption(
  { products, options, resources }: Slipway,
  supplierId: string,
  { startTimes, seats, resourcesOfEach = 1 }: ShopPlan,
): Promise<OptionOnSale> {
  const { id: productId } = await products.create({ supplierId, name: "Tour" });
  const tour = { name: "Tour", durationMinutes: 60 };
  const { id: optionId } = await products.createOption(productId, tour);
  const { id: unitId } = await options.createUnit(optionId, { name: "Adult", type: "ADULT" });
  const season = { ...alwaysOpen, startTimes };
  for (let index = 1; index <= resourcesOfEach; index++) {
    const boat = { supplierId, name: `Boat ${index}`, quantity: 1, capacityPerResource: seats };
    const { id: resourceId } = await resources.create(boat);
    await options.setResourceRequirement(optionId, { resourceId });
  }
  await options.createAvailabilityPeriod(optionId, season);
  await options.setPricingPeriods(optionId, {
    pricingPer: "UNIT",
    periods: [{ ...season, retailPrices: { [unitId]: 1_250 } }],
  });
  return { productId, optionId, unitId };
}

/** The day so many days from now, YYYY-MM-DD. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
