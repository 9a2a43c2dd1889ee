/** A booking gets what was quoted for its departure and party. */
import { expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import fc from "fast-check";
import { type Client, sharedClient } from "./client.ts";
import { type Drawn, type Shop, aShop, dateOf, shopPlan } from "./quoted-shop.ts";

/** A booking that is asked for, or one at a time of its own, which makes a departure where it succeeds. */
const act = fc.record({
  option: fc.constantFrom(0, 1),
  day: fc.constantFrom(1, 1, 1, 2, 3),
  time: fc.constantFrom("09:00", "09:00", "10:00", "10:17", "23:30"),
  makesDeparture: fc.constantFrom(false, false, false, true),
  party: fc.array(
    fc.record({
      unit: fc.constantFrom(0, 0, 0, 1, 1, 2),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Act = Drawn<typeof act>;

interface Seller extends Shop {
  readonly client: Client;
  readonly tenantId: string;
  readonly key: string;
}

interface Booked {
  readonly code?: string;
  readonly pricingSnapshot?: { retail: number };
}

/** How often each answer was agreed on. */
const agreed = new Map<string, number>();

async function agree(seller: Seller, asked: Act): Promise<void> {
  const { client, tenantId, key, options, startOf } = seller;
  const { id: optionId = "", units = [] } = options[asked.option] ?? {};
  const startAt = startOf(asked.day, asked.time);
  const party = asked.party.map(({ unit, quantity }) => ({ unitId: units[unit] ?? "", quantity }));
  const request = client.platform.as(tenantId);
  const quote = { optionId, party, starts: [startAt] };
  const { items } = await call(request, availability.quoteDepartures, quote);
  const body = { optionId, startAt, unitItems: party, status: "ON_HOLD" };
  const done = await client.send("POST /bookings", { key, body });
  const { code, pricingSnapshot } = done.body as Booked;
  agreed.set(code ?? "sold", (agreed.get(code ?? "sold") ?? 0) + 1);
  if (code === "NOT_A_DEPARTURE") return expect(items).toEqual([]);
  const [item] = items;
  expect(item?.refusal).toBe(code ?? null);
  if (pricingSnapshot) expect(item?.retail).toBe(pricingSnapshot.retail);
  if (code === "CAPACITY_EXHAUSTED") expect(item?.isSoldOut).toBe(true);
}

async function makeDeparture({ client, key, options }: Seller, asked: Act): Promise<void> {
  const { id: optionId, units = [] } = options[asked.option] ?? {};
  const unitItems = [{ unitId: units[0], quantity: 2 }];
  const customStart = { localDate: dateOf(asked.day), localTime: asked.time };
  const retailPrices = { [units[0] ?? ""]: 1 };
  const body = { optionId, unitItems, customStart, retailPrices };
  await client.send("POST /bookings", { key, body });
}

const history = fc.asyncProperty(
  shopPlan,
  fc.array(act, { minLength: 25, maxLength: 30 }),
  async (plan, acts) => {
    const client = await sharedClient();
    const { tenantId, key } = await client.aKey();
    const seller = { ...(await aShop(client, key, plan)), client, tenantId, key };
    for (const drawn of acts)
      await (drawn.makesDeparture ? makeDeparture(seller, drawn) : agree(seller, drawn));
  },
);

it("a departure that is quoted for a party can be booked for it at that price, and no other can", async () => {
  await fc.assert(history, { seed: 11, numRuns: 12, endOnFailure: true });
  expect([...agreed.keys()]).toEqual(
    expect.arrayContaining([
      "sold",
      "NOT_A_DEPARTURE",
      "BOOKING_CUTOFF_PASSED",
      "UNIT_RESTRICTION",
      "OPTION_RESTRICTION",
      "PRICE_NOT_CONFIGURED",
      "DEPARTURE_BLOCKED",
      "CAPACITY_EXHAUSTED",
    ]),
  );
});
