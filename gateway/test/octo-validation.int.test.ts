/**
 * The steps by which the standard's validator tries a supplier, in our words: one flow after another, as a reseller
 * would connect. `sendOcto` holds every answer against the standard's schemas.
 */
import { beforeAll, describe, expect, it } from "@jest/globals";
import assert from "node:assert";
import { randomUUID } from "node:crypto";
import { createClient } from "@slipway/client";
import { makeOption } from "@slipway/dev/shop";
import { testPatience } from "@slipway/dev/testing-request";
import { type Client, type Reply, sharedClient } from "./client.ts";
import { sendOcto } from "./octo-client.ts";
import { type OctoShop, anOctoShop, dateIn } from "./octo-shop.ts";

interface Availability {
  readonly id: string;
}

interface Booking {
  readonly uuid: string;
  readonly status: string;
  readonly supplierReference: string;
  readonly utcExpiresAt: string;
  readonly availabilityId: string;
  readonly productId: string;
  readonly notes: string | null;
  readonly cancellation: { readonly reason: string | null } | null;
  readonly unitItems: readonly { readonly uuid: string; readonly unitId: string }[];
}

let shop: OctoShop;
let second: { productId: string; optionId: string; unitId: string };
/** Departures of the first product, by start. */
let open: readonly Availability[];

const range = { localDateStart: dateIn(2), localDateEnd: dateIn(30) };
const unknown = "unknown-id";

beforeAll(async () => {
  const gateway: Client = await sharedClient();
  const boats = { quantity: 1, capacityPerResource: 200 };
  shop = await anOctoShop(gateway, { boats, startTimes: ["09:00", "15:00"] });
  const { supplierId } = shop;
  const api = createClient({ baseUrl: gateway.url, apiKey: shop.owner, ...testPatience });
  const { id: boat } = await api.resources.create({ supplierId, name: "Second", ...boats });
  second = await makeOption(api, { supplierId, resourceIds: [boat], startTimes: ["11:00"] });
  send = (head, body) => sendOcto(gateway, head, { key: shop.key, ...(body && { body }) });
  const { productId, optionId } = shop;
  const { body } = await send("POST /availability", { productId, optionId, ...range });
  open = body as Availability[];
  assert(open.length > 2);
});

let send: (head: string, body?: object) => Promise<Reply>;

const bookingOf = (reply: Reply): Booking => {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Booking;
};

/** A reservation of so many adults on the first open departure, but for what is said. */
function reservation(count: number, said: object = {}): object {
  const { productId, optionId, unitIds } = shop;
  const unitItems = Array.from({ length: count }, () => ({ unitId: unitIds[0] }));
  return { productId, optionId, availabilityId: open[0]?.id, unitItems, ...said };
}
const reserve = (count = 2, said: object = {}): Promise<Reply> =>
  send("POST /bookings", reservation(count, said));
const held = async (count = 2): Promise<Booking> => bookingOf(await reserve(count));
const confirm = async ({ uuid }: Booking, said: object = {}): Promise<Booking> =>
  bookingOf(await send(`POST /bookings/${uuid}/confirm`, { contact, ...said }));

const contact = {
  fullName: "Yuki Tanaka",
  firstName: "Yuki",
  lastName: "Tanaka",
  emailAddress: "yuki@tickets.example",
  phoneNumber: "+39 041 555 0100",
  locales: ["ja"],
  postalCode: "30121",
  country: "IT",
  notes: "Window seat",
};

describe("supplier and products", () => {
  it("are answered", async () => {
    expect((await send("GET /supplier/")).body).toMatchObject({ id: shop.supplierId });
    const listed = (await send("GET /products/")).body as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual([shop.productId, second.productId]);
    const { body } = await send(`GET /products/${shop.productId}`);
    expect(body).toMatchObject({ options: [{ id: shop.optionId, default: true }] });
    expect((await send("GET /capabilities")).status).toBe(200);
  });
});

describe.each(["/availability/calendar", "/availability"])("POST %s", (path) => {
  const ask = (said: object) => {
    const { productId, optionId } = shop;
    return send(`POST ${path}`, { productId, optionId, ...said });
  };

  it("names 30 days", async () => {
    const { status, body } = await ask(range);
    const all = body as { status: string }[];
    expect(status).toBe(200);
    expect(all.length).toBeGreaterThan(25);
    expect(all.map((each) => each.status)).toContain("AVAILABLE");
  });
});

describe("a reservation", () => {
  it("holds places for all of its items", async () => {
    const uuid = randomUUID();
    const { body } = await reserve(2, { uuid });
    expect(body).toMatchObject({
      uuid,
      status: "ON_HOLD",
      productId: shop.productId,
      availabilityId: open[0]?.id,
      unitItems: [{ unitId: shop.unitIds[0] }, { unitId: shop.unitIds[0] }],
    });
  });

  it("is extended by 31 minutes", async () => {
    const { uuid, utcExpiresAt } = await held();
    const longer = await send(`POST /bookings/${uuid}/extend`, { expirationMinutes: 31 });
    expect(Date.parse(bookingOf(longer).utcExpiresAt)).toBeGreaterThan(Date.parse(utcExpiresAt));
  });
});

describe("confirming", () => {
  it("keeps the contact and the reseller's reference", async () => {
    const resellerReference = `R-${randomUUID()}`;
    expect(await confirm(await held(), { resellerReference })).toMatchObject({
      status: "CONFIRMED",
      resellerReference,
      contact,
    });
  });

  it("takes three items where two were reserved", async () => {
    const booking = await held(2);
    const unitItems = [...booking.unitItems, { unitId: shop.unitIds[0] }].map(
      ({ unitId, ...item }) => ("uuid" in item ? { unitId, uuid: item.uuid } : { unitId }),
    );
    const { unitItems: confirmed, status } = await confirm(booking, { unitItems });
    expect([status, confirmed.length]).toEqual(["CONFIRMED", 3]);
    expect(confirmed.slice(0, 2).map(({ uuid }) => uuid)).toEqual(
      booking.unitItems.map(({ uuid }) => uuid),
    );
  });

  it("is refused of an unknown unit", async () => {
    const { uuid } = await held();
    const unitItems = [{ unitId: unknown }];
    const unit = await send(`POST /bookings/${uuid}/confirm`, { contact, unitItems });
    expect(unit.body).toMatchObject({ error: "INVALID_UNIT_ID", unitId: unknown });
  });
});

describe("changing a booking", () => {
  const change = async ({ uuid }: Booking, said: object): Promise<Booking> =>
    bookingOf(await send(`PATCH /bookings/${uuid}`, said));

  it("moves it to another departure", async () => {
    const availabilityId = open[1]?.id;
    expect(await change(await held(), { availabilityId })).toMatchObject({ availabilityId });
  });

  it("gives it other units", async () => {
    const [adult, child] = shop.unitIds;
    const unitItems = [{ unitId: adult }, { unitId: child }, { unitId: child }];
    const changed = await change(await held(), { unitItems });
    expect(changed.unitItems.map(({ unitId }) => unitId)).toEqual([adult, child, child]);
  });

  it("gives it a contact and notes", async () => {
    const changed = await change(await held(), { contact, notes: "Late arrival" });
    expect(changed).toMatchObject({ contact, notes: "Late arrival" });
  });

  it("moves it to another product", async () => {
    const { productId, optionId, unitId } = second;
    const { body } = await send("POST /availability", { productId, optionId, ...range });
    const [departure] = body as Availability[];
    const said = { productId, optionId, availabilityId: departure?.id, unitItems: [{ unitId }] };
    expect(await change(await held(), said)).toMatchObject({
      productId,
      optionId,
      availabilityId: departure?.id,
      unitItems: [{ unitId }],
    });
  });
});

describe("cancelling", () => {
  it("gives back the reason, of a hold and of a booking", async () => {
    const reason = "Changed plans";
    for (const booking of [await held(), await confirm(await held())]) {
      const { body } = await send(`POST /bookings/${booking.uuid}/cancel`, { reason });
      expect(body).toMatchObject({ status: "CANCELLED", cancellation: { reason } });
    }
  });
});

describe("finding bookings", () => {
  it("reads a hold and a booking", async () => {
    const hold = await held();
    expect((await send(`GET /bookings/${hold.uuid}`)).body).toMatchObject({ status: "ON_HOLD" });
    const booking = await confirm(await held());
    const read = await send(`GET /bookings/${booking.uuid}`);
    expect(read.body).toEqual(booking);
  });

  it("lists them by either reference", async () => {
    const resellerReference = `R-${randomUUID()}`;
    const booking = await confirm(await held(), { resellerReference });
    for (const query of [
      `supplierReference=${booking.supplierReference}`,
      `resellerReference=${resellerReference}`,
    ])
      expect((await send(`GET /bookings?${query}`)).body).toEqual([booking]);
  });
});
