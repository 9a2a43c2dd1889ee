/** Suppliers with options to sell, made over HTTP. */
import { type Api, connect } from "../examples/venice/api.ts";
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

interface Made {
  id: string;
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
    const { id: supplierId } = await api.send<Made>("POST", "/suppliers", supplier);
    for (let option = 0; option < plan.optionsOfEach; option++)
      options.push(await makeOption(api, supplierId, plan));
  }
  return options;
}

async function makeOption(
  api: Api,
  supplierId: string,
  { startTimes, seats, resourcesOfEach = 1 }: ShopPlan,
): Promise<OptionOnSale> {
  const make = async (path: string, body: object): Promise<string> =>
    (await api.send<Made>("POST", path, body)).id;
  const productId = await make("/products", { supplierId, name: "Tour" });
  const tour = { name: "Tour", durationMinutes: 60 };
  const optionId = await make(`/products/${productId}/options`, tour);
  const unitId = await make(`/options/${optionId}/units`, { name: "Adult", type: "ADULT" });
  const season = { ...alwaysOpen, startTimes };
  for (let index = 1; index <= resourcesOfEach; index++) {
    const boat = { supplierId, name: `Boat ${index}`, quantity: 1, capacityPerResource: seats };
    const resourceId = await make("/resources", boat);
    await make(`/options/${optionId}/resource-requirements`, { resourceId });
  }
  await make(`/options/${optionId}/availability-periods`, season);
  await api.send("PUT", `/options/${optionId}/pricing-periods`, {
    pricingPer: "UNIT",
    periods: [{ ...season, retailPrices: { [unitId]: 1_250 } }],
  });
  return { productId, optionId, unitId };
}

/** The day so many days from now, YYYY-MM-DD. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
