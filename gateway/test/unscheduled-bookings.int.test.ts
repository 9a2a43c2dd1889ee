/** Bookings whose departure is not in the timetable any more, by each of the ways in which that comes about. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { type OctoShop, allYear, anOctoShop, dateIn } from "./octo-shop.ts";

const client = forThisFile(() => sharedClient());

interface Sold {
  readonly shop: OctoShop;
  readonly id: string;
  send(head: string, body?: object): Promise<unknown>;
  unscheduled(query?: string): Promise<string[]>;
}

async function aSale(): Promise<Sold> {
  const shop = await anOctoShop(client);
  const send: Sold["send"] = async (head, body) => {
    const reply = await client.send(head, { key: shop.owner, ...(body && { body }) });
    expect([head, reply.status < 300]).toEqual([head, true]);
    return reply.body;
  };
  const unscheduled: Sold["unscheduled"] = async (query = "") =>
    ((await send(`GET /unscheduled-bookings${query}`)) as { id: string }[]).map((each) => each.id);
  const day = dateIn(40);
  const range = `from=${day}T00:00:00Z&to=${day}T23:59:59Z`;
  const entries = await send(`GET /availability?optionId=${shop.optionId}&${range}`);
  const [{ startAt } = { startAt: "" }] = entries as { startAt: string }[];
  const unitItems = [{ unitId: shop.unitIds[0], quantity: 1 }];
  const { optionId } = shop;
  const booking = await send("POST /bookings", { optionId, startAt, unitItems });
  return { shop, id: (booking as { id: string }).id, send, unscheduled };
}

async function endSeason({ shop, send }: Sold): Promise<void> {
  const below = `/options/${shop.optionId}/availability-periods`;
  for (const { id } of (await send(`GET ${below}`)) as { id: string }[])
    await send(`DELETE ${below}/${id}`);
}

describe("a booking is unscheduled", () => {
  it.each<[string, (sold: Sold) => Promise<unknown>]>([
    ["once its season is deleted", endSeason],
    [
      "once the zone's clock is another",
      ({ shop, send }) => send(`PATCH /products/${shop.productId}`, { timezone: "Europe/London" }),
    ],
    [
      "once its product is archived",
      ({ shop, send }) => send(`DELETE /products/${shop.productId}`),
    ],
  ])("%s", async (_name, change) => {
    const sold = await aSale();
    expect(await sold.unscheduled()).toEqual([]);
    await change(sold);
    const { supplierId } = sold.shop;
    expect(await sold.unscheduled(`?supplierId=${supplierId}`)).toEqual([sold.id]);
  });

  it("until its season is back, it is moved, or it is cancelled", async () => {
    const sold = await aSale();
    const { shop, id, send, unscheduled } = sold;
    await endSeason(sold);
    const below = `POST /options/${shop.optionId}/availability-periods`;
    const { id: periodId } = (await send(below, { ...allYear, startTimes: ["09:00"] })) as {
      id: string;
    };
    expect(await unscheduled()).toEqual([]);
    await send(`DELETE /options/${shop.optionId}/availability-periods/${periodId}`);
    expect(await unscheduled()).toEqual([id]);
    const { updatedAt } = (await send(`GET /bookings/${id}`)) as { updatedAt: string };
    const customStart = { localDate: dateIn(41), localTime: "10:00" };
    await send(`PATCH /bookings/${id}`, { expectedUpdatedAt: updatedAt, customStart });
    expect(await unscheduled()).toEqual([]);
    await send(`DELETE /products/${shop.productId}`);
    expect(await unscheduled()).toEqual([id]);
    await send(`POST /bookings/${id}/cancel`);
    expect(await unscheduled()).toEqual([]);
  });

  it("for a key that is held to its supplier, and for no other one", async () => {
    const sold = await aSale();
    await endSeason(sold);
    const other = await sold.send("POST /suppliers", { name: "Other", timezone: "Etc/UTC" });
    const ids = [sold.shop.supplierId, (other as { id: string }).id].map(async (supplierId) => {
      const restrictions = { supplierId };
      const body = { name: "Agent", scopes: ["bookings:read"], restrictions };
      const { key } = (await sold.send("POST /api-keys", body)) as { key: string };
      const listed = await client.send("GET /unscheduled-bookings", { key });
      return (listed.body as { id: string }[]).map((each) => each.id);
    });
    expect(await Promise.all(ids)).toEqual([[sold.id], []]);
  });
});
