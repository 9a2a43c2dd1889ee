import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import assert from "node:assert";
import { type Make, makerOf, sharedClient } from "./client.ts";
import { type Reseller, aReseller, sendOcto } from "./octo-client.ts";
import { aPng, aPngOf, aWebp, lossy } from "@slipway/dev/testing-pictures";
import { aPhoto, everyDay } from "./world.ts";

let owner: string;
let make: Make;
let supplierId: string;
let reseller: Reseller;

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  ({ key: owner } = await gateway.aKey());
  make = makerOf(gateway, owner);
  supplierId = await make("POST /suppliers", {
    name: "Laguna Viva",
    timezone: "Europe/Rome",
    website: "https://laguna-viva.example",
  });
  reseller = await aReseller(gateway, owner, supplierId);
});

interface Sold {
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
}

/** A product with one option and one unit, which departs unless `isIdle`. */
async function aProduct(
  name: string,
  { of = supplierId, option = {}, unit = {}, isIdle = false } = {},
): Promise<Sold> {
  const productId = await make("POST /products", { supplierId: of, name });
  const optionId = await make(`POST /products/${productId}/options`, {
    name: "Crossing",
    durationMinutes: 40,
    ...option,
  });
  const adult = { name: "Adult", type: "ADULT", ...unit };
  const unitId = await make(`POST /options/${optionId}/units`, adult);
  const resource = { supplierId: of, name: "Boat", quantity: 1, capacityPerResource: 12 };
  const resourceId = await make("POST /resources", resource);
  await make(`POST /options/${optionId}/resource-requirements`, { resourceId });
  if (!isIdle) await make(`POST /options/${optionId}/availability-periods`, everyDay);
  return { productId, optionId, unitId };
}

async function price({ optionId }: Sold, pricingPer: string, periods: object[]): Promise<void> {
  const body = { pricingPer, periods: periods.map((each) => ({ ...everyDay, ...each })) };
  await make(`PUT /options/${optionId}/pricing-periods`, body);
}

const octo = async (head: string, headers: Record<string, string> = {}) =>
  sendOcto(gateway, head, { key: reseller.key, headers });
const pricing = { "Octo-Capabilities": "octo/pricing" };
const listed = async () => (await octo("GET /products")).body as { id: string }[];

it("answers the supplier, with the base URL of this interface", async () => {
  const { body } = await octo("GET /supplier");
  expect(body).toEqual({
    id: supplierId,
    name: "Laguna Viva",
    endpoint: `${gateway.url}/octo`,
    contact: {
      website: "https://laguna-viva.example",
      email: null,
      telephone: null,
      address: null,
    },
  });
});

describe("a product", () => {
  it("is shown with its options and units, and with no price unless asked", async () => {
    const sold = await aProduct("Night Cruise", {
      option: {
        cancellationCutoffAmount: 1,
        cancellationCutoffUnit: "day",
        requiredContactFields: ["lastName"],
        restrictions: { minUnits: null, maxUnits: 8 },
        metadata: { directBooking: false },
      },
      unit: { restrictions: { paxCount: 2, minAge: "old", maxAge: 17, idRequired: true } },
    });
    await price(sold, "UNIT", [{ retailPrices: { [sold.unitId]: 1250 } }]);
    const { body } = await octo(`GET /products/${sold.productId}/`);
    expect(body).toEqual({
      id: sold.productId,
      internalName: "Night Cruise",
      reference: "night-cruise",
      locale: "it-IT",
      timeZone: "Europe/Rome",
      allowFreesale: false,
      instantConfirmation: false,
      instantDelivery: true,
      availabilityRequired: true,
      availabilityType: "START_TIME",
      deliveryFormats: ["QRCODE"],
      deliveryMethods: ["VOUCHER"],
      redemptionMethod: "DIGITAL",
      options: [
        {
          id: sold.optionId,
          default: true,
          internalName: "Crossing",
          reference: "crossing",
          availabilityLocalStartTimes: ["08:00", "12:00"],
          cancellationCutoff: "1 day before the start",
          cancellationCutoffAmount: 1,
          cancellationCutoffUnit: "day",
          requiredContactFields: ["lastName"],
          restrictions: { minUnits: 1, maxUnits: 8 },
          units: [
            {
              id: sold.unitId,
              internalName: "Adult",
              reference: "adult",
              type: "ADULT",
              restrictions: {
                minAge: 0,
                maxAge: 17,
                idRequired: true,
                minQuantity: null,
                maxQuantity: null,
                paxCount: 2,
                accompaniedBy: [],
              },
              requiredContactFields: [],
            },
          ],
        },
      ],
    });
    expect(await listed()).toContainEqual(body);
  });

  it("is left out, and unknown by its id, while nothing of it can be sold", async () => {
    const idle = await aProduct("Without a timetable", { isIdle: true });
    const unitless = await aProduct("Without a unit");
    const archived = await aProduct("Archived");
    await gateway.send(`DELETE /units/${unitless.unitId}`, { key: owner });
    await gateway.send(`DELETE /products/${archived.productId}`, { key: owner });
    const shown = new Set((await listed()).map(({ id }) => id));
    for (const { productId } of [idle, unitless, archived]) {
      expect(shown).not.toContain(productId);
      const { status, body } = await octo(`GET /products/${productId}`);
      expect([status, body]).toMatchObject([400, { error: "INVALID_PRODUCT_ID", productId }]);
    }
  });

  it("of another supplier is as absent as one that never was", async () => {
    const other = await make("POST /suppliers", { name: "Other", timezone: "Etc/UTC" });
    const { productId } = await aProduct("Other", { of: other });
    const missing = `${productId.slice(0, -6)}000000`;
    const answers = [];
    for (const id of [productId, missing]) {
      const { status, text } = await octo(`GET /products/${id}`, { "X-Request-Id": "the-same-1" });
      answers.push([status, text.replaceAll(id, "ID")]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect((await listed()).map(({ id }) => id)).not.toContain(productId);
  });

  it("has another default option where its own is not sold", async () => {
    const first = await aProduct("Two options", { isIdle: true });
    const resource = { supplierId, name: "Bus", quantity: 1, capacityPerResource: 40 };
    const resourceId = await make("POST /resources", resource);
    const optionId = await make(`POST /products/${first.productId}/options`, {
      name: "By bus",
      durationMinutes: 60,
    });
    await make(`POST /options/${optionId}/units`, { name: "Adult", type: "ADULT" });
    await make(`POST /options/${optionId}/resource-requirements`, { resourceId });
    await make(`POST /options/${optionId}/availability-periods`, everyDay);
    const { body } = await octo(`GET /products/${first.productId}`);
    expect(body).toMatchObject({ options: [{ id: optionId, default: true }] });
  });
});

describe("prices of a product", () => {
  it("are the lowest of any pricing period, tiers included, of each unit", async () => {
    const sold = await aProduct("By unit");
    const retailPriceTiers = [{ minQuantity: 10, maxQuantity: 60, retail: 800 }];
    await price(sold, "UNIT", [
      { retailPrices: { [sold.unitId]: 1250 } },
      { retailPrices: { [sold.unitId]: 950 }, retailPriceTiers },
    ]);
    const { body, headers } = await octo(`GET /products/${sold.productId}`, pricing);
    expect(headers.get("Octo-Capabilities")).toBe("octo/pricing");
    const retail = { original: 800, retail: 800, net: null, currency: "EUR", currencyPrecision: 2 };
    expect(body).toMatchObject({
      defaultCurrency: "EUR",
      availableCurrencies: ["EUR"],
      pricingPer: "UNIT",
      options: [{ units: [{ pricingFrom: [{ ...retail, includedTaxes: [] }] }] }],
    });
  });

  it.each(["BOOKING", "RESOURCE"])("of %s belong to the option", async (pricingPer) => {
    const sold = await aProduct(`By ${pricingPer}`);
    await price(sold, pricingPer, [{ retailPrices: { [sold.unitId]: 30000 } }]);
    const { body } = await octo(`GET /products/${sold.productId}`, {
      "Octo-Capabilities": "pricing, octo/nonsense",
    });
    expect(body).toMatchObject({
      pricingPer: "BOOKING",
      options: [{ pricingFrom: [{ retail: 30000 }] }],
    });
    const [option] = (body as { options: { units: object[] }[] }).options;
    expect(option?.units[0]).not.toHaveProperty("pricingFrom");
  });
});

interface WithContent {
  readonly media: readonly { readonly src: string }[];
}

describe("content of a product", () => {
  const content = { "Octo-Capabilities": "octo/content, octo/pricing" };
  const addPhoto = (productId: string, bytes: Buffer, more = {}): Promise<string> =>
    make(`POST /products/${productId}/photos`, { ...aPhoto(bytes), ...more });
  const read = async (productId: string) => octo(`GET /products/${productId}`, content);
  const mediaOf = async (productId: string) => ((await read(productId)).body as WithContent).media;
  const firstOf = async (productId: string): Promise<string> => {
    const [first] = await mediaOf(productId);
    return first?.src ?? assert.fail();
  };
  const load = async (src: string, headers: Record<string, string> = {}) => {
    const response = await fetch(src, { headers });
    const { status, headers: answered } = response;
    return { status, headers: answered, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it("has texts, and photos whose addresses need no credential", async () => {
    const { productId } = await aProduct("Shown in full");
    const body = { description: "An hour on the lagoon.", locale: "de-DE" };
    await gateway.send(`PATCH /products/${productId}`, { key: owner, body });
    // A photo large enough to be stored in two pieces.
    const cover = aPngOf(300_000);
    await addPhoto(productId, aWebp(lossy()), { contentType: "image/webp" });
    await addPhoto(productId, cover);
    await addPhoto(productId, aPng());
    const answer = await read(productId);
    expect(answer.headers.get("Content-Language")).toBe("de-DE");
    expect(answer.headers.get("Available-Languages")).toBe("de-DE");
    const photo = { type: "image/png", title: null, caption: null, copyright: null };
    expect(answer.body).toMatchObject({
      title: "Shown in full",
      shortDescription: null,
      description: "An hour on the lagoon.",
      media: [
        { ...photo, rel: "COVER" },
        { ...photo, rel: "GALLERY" },
      ],
      durationMinutesFrom: 40,
      durationMinutesTo: 40,
      defaultCurrency: "EUR",
      options: [{ title: "Crossing", units: [{ title: "Adult" }] }],
    });
    const all = await octo("GET /products", content);
    expect(all.headers.get("Content-Language")).toContain("de-DE, it-IT");
    expect(all.body).toContainEqual(answer.body);

    const { status, headers, bytes } = await load(await firstOf(productId));
    expect([status, bytes.equals(cover)]).toEqual([200, true]);
    expect(headers.get("Content-Type")).toBe("image/png");
    expect(headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    // The browser takes the policy of its copy from the 304, and would hide the photo on a reseller's page.
    const tag = { "If-None-Match": headers.get("ETag") ?? "" };
    const known = await load(await firstOf(productId), tag);
    expect(known.status).toBe(304);
    for (const name of ["Cache-Control", "Cross-Origin-Resource-Policy", "ETag"])
      expect(known.headers.get(name)).toBe(headers.get(name));
    const part = await load(await firstOf(productId), { Range: "bytes=0-7" });
    expect([part.status, part.bytes]).toEqual([206, cover.subarray(0, 8)]);
  });

  it("is left out unless asked for", async () => {
    const { productId } = await aProduct("Shown in brief");
    await addPhoto(productId, aPng());
    const { body, headers } = await octo(`GET /products/${productId}`, pricing);
    for (const name of ["title", "description", "media", "features", "durationMinutesFrom"])
      expect(body).not.toHaveProperty(name);
    expect(headers.get("Content-Language")).toBeNull();
  });

  it("shows a photo at no address but its own, and no longer than the photo is there", async () => {
    const [one, other] = [await aProduct("One"), await aProduct("Other")];
    const [photoId, otherId] = [
      await addPhoto(one.productId, aPng()),
      await addPhoto(other.productId, aPng()),
    ];
    const src = await firstOf(one.productId);
    const [productId, , endDay, signature] = src.slice(src.lastIndexOf("/") + 1).split(".");
    const forged = [
      [other.productId, otherId, endDay, signature],
      [productId, otherId, endDay, signature],
      [productId, photoId, Number(endDay) + 1, signature],
      [productId, photoId, endDay, `${signature?.slice(0, -2)}AA`],
      [productId, photoId, endDay],
      [productId, "pho_none", endDay, signature],
    ].map((parts) => `${gateway.url}/photos/${parts.join(".")}`);
    for (const each of forged) expect([each, (await load(each)).status]).toEqual([each, 404]);
    expect((await load(src)).status).toBe(200);

    const at = `/products/${one.productId}/photos/${photoId}`;
    await gateway.send(`PUT ${at}`, { key: owner, body: aPhoto(aPngOf(100)) });
    expect((await load(src)).status).toBe(404);
    const next = await firstOf(one.productId);
    expect((await load(next)).bytes).toHaveLength(100);
    await gateway.send(`DELETE ${at}`, { key: owner });
    expect((await load(next)).status).toBe(404);
  });
});

it("sells nothing of an archived supplier, by its id neither", async () => {
  const of = await make("POST /suppliers", { name: "Retired", timezone: "Etc/UTC" });
  const { productId } = await aProduct("Retired", { of });
  const { key } = await aReseller(gateway, owner, of, "retired");
  const read = async (path: string) => (await sendOcto(gateway, `GET ${path}`, { key })).body;
  expect(await read(`/products/${productId}`)).toMatchObject({ id: productId });
  await gateway.send(`DELETE /suppliers/${of}`, { key: owner });
  expect(await read("/products")).toEqual([]);
  expect(await read(`/products/${productId}`)).toMatchObject({ error: "INVALID_PRODUCT_ID" });
});
