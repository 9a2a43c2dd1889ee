/** One option with one boat and one departure that everybody wants. */
import { connect } from "../examples/venice/api.ts";

export interface HotDeparture {
  optionId: string;
  unitId: string;
  startAt: string;
}

interface Made {
  id: string;
}

/** Makes a supplier, boat, product, option, unit, price and departure with so many places. */
export async function makeHotDeparture(
  url: string,
  key: string,
  places: number,
): Promise<HotDeparture> {
  const api = connect(url, key);
  const supplier = await api.send<Made>("POST", "/suppliers", { name: "Hot", timezone: "UTC" });
  const resource = await api.send<Made>("POST", "/resources", {
    supplierId: supplier.id,
    name: "Boat",
    quantity: 1,
    capacityPerResource: places,
  });
  const product = await api.send<Made>("POST", "/products", {
    supplierId: supplier.id,
    name: "Tour",
  });
  const option = await api.send<Made>("POST", `/products/${product.id}/options`, {
    name: "Tour",
    durationMinutes: 60,
  });
  const unit = await api.send<Made>("POST", `/options/${option.id}/units`, {
    name: "Adult",
    type: "ADULT",
  });
  await api.send("POST", `/options/${option.id}/resource-requirements`, {
    resourceId: resource.id,
  });
  const always = {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: ["10:00"],
  };
  await api.send("POST", `/options/${option.id}/availability-periods`, always);
  await api.send("PUT", `/options/${option.id}/pricing-periods`, {
    pricingPer: "UNIT",
    periods: [{ ...always, retailPrices: { [unit.id]: 1_250 } }],
  });
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  return { optionId: option.id, unitId: unit.id, startAt: `${day}T10:00:00.000Z` };
}
