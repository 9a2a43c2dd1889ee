/** Over OCTO a booking shows what was sold, whatever the catalog says since. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { type OctoBooking, type OctoReseller, anOctoReseller, bookingOf } from "./octo-reseller.ts";
import { type OctoShop, allYear, anOctoShop } from "./octo-shop.ts";

const client = forThisFile(() => sharedClient());

interface Seller {
  readonly shop: OctoShop;
  readonly reseller: OctoReseller;
  /** Sends as the supplier, and expects that it is done. */
  own(head: string, body?: object): Promise<unknown>;
}

async function aSeller(given: Parameters<typeof anOctoShop>[1] = {}): Promise<Seller> {
  const shop = await anOctoShop(client, given);
  const own: Seller["own"] = async (head, body) => {
    const reply = await client.send(head, { key: shop.owner, ...(body && { body }) });
    expect([head, reply.status < 300]).toEqual([head, true]);
    return reply.body;
  };
  return { shop, reseller: anOctoReseller(client, shop), own };
}

type Booked = OctoBooking & {
  readonly availability: { readonly localDateTimeStart: string; readonly localDateTimeEnd: string };
};

const minutesOf = (booking: OctoBooking): number => {
  const { localDateTimeStart: start, localDateTimeEnd: end } = (booking as Booked).availability;
  return (Date.parse(end) - Date.parse(start)) / 60_000;
};

describe("the end of a booking", () => {
  it.each([
    [60, 180],
    [60, 0],
    [0, 60],
  ])(
    "that was sold with %i minutes stays though they are %i now, in every answer",
    async (sold, now) => {
      const { shop, reseller, own } = await aSeller({
        option: { durationMinutes: sold, metadata: { directBooking: false } },
      });
      const held = await reseller.held({ resellerReference: "AGENT-1" });
      await own(`PATCH /options/${shop.optionId}`, { durationMinutes: now });
      const path = `/bookings/${held.uuid}`;
      const list = async (): Promise<OctoBooking[]> =>
        (await reseller.send("GET /bookings?resellerReference=AGENT-1")).body as OctoBooking[];
      const answer = async (head: string, body?: object) =>
        bookingOf(await reseller.send(head, body));
      const answers = [
        held,
        await answer(`GET ${path}`),
        ...(await list()),
        await answer(`POST ${path}/extend`, { expirationMinutes: 90 }),
        await answer(`PATCH ${path}`, { notes: "late" }),
        await answer(`POST ${path}/confirm`, { contact: {} }),
      ];
      await own(`POST /bookings/${held.id}/approve`);
      answers.push(await answer(`GET ${path}`), await answer(`POST ${path}/cancel`, {}));
      expect(answers.map(({ status }) => status)).toEqual([
        "ON_HOLD",
        "ON_HOLD",
        "ON_HOLD",
        "ON_HOLD",
        "ON_HOLD",
        "PENDING",
        "CONFIRMED",
        "CANCELLED",
      ]);
      expect(answers.map(minutesOf)).toEqual(answers.map(() => sold));
    },
  );

  it("stays once the option is deleted", async () => {
    const { shop, reseller, own } = await aSeller();
    await own(`POST /products/${shop.productId}/options`, {
      name: "Deck",
      durationMinutes: 5,
      isDefault: true,
    });
    const { uuid } = await reseller.held();
    await reseller.send(`POST /bookings/${uuid}/cancel`, {});
    await own(`DELETE /options/${shop.optionId}`);
    expect(minutesOf(bookingOf(await reseller.send(`GET /bookings/${uuid}`)))).toBe(60);
  });
});

describe("a booking with a unit that is sold no more", () => {
  it("is confirmed, renamed and made smaller with it, and takes no more of it", async () => {
    const { shop, reseller, own } = await aSeller({
      units: [{ type: "ADULT" }, { type: "CHILD" }, { type: "SENIOR" }],
      rates: [1_000, 500, 700],
    });
    const [adult = "", child = "", senior = ""] = shop.unitIds;
    const items = (...unitIds: string[]) => unitIds.map((unitId) => ({ unitId }));
    const { uuid } = await reseller.held({ unitItems: items(adult, child, child, child, senior) });
    for (const unitId of [child, senior]) await own(`DELETE /units/${unitId}`);
    const send = async (head: string, unitItems: object[], more: object = {}) => {
      const { body } = await reseller.send(head, { unitItems, ...more });
      const {
        error,
        unitId,
        unitItems: after,
      } = body as OctoBooking & Record<"error" | "unitId", string>;
      return error ? [error, unitId] : after.map((item) => item.unitId);
    };
    const confirm = `POST /bookings/${uuid}/confirm`;
    const party = [adult, child, child, senior];
    expect(await send(confirm, items(...party), { contact: {} })).toEqual(party);
    const { unitItems } = bookingOf(await reseller.send(`GET /bookings/${uuid}`));
    const named = unitItems.map((item, at) => ({
      uuid: item.uuid,
      unitId: item.unitId,
      contact: { firstName: `n${at}` },
    }));
    const change = `PATCH /bookings/${uuid}`;
    expect(await send(change, named)).toEqual(party);
    expect(await send(change, items(adult, adult, child, senior))).toEqual([
      adult,
      adult,
      child,
      senior,
    ]);
    // The unit that is named is the one of which there would be more.
    expect(await send(change, items(adult, child, senior, senior))).toEqual([
      "INVALID_UNIT_ID",
      senior,
    ]);
    expect(await send(change, items(adult, child, child))).toEqual(["INVALID_UNIT_ID", child]);
  });
});

it("a booking in an earlier currency keeps its price, beside its product's prices of today", async () => {
  const { shop, reseller, own } = await aSeller({ rates: [1_250, 500] });
  const priced = { "Octo-Capabilities": "octo/pricing" };
  const held = bookingOf(await reseller.reserve({ resellerReference: "AGENT-2" }, priced));
  const path = `/bookings/${held.uuid}`;
  const periods = `/options/${shop.optionId}/pricing-periods`;
  await own(`PUT ${periods}`, { pricingPer: "UNIT", periods: [] });
  // The product is kept, with the currency of before.
  await reseller.send(`GET ${path}`, undefined, priced);
  await own("PATCH /me", { defaultCurrency: "JPY" });
  const answers = async () => [
    bookingOf(await reseller.send(`GET ${path}`, undefined, priced)),
    ...((await reseller.send("GET /bookings?resellerReference=AGENT-2", undefined, priced))
      .body as OctoBooking[]),
    bookingOf(await reseller.send(`POST ${path}/extend`, {}, priced)),
  ];
  const unpriced = await answers();
  const season = { ...allYear, startTimes: ["09:00"] };
  const retailPrices = Object.fromEntries(shop.unitIds.map((id) => [id, 2_000]));
  await own(`PUT ${periods}`, { pricingPer: "UNIT", periods: [{ ...season, retailPrices }] });
  const all = [...unpriced, ...(await answers())] as (OctoBooking & PricedProduct)[];
  const eur = { retail: 1_250, currency: "EUR", currencyPrecision: 2 };
  const jpy = { retail: 2_000, currency: "JPY", currencyPrecision: 0 };
  for (const [at, { pricing, unitItems, product, option }] of all.entries()) {
    expect([pricing, unitItems[0]?.pricing]).toMatchObject([eur, eur]);
    expect(product).toMatchObject({ defaultCurrency: "JPY", availableCurrencies: ["JPY"] });
    const units = [product.options[0]?.units[0], option.units[0], unitItems[0]?.unit];
    const from = at < unpriced.length ? [] : [jpy];
    expect(units.map((unit) => unit?.pricingFrom)).toMatchObject([from, from, from]);
  }
});

interface PricedUnit {
  readonly pricingFrom: readonly object[];
}

interface PricedProduct {
  readonly product: { readonly options: readonly { readonly units: readonly PricedUnit[] }[] };
  readonly option: { readonly units: readonly PricedUnit[] };
  readonly unitItems: readonly { readonly unit: PricedUnit }[];
}
