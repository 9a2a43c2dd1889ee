/** A booking costs what OCTO quoted for the departure and the same party (test 10). */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { sendOcto } from "./octo-client.ts";
import { type OctoShop, type OptionOfShop, anOctoShop, dateIn } from "./octo-shop.ts";

interface Pricing {
  readonly retail: number;
  readonly currency: string;
  readonly currencyPrecision: number;
}

interface Priced {
  readonly id: string;
  readonly available: boolean;
  readonly unitPricing?: readonly (Pricing & { unitId: string })[];
  readonly pricing?: Pricing;
}

const client = forThisFile(() => sharedClient());

const priced = { "Octo-Capabilities": "octo/pricing" };
const day = dateIn(3);
const tiers = [
  { minQuantity: 1, maxQuantity: 2, retail: 1_999 },
  { minQuantity: 3, maxQuantity: 4, retail: 777 },
];
/** By unit: adults, then children, who need two places each. */
const parties = [
  [1, 0],
  [1, 1],
  [2, 1],
  [0, 3],
  [3, 2],
];
const units = [{ type: "ADULT" }, { type: "CHILD", restrictions: { paxCount: 2 } }];
const boats = { quantity: 200, capacityPerResource: 3 };

interface Asked {
  id: string | undefined;
  quantity: number;
}

function unitsOf({ unitIds }: OctoShop, party: readonly number[]): Asked[] {
  const all = party.map((quantity, index) => ({ id: unitIds[index], quantity }));
  return all.filter(({ quantity }) => quantity > 0);
}

async function ask(shop: OctoShop, body: object, headers = priced): Promise<Priced> {
  const reply = await shop.ask("POST /availability", { localDate: day, ...body }, headers);
  return (reply.body as Priced[])[0] as Priced;
}

/** Reserves places for the same party, and returns the price. */
async function reserve(shop: OctoShop, availabilityId: string, asked: Asked[]): Promise<Pricing> {
  const unitItems = asked.flatMap(({ id: unitId, quantity }) =>
    Array.from({ length: quantity }, () => ({ unitId })),
  );
  const reply = await shop.ask("POST /bookings", { availabilityId, unitItems }, priced);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return (reply.body as { pricing: Pricing }).pricing;
}

it.each<[NonNullable<OptionOfShop["pricingPer"]>, OptionOfShop, number]>([
  ["UNIT", {}, 2],
  ["BOOKING", { tiers }, 2],
  ["RESOURCE", { tiers }, 2],
  ["UNIT", { tiers, currency: "JPY" }, 0],
  ["RESOURCE", { currency: "KWD" }, 3],
])(
  "10: the total of a party per %s is that of its booking: %j",
  async (pricingPer, given, currencyPrecision) => {
    const { currency = "EUR" } = given;
    const shop = await anOctoShop(client, { units, boats, ...given, pricingPer });
    for (const party of parties) {
      const asked = unitsOf(shop, party);
      const { id, available, pricing, unitPricing } = await ask(shop, { units: asked });
      const reserved = await reserve(shop, id, asked);
      expect([available, pricing]).toEqual([true, reserved]);
      const { retail } = reserved;
      const precise = { currency, currencyPrecision, net: null, includedTaxes: [] };
      expect(reserved).toEqual({ original: retail, retail, ...precise });
      // Where units have prices, those are of the tier of this party, and add up to its total.
      const lines = asked.map(({ id: unitId, quantity }) => {
        const unit = unitPricing?.find((each) => each.unitId === unitId);
        return quantity * (unit?.retail ?? 0);
      });
      const sum = lines.reduce((total, line) => total + line, 0);
      expect(unitPricing && sum).toBe(pricingPer === "UNIT" ? retail : undefined);
    }
  },
);

describe("prices over OCTO", () => {
  it("have what is charged beside the units, and name the taxes, before and after the sale", async () => {
    const shop = await anOctoShop(client);
    const unitPrices = async () => {
      const [product] = (
        await sendOcto(client, "GET /products", { key: shop.key, headers: priced })
      ).body as { options: { units: { pricingFrom: Pricing[] }[] }[] }[];
      const ofProduct = product?.options.flatMap(({ units: all }) =>
        all.map((each) => each.pricingFrom),
      );
      return [ofProduct, (await ask(shop, {})).unitPricing];
    };
    const before = await unitPrices();
    const set = await client.send(`PUT /options/${shop.optionId}/charges`, {
      key: shop.owner,
      body: {
        charges: [
          { name: "VAT", kind: "TAX", basis: "PERCENT", amount: 1_000, included: true },
          { name: "City", kind: "TAX", basis: "BOOKING", amount: 99, included: false },
          { name: "Port", kind: "FEE", basis: "UNIT", amount: 10, included: false },
        ],
      },
    });
    expect([set.status, set.text]).toEqual([200, set.text]);
    const asked = unitsOf(shop, [2, 0]);
    const { id, pricing, unitPricing } = await ask(shop, { units: asked });
    const subtotal = 2 * (unitPricing?.[0]?.retail ?? 0);
    const tax = (name: string, retail: number) => ({ name, original: retail, retail, net: null });
    expect(pricing).toMatchObject({
      retail: subtotal + 99 + 20,
      includedTaxes: [tax("VAT", Math.floor(subtotal / 11 + 0.5)), tax("City", 99)],
    });
    expect(await reserve(shop, id, asked)).toEqual(pricing);
    // Those of one unit stay the units': what is added depends on the party.
    expect(await unitPrices()).toEqual(before);
  });

  it("are answered only with the capability", async () => {
    const shop = await anOctoShop(client);
    const asked = unitsOf(shop, [2, 0]);
    const body = { localDateStart: day, localDateEnd: day, units: asked };
    for (const head of ["POST /availability", "POST /availability/calendar"])
      expect((await shop.ask(head, body)).text).not.toMatch(/pricing/i);
  });

  it("without units are those of one of each, or of the smallest booking of the first", async () => {
    const perUnit = await anOctoShop(client, { tiers, option: { restrictions: { minUnits: 3 } } });
    const ofUnit = await ask(perUnit, {});
    expect(ofUnit.unitPricing?.map(({ retail }) => retail)).toEqual([1_999, 1_999]);
    expect(ofUnit).not.toHaveProperty("pricing");
    const perBooking = await anOctoShop(client, {
      tiers,
      pricingPer: "BOOKING",
      option: { restrictions: { minUnits: 3 } },
    });
    const ofBooking = await ask(perBooking, {});
    expect(ofBooking.pricing?.retail).toBe(777);
    expect(ofBooking).not.toHaveProperty("unitPricing");
    const port = { name: "Port", kind: "TAX", basis: "UNIT", amount: 10, included: false };
    await client.send(`PUT /options/${perBooking.optionId}/charges`, {
      key: perBooking.owner,
      body: { charges: [port] },
    });
    const taxes = [{ name: "Port", original: 30, retail: 30, net: null }];
    const charged = { retail: 807, includedTaxes: taxes };
    expect((await ask(perBooking, {})).pricing).toMatchObject(charged);
  });

  it("in the calendar are the lowest of the day", async () => {
    const shop = await anOctoShop(client, { startTimes: ["09:00", "14:00"], rates: [] });
    const { owner: key, optionId, unitIds } = shop;
    const [adult = "", child = ""] = unitIds;
    const year = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [0, 1, 2, 3, 4, 5, 6] };
    const periods = [
      { ...year, startTimes: ["09:00"], retailPrices: { [adult]: 900, [child]: 500 } },
      { ...year, startTimes: ["14:00"], retailPrices: { [adult]: 800, [child]: 600 } },
    ];
    const head = `PUT /options/${optionId}/pricing-periods`;
    await client.send(head, { key, body: { pricingPer: "UNIT", periods } });
    const calendar = async (asked: Asked[]): Promise<unknown> => {
      const body = { localDateStart: day, localDateEnd: day, units: asked };
      return (await shop.ask("POST /availability/calendar", body, priced)).body;
    };
    const unitPricingFrom = [
      { unitId: adult, retail: 800 },
      { unitId: child, retail: 500 },
    ];
    const [ofAnybody] = (await calendar([])) as object[];
    expect(ofAnybody).toMatchObject({ unitPricingFrom });
    expect(ofAnybody).not.toHaveProperty("pricingFrom");
    // Two adults and three children: 3 300 in the morning, 3 400 in the afternoon.
    const ofTravellers = await calendar(unitsOf(shop, [2, 3]));
    expect(ofTravellers).toMatchObject([{ unitPricingFrom, pricingFrom: { retail: 3_300 } }]);
  });
});
