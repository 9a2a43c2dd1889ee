/** Each side of the instant at which sales of a departure end, by one clock for all services (test 6). */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type OctoShop, anOctoShop, dateIn } from "./octo-shop.ts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

let gateway: TestGateway;
let shop: OctoShop;
/** Undefined: the clock runs. */
let stoppedAt: number | undefined;

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, { clock: () => stoppedAt ?? Date.now() });
  shop = await anOctoShop(gateway, { option: { bookingCutoffMinutes: 90 } });
});
afterAll(() => gateway.stop());

interface Availability {
  readonly id: string;
  readonly utcCutoffAt: string;
}

const units = (): object[] => [{ id: shop.unitIds[0], quantity: 2 }];

async function availability(body: object): Promise<Availability & Record<string, unknown>> {
  const asked = { localDate: dateIn(1), ...body };
  const reply = await shop.ask("POST /availability", asked);
  return (
    (reply.body as (Availability & Record<string, unknown>)[])[0] ?? { id: "", utcCutoffAt: "" }
  );
}

function reserve(availabilityId: string): Promise<Reply> {
  const [unitId] = shop.unitIds;
  return shop.ask("POST /bookings", { availabilityId, unitItems: [{ unitId }, { unitId }] });
}

it("6: a departure is for sale until its cutoff, for anybody and for a party, and not after it", async () => {
  const { id, utcCutoffAt } = await availability({});
  expect(Date.parse(id) - Date.parse(utcCutoffAt)).toBe(90 * 60_000);
  stoppedAt = Date.parse(utcCutoffAt);
  for (const asked of [{}, { units: units() }])
    expect(await availability(asked)).toMatchObject({ id, available: true, status: "AVAILABLE" });
  expect((await reserve(id)).status).toBe(200);
  stoppedAt += 1;
  for (const asked of [{}, { units: units() }])
    expect(await availability(asked)).toMatchObject({ id, available: false, status: "CLOSED" });
  expect((await reserve(id)).body).toMatchObject({ error: "UNPROCESSABLE_ENTITY" });
});
