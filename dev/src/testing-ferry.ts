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
  /** Price of an adult. */
  readonly retail?: number;
};

/** A product whose one option departs daily, at 08:00 UTC unless said otherwise, with so many places on its one boat. */
export async function aFerry(
  request: Request,
  places: number,
  option: FerryOption = {},
): Promise<Ferry> {
  const lagoon = { name: "Lagoon", timezone: "Etc/UTC" };
  const { id: supplierId } = await call(request, catalog.createSupplier, lagoon);
  const product = { supplierId, name: "Ferry" };
  const { id: productId } = await call(request, catalog.createProduct, product);
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: places };
  const { id: resourceId } = await call(request, resourcesCapacity.createResource, boat);
  const sold = await aFerryOption(request, { productId, resourceId }, option);
  return { supplierId, resourceId, ...sold };
}

/** One more option of a product, for adults. Without a resource it has no timetable. */
export async function aFerryOption(
  request: Request,
  { productId, resourceId }: { productId: string; resourceId?: string | undefined },
  { startTimes = everyDay.startTimes, retail = 1_250, ...option }: FerryOption = {},
): Promise<Pick<Ferry, "productId" | "optionId" | "unitId">> {
  const single = { id: productId, name: "Single", durationMinutes: 60, ...option };
  const { id } = await call(request, catalog.createOption, single);
  const adult = { id, name: "Adult", type: "ADULT" } as const;
  const { id: unitId } = await call(request, catalog.createUnit, adult);
  const period = { ...everyDay, startTimes };
  if (resourceId !== undefined) {
    await call(request, resourcesCapacity.setRequirement, { id, resourceId });
    await call(request, availability.createPeriod, { id, ...period });
  }
  const periods = [{ ...period, retailPrices: { [unitId]: retail } }];
  await call(request, catalog.setPricingPeriods, { id, pricingPer: "UNIT", periods });
  return { productId, optionId: id, unitId };
}
