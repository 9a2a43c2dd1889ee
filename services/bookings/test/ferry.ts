/** A ferry of a tenant's own, made through the services. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, availability, catalog, resourcesCapacity } from "@slipway/contracts";
import { type TestPlatform, testPlatform } from "@slipway/dev/testing";

export const everyDay = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  startTimes: ["08:00"],
};
export const startAt = "2031-07-01T08:00:00.000Z";

export interface Ferry {
  optionId: string;
  unitId: string;
  resourceId: string;
  productId: string;
}

/** The services that a sale touches, with the settings and the clock of one test file. */
export function ferryPlatform(
  testFileUrl: string,
  options: Pick<NonNullable<Parameters<typeof testPlatform>[1]>, "settings" | "clock">,
): Promise<TestPlatform> {
  return testPlatform(testFileUrl, {
    services: [
      "catalog",
      "availability",
      "resources-capacity",
      "bookings",
      "webhooks",
      "sync",
      "audit",
    ],
    ...options,
  });
}

/** A product whose one option departs daily at 08:00 UTC, with so many places on its one boat. */
export async function aFerry(
  request: Request,
  places: number,
  option: Partial<InputOf<typeof catalog.createOption>> = {},
): Promise<Ferry> {
  const supplier = await call(request, catalog.createSupplier, {
    name: "Lagoon",
    timezone: "Etc/UTC",
  });
  const product = await call(request, catalog.createProduct, {
    supplierId: supplier.id,
    name: "Ferry",
  });
  const { id: optionId } = await call(request, catalog.createOption, {
    id: product.id,
    name: "Single",
    durationMinutes: 60,
    ...option,
  });
  const unit = await call(request, catalog.createUnit, {
    id: optionId,
    name: "Adult",
    type: "ADULT",
  });
  const resource = await call(request, resourcesCapacity.createResource, {
    supplierId: supplier.id,
    name: "Boat",
    quantity: 1,
    capacityPerResource: places,
  });
  await call(request, resourcesCapacity.setRequirement, { id: optionId, resourceId: resource.id });
  await call(request, availability.createPeriod, { id: optionId, ...everyDay });
  const period = { ...everyDay, retailPrices: { [unit.id]: 1_250 } };
  await call(request, catalog.setPricingPeriods, {
    id: optionId,
    pricingPer: "UNIT",
    periods: [period],
  });
  return { optionId, unitId: unit.id, resourceId: resource.id, productId: product.id };
}
