/** The erasure of a person, attacked: no record of any service keeps a copy, wherever a client has put the address. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth, channelBookings, customers, tenantData } from "@slipway/contracts";
import { type Reply, sharedClient } from "./client.ts";
import { aWorld } from "./world.ts";

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));

const send = (head: string, body?: object, key = world.key): Promise<Reply> =>
  gateway.send(head, { key, body });
const system = () => gateway.platform.as(world.tenantId);

/** Everything that the services have of the tenant, in lower case. */
async function everything(): Promise<string> {
  // Another relay continues with what the first has delivered.
  for (let time = 0; time < 3; time++) await gateway.platform.settle();
  const lines: string[] = [];
  for (const { exportRecords } of Object.values(tenantData.ofServices)) {
    let page: string | undefined;
    do {
      const { items, next } = await call(system(), exportRecords, { ...(page && { page }) });
      lines.push(...items);
      page = next ?? undefined;
    } while (page !== undefined);
  }
  return lines.join("\n").toLowerCase();
}

type Booking = Readonly<Record<string, unknown>> & { id: string; updatedAt: string };

async function sold(more: object): Promise<Booking> {
  const reply = await send("POST /bookings", {
    optionId: world.ids.options,
    startAt: world.freeStartAt,
    unitItems: [{ unitId: world.ids.units, quantity: 1 }],
    ...more,
  });
  expect(reply.status).toBe(201);
  return reply.body as Booking;
}

async function read({ id }: { id: string }): Promise<Booking> {
  return (await send(`GET /bookings/${id}`)).body as Booking;
}

async function eventEnded(type: string, externalEventId: string, payload: object): Promise<void> {
  const events = `POST /channels/${world.ids.channels}/events`;
  const { body } = await send(events, { externalEventId, type, payload });
  for (;;) {
    await gateway.platform.settle();
    const event = await send(`GET /channel-events/${(body as { id: string }).id}`);
    if ((event.body as { status: string }).status !== "RECEIVED") return;
  }
}

describe("an erasure by e-mail address", () => {
  it("reaches a customer who was replaced, other forms, travellers in others' bookings, and names", async () => {
    const address = "ilaria@lagoon.example";
    const ben = { email: "ben@lagoon.example" };
    const replaced = await sold({ customer: { email: address }, notes: "Window seat" });
    await send(`PUT /bookings/${replaced.id}/details`, {
      expectedUpdatedAt: replaced.updatedAt,
      customer: ben,
      notes: "Any seat",
    });
    const nested = await sold({
      customer: { contact: { email: `Ilaria <${address.toUpperCase()}>` } },
      idempotencyKey: `${address}/1`,
      externalId: `order ${address}`,
      metadata: { by: address },
    });
    await send(`POST /bookings/${nested.id}/cancel`, { reason: `${address} is ill` });
    const others = await sold({ customer: ben, participants: { list: [{ mail: address }] } });

    const { optionId, startAt, unitItems } = {
      optionId: world.ids.options,
      startAt: world.freeStartAt,
      unitItems: [{ unitId: world.ids.units, quantity: 1 }],
    };
    const externalId = `${address} 7`;
    const payload = { optionId, startAt, unitItems, externalId, resellerReference: address };
    await eventEnded("BOOKING_CREATE", `${address} create`, payload);
    await eventEnded("BOOKING_CANCEL", "cancel", { externalId, reason: `${address} is ill` });

    const ticketed = await call(
      {
        ...system(),
        caller: {
          ...system().caller,
          scopes: [],
          channel: { channelConnectionId: world.ids.channels },
          restrictions: { supplierId: world.ids.suppliers, overrides: false },
        },
      },
      channelBookings.holdChannelBooking,
      {
        externalId: "7a0e8d0e-7a86-4f0c-a9a4-90ac2d21b6b9",
        optionId,
        startAt,
        customer: { emailAddress: ben.email },
        tickets: [
          { unitId: world.ids.units, contact: { emailAddress: address } },
          { unitId: world.ids.units, contact: { emailAddress: ben.email } },
        ],
      },
    );
    expect(await everything()).toContain(address);

    const erased = await send("POST /customers/erase", { emailAddress: address }, world.session);
    expect(erased.body).toEqual({ bookings: 4 });
    expect(await everything()).not.toContain(address);

    // Data of another person stays.
    expect(await read(replaced)).toMatchObject({
      customer: ben,
      notes: "Any seat",
      erasedAt: null,
    });
    expect(await read(others)).toMatchObject({ customer: ben, participants: null, erasedAt: null });
    const { tickets } = await read(ticketed.booking);
    expect(tickets).toMatchObject([{ contact: null }, { contact: { emailAddress: ben.email } }]);
    const log = await send(`GET /audit-logs?entityId=${replaced.id}`);
    const shown = (
      log.body as { action: string; after: { customer: unknown; notes: unknown } }[]
    ).map(({ action, after: { customer, notes } }) => [action, customer, notes]);
    expect(shown).toEqual([
      ["booking.update-details", ben, "Any seat"],
      ["booking.create", null, null],
    ]);
    const again = await send("POST /customers/erase", { emailAddress: address }, world.session);
    expect(again.body).toEqual({ bookings: 0 });
  });
});

describe("an erasure of one booking", () => {
  it("takes its customers, those before included, without an address", async () => {
    const booking = await sold({ customer: { name: "Tiziana Before" }, notes: "Tiziana is late" });
    await send(`PUT /bookings/${booking.id}/details`, {
      expectedUpdatedAt: booking.updatedAt,
      customer: { name: "Fiorella After" },
    });
    const erase = { bookingId: booking.id };
    expect((await send("POST /customers/erase", erase, world.session)).body).toEqual({
      bookings: 1,
    });
    const left = await everything();
    for (const name of ["tiziana", "fiorella"]) expect(left).not.toContain(name);
    expect((await send("POST /customers/erase", erase, world.session)).body).toEqual({
      bookings: 0,
    });
  });

  it("is the operator's by the command line, too, and no key's", async () => {
    const booking = await sold({ customer: { name: "Gaspara" } });
    const { body } = await send("POST /customers/erase", { bookingId: booking.id });
    expect(body).toMatchObject({ code: "SESSION_REQUIRED" });
    const cli = { ...system(), caller: { ...system().caller, actorType: "SYSTEM" as const } };
    const erased = await call(cli, customers.eraseCustomer, { bookingId: booking.id });
    expect(erased).toEqual({ bookings: 1 });
    expect(await everything()).not.toContain("gaspara");
  });

  it.each([
    [{}, 400],
    [{ bookingId: "bkg_1", emailAddress: "a@b.example" }, 400],
    [{ bookingId: "bkg_none" }, 404],
  ])("refuses %j with %s", async (body, status) => {
    expect((await send("POST /customers/erase", body, world.session)).status).toBe(status);
  });
});

describe("audit:read", () => {
  it("shows no customer without bookings:read, of a booking or of a channel's event", async () => {
    const booking = await sold({ customer: { name: "Violante" }, notes: "Violante is late" });
    const { ids } = world;
    await eventEnded("BOOKING_CREATE", "violante", {
      optionId: ids.options,
      startAt: world.freeStartAt,
      unitItems: [{ unitId: ids.units, quantity: 1 }],
      externalId: "V-9",
      customer: { name: "Violante" },
    });
    const holding = async (...scopes: string[]): Promise<string> =>
      (await call(system(), auth.issueApiKey, { name: "Auditor", scopes })).key;
    const [blind, seeing] = [
      await holding("audit:read", "bookings:write"),
      await holding("audit:read", "bookings:read"),
    ];
    for (const path of [
      `/audit-logs?entityId=${booking.id}`,
      "/audit-logs?entityType=channelEvent",
      "/audit-logs/pages?entityType=booking",
    ]) {
      expect((await send(`GET ${path}`, undefined, blind)).text).not.toContain("Violante");
      expect((await send(`GET ${path}`, undefined, seeing)).text).toContain("Violante");
    }
  });
});
