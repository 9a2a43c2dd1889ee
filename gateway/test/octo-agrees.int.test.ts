/** A reseller can book what it sees as available, at the price that it sees, and nothing else (test 5). */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Client, sharedClient } from "./client.ts";
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
  readonly reseller: string;
}

interface Availability {
  readonly available: boolean;
  readonly status: string;
  readonly pricing?: { readonly retail: number };
}

interface Reserved {
  readonly error?: string;
  readonly pricing?: { readonly retail: number };
}

/** How often each pair of answers was seen. */
const agreed = new Map<string, number>();

async function agree(seller: Seller, { option, day, time, party }: Act): Promise<void> {
  const { client, productId, startOf, reseller: key } = seller;
  const { id: optionId = "", units = [] } = seller.options[option] ?? {};
  const availabilityId = startOf(day, time);
  const asked = party.map(({ unit, quantity }) => ({ id: units[unit] ?? "", quantity }));
  const of = { productId, optionId };
  const headers = { "Octo-Capabilities": "octo/pricing" };
  const sought = { ...of, availabilityIds: [availabilityId], units: asked };
  const found = await sendOcto(client, "POST /availability", { key, body: sought, headers });
  // An option without a timetable is not for resellers.
  if (found.status !== 200) return expect(found.body).toMatchObject({ error: "INVALID_OPTION_ID" });
  const [shown] = found.body as Availability[];
  const unitItems = asked.flatMap(({ id: unitId, quantity }) =>
    Array.from({ length: quantity }, () => ({ unitId })),
  );
  const body = { ...of, availabilityId, unitItems };
  const reply = await sendOcto(client, "POST /bookings", { key, body, headers });
  const { error, pricing } = reply.body as Reserved;
  const pair = `${shown?.status ?? "none"} ${error ?? "reserved"}`;
  agreed.set(pair, (agreed.get(pair) ?? 0) + 1);
  expect([pair, shown?.available ?? false]).toEqual([pair, reply.status === 200]);
  if (reply.status === 200) expect(shown?.pricing).toEqual(pricing);
  return undefined;
}

const history = fc.asyncProperty(
  shopPlan,
  fc.array(act, { minLength: 25, maxLength: 30 }),
  async (plan, acts) => {
    const client = await sharedClient();
    const { key: owner } = await client.aKey();
    const shop = await aShop(client, owner, plan);
    const { key: reseller } = await aReseller(client, owner, shop.supplierId);
    for (const drawn of acts) await agree({ ...shop, client, reseller }, drawn);
  },
);

it("5: a party that is available can be reserved, and one that is not is refused", async () => {
  await fc.assert(history, { seed: 3, numRuns: 12, endOnFailure: true });
  expect([...agreed.keys()]).toEqual(
    expect.arrayContaining([
      "AVAILABLE reserved",
      "LIMITED reserved",
      "SOLD_OUT UNPROCESSABLE_ENTITY",
      "CLOSED UNPROCESSABLE_ENTITY",
      "none INVALID_AVAILABILITY_ID",
    ]),
  );
});
