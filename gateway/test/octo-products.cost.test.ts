/** Cost on the bus of a list of many products. */
import { beforeAll, expect, it, jest } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { availability, catalog, resourcesCapacity } from "@slipway/contracts";
import { aReseller, sendOcto } from "./octo-client.ts";
import { testGateway } from "./testing.ts";
import { everyDay } from "./world.ts";

const productCount = 200;

let key: string;

const gateway = forThisFile(() => testGateway(import.meta.url));
beforeAll(async () => {
  const owner = await gateway.aKey();
  const as = () => gateway.platform.as(owner.tenantId);
  const { id: supplierId } = await call(as(), catalog.createSupplier, {
    name: "Lines",
    timezone: "Etc/UTC",
  });
  const aLine = async (number: number): Promise<void> => {
    const name = `Line ${number}`;
    const product = await call(as(), catalog.createProduct, { supplierId, name });
    const { id } = await call(as(), catalog.createOption, {
      id: product.id,
      name: "Crossing",
      durationMinutes: 40,
    });
    await call(as(), catalog.createUnit, { id, name: "Adult", type: "ADULT" });
    const resource = { supplierId, name, quantity: 1, capacityPerResource: 10 };
    const boat = await call(as(), resourcesCapacity.createResource, resource);
    await call(as(), resourcesCapacity.setRequirement, { id, resourceId: boat.id });
    await call(as(), availability.createPeriod, { id, ...everyDay });
  };
  const numbers = Array.from({ length: productCount }, (_, number) => number);
  for (const some of inGroups(numbers, 20)) await Promise.all(some.map(aLine));
  ({ key } = await aReseller(gateway, owner.key, supplierId));
  // Its credential is looked up once.
  await sendOcto(gateway, "GET /capabilities", { key });
});

function inGroups(numbers: readonly number[], size: number): number[][] {
  return [...Map.groupBy(numbers, (number) => Math.floor(number / size)).values()];
}

it("15: a list of 200 products is one call of each service that knows of products", async () => {
  const calls = jest.spyOn(gateway.platform.broker, "call");
  const { body } = await sendOcto(gateway, "GET /products", {
    key,
    headers: { "Octo-Capabilities": "octo/pricing" },
  });
  expect(body).toHaveLength(productCount);
  const names = calls.mock.calls.map(([action]) => action);
  expect(names.filter((name) => /^(catalog|availability)\./.test(name)).toSorted()).toEqual([
    "availability.listStartTimes",
    "catalog.listSellable",
  ]);
  calls.mockRestore();
});
