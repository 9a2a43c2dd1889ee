/** A ferry of a tenant's own, made through the services. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, availability, catalog, resourcesCapacity } from "@slipway/contracts";

export const everyDay = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  startTimes: ["08:00"],
};

export interface Ferry {
  readonly supplierId: string;
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
  readonly resourceId: string;
}

type FerryOption = Partial<InputOf<typeof catalog.createOption>> & {
  readonly startTimes?: string[];
};

/** A product whose one option departs daily, at 08:00 UTC unless said otherwise, with so many places on its one boat. */
export async function aFerry(
  request: Request,
  places: number,
  { startTimes = everyDay.startTimes, ...option }: FerryOption = {},
): Promise<Ferry> {
  const lagoon = { name: "Lagoon", timezone: "Etc/UTC" };
  const { id: supplierId } = await call(request, catalog.createSupplier, lagoon);
  const product = await call(request, catalog.createProduct, { supplierId, name: "Ferry" });
  const single = { id: product.id, name: "Single", durationMinutes: 60, ...option };
  const { id: optionId } = await call(request, catalog.createOption, single);
  const adult = { id: optionId, name: "Adult", type: "ADULT" } as const;
  const { id: unitId } = await call(request, catalog.createUnit, adult);
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: places };
  const { id: resourceId } = await call(request, resourcesCapacity.createResource, boat);
  await call(request, resourcesCapacity.setRequirement, { id: optionId, resourceId });
  const period = { ...everyDay, startTimes };
  await call(request, availability.createPeriod, { id: optionId, ...period });
  const periods = [{ ...period, retailPrices: { [unitId]: 1_250 } }];
  await call(request, catalog.setPricingPeriods, { id: optionId, pricingPer: "UNIT", periods });
  return { supplierId, productId: product.id, optionId, unitId, resourceId };
}
