/** The products shown with bookings are in a cache of the gateway: a change of one is seen at once, and none is missed. */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import assert from "node:assert";
import { sharedClient } from "./client.ts";
import { anOctoReseller, errorOf } from "./octo-reseller.ts";
import { anOctoShop } from "./octo-shop.ts";

let reseller: ReturnType<typeof anOctoReseller>;

const client = forThisFile(() => sharedClient());
const shop = forThisFile(() => anOctoShop(client));
beforeAll(async () => {
  reseller = anOctoReseller(client, shop);
});

async function change(head: string, body?: object): Promise<{ id: string }> {
  const reply = await client.send(head, { key: shop.owner, ...(body && { body }) });
  assert(reply.status < 300, reply.text);
  return reply.body as { id: string };
}

const shown = async () =>
  (await reseller.reserve()).body as {
    product: { internalName: string };
    option: { internalName: string; cancellationCutoffAmount: number };
    unitItems: { unit: { internalName: string } }[];
  };

it("is the product as it is now", async () => {
  expect((await shown()).product.internalName).toBe("Cruise");
  await change(`PATCH /products/${shop.productId}`, { name: "Night cruise" });
  expect((await shown()).product.internalName).toBe("Night cruise");
  await change(`PATCH /options/${shop.optionId}`, { name: "Sofa", cancellationCutoffAmount: 2 });
  expect((await shown()).option).toMatchObject({
    internalName: "Sofa",
    cancellationCutoffAmount: 2,
  });
  await change(`PATCH /units/${shop.unitIds[0]}`, { name: "Grown-up" });
  expect((await shown()).unitItems[0]?.unit.internalName).toBe("Grown-up");
});

it("knows a unit that was made a moment ago, and an archived one no more", async () => {
  await reseller.held();
  const unit = { name: "Senior", type: "SENIOR" };
  const { id: unitId } = await change(`POST /options/${shop.optionId}/units`, unit);
  const unpriced = await reseller.reserve({ unitItems: [{ unitId }] });
  // It is known, and has no price yet.
  expect(errorOf(unpriced)).toBe("UNPROCESSABLE_ENTITY");
  await change(`DELETE /units/${unitId}`);
  expect(errorOf(await reseller.reserve({ unitItems: [{ unitId }] }))).toBe("INVALID_UNIT_ID");
});
