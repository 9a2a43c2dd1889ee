/** What a reseller sees as available can be booked at the price that it sees, and nothing else can (test 5). */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Client, workerClient } from "./client.ts";
import { aReseller, sendOcto } from "./octo-client.ts";
import { type Drawn, type Shop, aShop, shopPlan } from "./quoted-shop.ts";

const act = fc.record({
  option: fc.constantFrom(0, 1),
  day: fc.constantFrom(1, 1, 1, 2, 3),
  time: fc.constantFrom("09:00", "09:00", "10:00", "11:00", "23:30"),
  party: fc.array(
    fc.record({
      unit: fc.constantFrom(0, 0, 0, 0, 1, 1, 2),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Act = Drawn<typeof act>;

interface Seller extends Shop {
  readonly client: Client;
  readonly owner: string;
  readonly reseller: string;
}

interface Availability {
  readonly available: boolean;
  readonly status: string;
  readonly pricing?: { readonly retail: number };
}

interface Booked {
  readonly code?: string;
  readonly pricingSnapshot?: { readonly retail: number };
}

/** How often each pair of answers was seen. */
const agreed = new Map<string, number>();

async function agree(seller: Seller, { option, day, time, party }: Act): Promise<void> {
  const { client, productId, startOf } = seller;
  const { id: optionId = "", units = [] } = seller.options[option] ?? {};
  const startAt = startOf(day, time);
  const asked = party.map(({ unit, quantity }) => ({ id: units[unit] ?? "", quantity }));
  const { status, body } = await sendOcto(client, "POST /availability", {
    key: seller.reseller,
    body: { productId, optionId, availabilityIds: [startAt], units: asked },
    headers: { "Octo-Capabilities": "octo/pricing" },
  });
  // An option without a timetable is not for resellers.
  if (status !== 200) return expect(body).toMatchObject({ error: "INVALID_OPTION_ID" });
  const [shown] = body as Availability[];
  const unitItems = asked.map(({ id: unitId, quantity }) => ({ unitId, quantity }));
  const reserve = { optionId, startAt, unitItems, status: "ON_HOLD" };
  const reply = await client.send("POST /bookings", { key: seller.owner, body: reserve });
  const { code, pricingSnapshot } = reply.body as Booked;
  const pair = `${shown?.status ?? "none"} ${code ?? "reserved"}`;
  agreed.set(pair, (agreed.get(pair) ?? 0) + 1);
  expect([pair, shown?.available ?? false]).toEqual([pair, code === undefined]);
  if (pricingSnapshot) expect(shown?.pricing?.retail).toBe(pricingSnapshot.retail);
  return undefined;
}

const history = fc.asyncProperty(
  shopPlan,
  fc.array(act, { minLength: 25, maxLength: 30 }),
  async (plan, acts) => {
    const client = await workerClient();
    const { key: owner } = await client.aKey();
    const shop = await aShop(client, owner, plan);
    const { key: reseller } = await aReseller(client, owner, shop.supplierId);
    for (const drawn of acts) await agree({ ...shop, client, owner, reseller }, drawn);
  },
);

it("a party that is available can be reserved, and one that is not is refused", async () => {
  await fc.assert(history, { seed: 3, numRuns: 12, endOnFailure: true });
  expect([...agreed.keys()]).toEqual(
    expect.arrayContaining([
      "AVAILABLE reserved",
      "LIMITED reserved",
      "SOLD_OUT CAPACITY_EXHAUSTED",
      "CLOSED BOOKING_CUTOFF_PASSED",
      "CLOSED UNIT_RESTRICTION",
      "CLOSED OPTION_RESTRICTION",
      "CLOSED PRICE_NOT_CONFIGURED",
      "CLOSED DEPARTURE_BLOCKED",
      "none NOT_A_DEPARTURE",
    ]),
  );
});
