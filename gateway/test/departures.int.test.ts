/** Departures that are called off and reopened, over HTTP and OCTO. */
import { describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { tickets } from "@slipway/contracts";
import { forThisFile } from "@slipway/dev/testing-file";
import { until } from "@slipway/dev/testing-until";
import { type Reply, makerOf, sharedClient } from "./client.ts";
import { sendOcto } from "./octo-client.ts";
import { anOctoShop, dateIn } from "./octo-shop.ts";
import { testGateway } from "./testing.ts";

const client = forThisFile(() => sharedClient());
const shop = forThisFile(() => anOctoShop(client, { timezone: "Etc/UTC" }));

const reason = "Storm warning";
const send = (head: string, body?: object): Promise<Reply> =>
  client.send(head, { key: shop.owner, ...(body && { body }) });
const field = ({ body }: Reply, name: string): unknown => (body as Record<string, unknown>)[name];

/** The departure in so many days, and what a test does there. */
function departureIn(days: number) {
  const startAt = `${dateIn(days)}T09:00:00.000Z`;
  const departure = { optionId: shop.optionId, startAt };
  const order = { ...departure, unitItems: [{ unitId: shop.unitIds[0], quantity: 2 }] };
  const bookings = async (): Promise<Record<string, unknown>[]> => {
    const asked = new URLSearchParams({ optionId: shop.optionId, from: startAt, to: startAt });
    return (await send(`GET /bookings?${asked.toString()}`)).body as never;
  };
  return {
    departure,
    bookings,
    book: (more: object = {}) => send("POST /bookings", { ...order, ...more }),
    callOff: (more: object = {}) =>
      send("POST /departures/call-off", { ...departure, reason, ...more }),
    reopen: () => send("POST /departures/reopen", departure),
    async entry(): Promise<object> {
      const asked = new URLSearchParams({ optionId: shop.optionId, from: startAt, to: startAt });
      const { body } = await send(`GET /availability?${asked.toString()}`);
      return (body as object[])[0] ?? {};
    },
    whenCancelled: () =>
      until(async () => (await bookings()).every(({ status }) => status === "CANCELLED")),
  };
}

/** How often the audit log says that this was done to a record. */
async function entries(entityType: string, entityId: string, action: string): Promise<number> {
  await client.platform.settle();
  const asked = new URLSearchParams({ entityType, entityId });
  const found = (await send(`GET /audit-logs?${asked.toString()}`)).body as { action: string }[];
  return found.filter((entry) => entry.action === action).length;
}

describe("a departure that the timetable has no longer", () => {
  it("is called off where it has bookings, and never otherwise", async () => {
    const { departure, book, callOff, reopen, whenCancelled } = departureIn(9);
    await book();
    const own = await send(`GET /options/${shop.optionId}/availability-periods`);
    const [period] = own.body as { readonly id: string }[];
    const path = `PATCH /options/${shop.optionId}/availability-periods/${period?.id}`;
    const except = (days: readonly number[]) =>
      send(path, { exceptDates: days.map((day) => dateIn(day)) });
    expect(await except([9, 10])).toMatchObject({ status: 200 });
    expect(await callOff()).toMatchObject({ status: 200, body: { departure: null } });
    await whenCancelled();
    expect(await callOff()).toMatchObject({ status: 200, body: { departure: null, bookings: 0 } });
    for (const refused of [await reopen(), await departureIn(10).callOff()])
      expect(refused).toMatchObject({ status: 400, body: { code: "NOT_A_DEPARTURE" } });
    await except([]);
    expect(await send("POST /departures/reopen", departure)).toMatchObject({ status: 200 });
  });
});

describe("a departure that is called off", () => {
  it("takes no booking, and cancels those that it has, once each", async () => {
    const { departure, book, bookings, callOff, entry, whenCancelled } = departureIn(3);
    const sold = await Promise.all([book(), book({ status: "ON_HOLD" }), book()]);
    const { status, body } = await callOff();
    expect([status, body]).toEqual([
      200,
      {
        departure: expect.objectContaining({ runs: "CALLED_OFF", available: false }),
        bookings: expect.any(Number),
        redeemed: [],
      },
    ]);
    expect(await book()).toMatchObject({ status: 409, body: { code: "DEPARTURE_CALLED_OFF" } });
    expect(
      await send("POST /bookings/quote", {
        ...departure,
        unitItems: [{ unitId: shop.unitIds[0], quantity: 1 }],
      }),
    ).toMatchObject({ status: 409, body: { code: "DEPARTURE_CALLED_OFF" } });
    await whenCancelled();
    expect(await bookings()).toEqual(
      sold.map(() =>
        expect.objectContaining({
          status: "CANCELLED",
          cancellationReason: reason,
          refund: expect.objectContaining({ percent: 100, amount: 2_000 }),
        }),
      ),
    );
    expect(await entry()).toMatchObject({ vacancies: 10, available: false });
    const again = await callOff({ reason: "Still stormy" });
    expect([again.status, field(again, "bookings")]).toEqual([200, 0]);
    for (const each of sold)
      expect(await entries("booking", String(field(each, "id")), "booking.cancel")).toBe(1);
    const name = `${departure.optionId}/${departure.startAt}`;
    expect(await entries("departure", name, "departure.call-off")).toBe(1);
  });

  it("is closed to resellers, and theirs are cancelled", async () => {
    const { callOff, departure, whenCancelled } = departureIn(4);
    const availabilityId = departure.startAt.replace(".000Z", "Z");
    const [unitId] = shop.unitIds;
    const reserved = await shop.ask("POST /bookings", { availabilityId, unitItems: [{ unitId }] });
    expect(reserved.status).toBe(200);
    await callOff();
    const [shown] = (await shop.ask("POST /availability", { localDate: dateIn(4) }))
      .body as object[];
    expect(shown).toMatchObject({ available: false, status: "CLOSED" });
    await whenCancelled();
    const one = `GET /bookings/${String(field(reserved, "uuid"))}`;
    const read = await sendOcto(client, one, { key: shop.key });
    expect(read.body).toMatchObject({ status: "CANCELLED", cancellation: { refund: "FULL" } });
  });

  it("is told as a blocked one is: nothing is sold, and the places that are free are named", async () => {
    const [called, blocked] = [departureIn(11), departureIn(12)];
    await called.callOff();
    const [startAt, endAt] = [blocked.departure.startAt, `${dateIn(12)}T10:00:00Z`];
    const { productId } = shop;
    await send("POST /availability-blocks", { productId, startAt, endAt });
    const figures = async (days: number, entry: () => Promise<object>): Promise<unknown[]> => {
      const [from, to, optionId] = [dateIn(days), dateIn(days), shop.optionId];
      const asked = new URLSearchParams({ optionId, from, to });
      const calendar = await send(`GET /availability/calendar?${asked.toString()}`);
      const ofReseller = await shop.ask("POST /availability", { localDate: from });
      const others = [calendar, ofReseller].map(({ body }) => (body as object[])[0]);
      return [await entry(), ...others].map((shown) => {
        const { available, vacancies, status } = shown as Record<string, unknown>;
        return [available, vacancies, status];
      });
    };
    const ofCalled = await figures(11, called.entry);
    expect(ofCalled).toEqual([
      [false, 10, undefined],
      [false, 10, undefined],
      [false, 10, "CLOSED"],
    ]);
    expect(await figures(12, blocked.entry)).toEqual(ofCalled);
  });

  it("keeps the parties that have come, names them, and is reopened and sold again beside them", async () => {
    const { book, bookings, callOff, entry, reopen } = departureIn(8);
    const [come, away] = [await book(), await book()];
    const id = String(field(come, "id"));
    expect(await send(`POST /bookings/${id}/redeem`, {})).toMatchObject({ status: 200 });
    expect((await callOff()).body).toMatchObject({ redeemed: [id] });
    const states = async () =>
      new Map((await bookings()).map((each) => [each["id"], each["status"]]));
    await until(async () => (await states()).get(field(away, "id")) === "CANCELLED");
    await client.platform.settle();
    expect((await states()).get(id)).toBe("CONFIRMED");
    expect((await callOff()).body).toMatchObject({ bookings: 0, redeemed: [id] });
    await until(async () => (await reopen()).status === 200);
    expect(await entry()).toMatchObject({ runs: "OPEN", available: true });
    expect((await book()).status).toBe(201);
    expect((await reopen()).status).toBe(200);
    await client.platform.settle();
    const after = await states();
    expect([after.get(id), after.get(field(away, "id"))]).toEqual(["CONFIRMED", "CANCELLED"]);
  });

  it("cancels a party whose check-in is taken back", async () => {
    const { book, callOff } = departureIn(16);
    const id = String(field(await book(), "id"));
    expect(await send(`POST /bookings/${id}/redeem`, {})).toMatchObject({ status: 200 });
    expect((await callOff()).body).toMatchObject({ bookings: 0, redeemed: [id] });
    const request = client.platform.as(shop.tenantId);
    const asUser = { ...request, caller: { ...request.caller, actorType: "USER" as const } };
    await call(asUser, tickets.unredeemBooking, { id });
    const status = async () => field(await send(`GET /bookings/${id}`), "status");
    await until(async () => (await status()) === "CANCELLED");
    expect((await callOff()).body).toMatchObject({ bookings: 0, redeemed: [] });
  });

  it("has not ended, in the timetable or not", async () => {
    const ended = { status: 400, body: { code: "IN_THE_PAST" } };
    expect(await departureIn(-1).callOff()).toMatchObject(ended);
    const startAt = `${dateIn(-1)}T09:07:00.000Z`;
    expect(await departureIn(-1).callOff({ startAt })).toMatchObject(ended);
  });

  it("confirms and approves nothing that waits", async () => {
    const { book, callOff, bookings } = departureIn(6);
    const held = await book({ status: "ON_HOLD" });
    const [, confirmed] = await Promise.all([
      callOff(),
      callOff().then(() => send(`POST /bookings/${String(field(held, "id"))}/confirm`)),
    ]);
    expect(["DEPARTURE_CALLED_OFF", "INVALID_STATE"]).toContain(field(confirmed, "code"));
    expect((await bookings()).map(({ status }) => status)).not.toContain("CONFIRMED");
  });

  it("is a departure of the option", async () => {
    const { callOff, reopen } = departureIn(7);
    const startAt = `${dateIn(7)}T09:30:00Z`;
    expect(await callOff({ startAt })).toMatchObject({
      status: 400,
      body: { code: "NOT_A_DEPARTURE" },
    });
    expect(await callOff({ optionId: "opt_none" })).toMatchObject({ status: 404 });
    expect(await reopen()).toMatchObject({ status: 200, body: { runs: null } });
  });
});

it("an option without resources has departures that are called off, too", async () => {
  const { key } = await client.aKey();
  const post = makerOf(client, key);
  const supplierId = await post("POST /suppliers", { name: "Guide", timezone: "Etc/UTC" });
  const productId = await post("POST /products", { supplierId, name: "Walk" });
  const optionId = await post(`POST /products/${productId}/options`, {
    name: "Walk",
    durationMinutes: 60,
  });
  const unitId = await post(`POST /options/${optionId}/units`, { name: "Adult", type: "ADULT" });
  const order = {
    optionId,
    customStart: { localDate: dateIn(3), localTime: "09:00" },
    unitItems: [{ unitId, quantity: 1 }],
    retailPrices: { [unitId]: 1_000 },
  };
  const book = (more = {}) => client.send("POST /bookings", { key, body: { ...order, ...more } });
  const held = await book({ status: "ON_HOLD" });
  expect((await book()).status).toBe(201);
  const departure = { optionId, startAt: `${dateIn(3)}T09:00:00Z` };
  const called = { key, body: { ...departure, reason } };
  const callOff = async () => (await client.send("POST /departures/call-off", called)).body;
  expect(await callOff()).toMatchObject({
    departure: { runs: "CALLED_OFF", available: false, vacancies: null },
  });
  const confirm = `POST /bookings/${String(field(held, "id"))}/confirm`;
  expect((await client.send(confirm, { key })).status).toBe(409);
  expect((await book()).body).toMatchObject({ code: "DEPARTURE_CALLED_OFF" });
  await until(async () => {
    const { body } = await client.send("GET /bookings?status=CANCELLED", { key });
    return (body as object[]).length === 2;
  });
  expect(await callOff()).toMatchObject({ bookings: 0 });
  const other = await book({ customStart: { localDate: dateIn(4), localTime: "09:00" } });
  const { id, updatedAt: expectedUpdatedAt } = other.body as Record<string, string>;
  const { retailPrices } = order;
  const moved = { startAt: departure.startAt, retailPrices, expectedUpdatedAt };
  expect((await client.send(`PATCH /bookings/${id}`, { key, body: moved })).body).toMatchObject({
    code: "DEPARTURE_CALLED_OFF",
  });
  await until(async () => {
    const reopened = await client.send("POST /departures/reopen", { key, body: departure });
    return reopened.status === 200;
  });
  expect((await book()).status).toBe(201);
});

describe("of a tenant whose bookings do not fit into memory", () => {
  const small = forThisFile(() =>
    testGateway(`${import.meta.url}#small`, { settings: { LIST_MEMORY_MB: "0" } }),
  );

  it("a departure is closed without a list, and its bookings are cancelled by their claims", async () => {
    const { owner: key, optionId, unitIds } = await anOctoShop(small, { timezone: "Etc/UTC" });
    const departure = { optionId, startAt: `${dateIn(3)}T09:00:00.000Z` };
    const body = { ...departure, unitItems: [{ unitId: unitIds[0], quantity: 1 }] };
    for (const status of ["ON_HOLD", "CONFIRMED"])
      await small.send("POST /bookings", { key, body: { ...body, status } });
    const callOff = () =>
      small.send("POST /departures/call-off", { key, body: { ...departure, reason } });
    expect(await callOff()).toMatchObject({
      status: 200,
      body: { departure: { runs: "CALLED_OFF" }, bookings: expect.any(Number) },
    });
    await until(async () => {
      const { body: cancelled } = await small.send("GET /bookings?status=CANCELLED", { key });
      return (cancelled as object[]).length === 2;
    });
    expect((await callOff()).body).toMatchObject({ bookings: 0 });
    const reopen = () => small.send("POST /departures/reopen", { key, body: departure });
    await until(async () => (await reopen()).status === 200);
  });
});
