/** Attacks by keys that hold one scope: none does more than the scope's name says. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { type Reply, sharedClient } from "./client.ts";
import { aWorld, bookedStartAt } from "./world.ts";

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));

const system = () => gateway.platform.as(world.tenantId);
const send = (key: string | undefined, head: string, body?: object): Promise<Reply> =>
  gateway.send(head, { key, body });
const codeOf = ({ status, body }: Reply): [number, string] => [
  status,
  (body as { code: string }).code,
];

/** A key of the tenant that holds these scopes and no others. */
async function holding(...scopes: string[]): Promise<string> {
  return (await call(system(), auth.issueApiKey, { name: "Thief", scopes })).key;
}

async function issued(body: object): Promise<{ id: string; key: string }> {
  const reply = await send(world.key, "POST /api-keys", { name: "Reseller", ...body });
  return reply.body as { id: string; key: string };
}

const sale = (more: object = {}) => ({
  optionId: world.ids.options,
  startAt: world.freeStartAt,
  unitItems: [{ unitId: world.ids.units, quantity: 1 }],
  ...more,
});

describe("a key with overrides: false", () => {
  it("is priced at the departure's own rate: no other start's prices", async () => {
    const { key } = await issued({ restrictions: { overrides: false } });
    const { body } = await send(world.key, "POST /bookings", sale());
    const { id, updatedAt } = body as { id: string; updatedAt: string };
    const change = {
      expectedUpdatedAt: updatedAt,
      unitItems: sale().unitItems,
      pricingReferenceStartAt: bookedStartAt,
    };
    const forbidden = [403, "OVERRIDE_FORBIDDEN"];
    expect(codeOf(await send(key, `PATCH /bookings/${id}`, change))).toEqual(forbidden);
    const quoted = await send(key, "POST /bookings/quote", { ...change, bookingId: id });
    expect(codeOf(quoted)).toEqual(forbidden);
    expect((await send(world.key, `PATCH /bookings/${id}`, change)).status).toBe(200);
  });
});

describe("a channel's event", () => {
  const create = (key: string, externalId: string, more: object) =>
    send(key, `POST /channels/${world.ids.channels}/events`, {
      externalEventId: externalId,
      type: "BOOKING_CREATE",
      payload: sale({ externalId, ...more }),
    });

  async function endOf(id: string): Promise<object> {
    for (;;) {
      await gateway.platform.settle();
      const { body } = await send(world.key, `GET /channel-events/${id}`);
      const { status, error, bookingId } = body as Record<string, string | null>;
      if (status !== "RECEIVED") return { status, error, bookingId };
    }
  }

  it("is refused the idempotencyKey of a booking that is not the channel's own", async () => {
    const other = await aWorld(gateway, { ...world, id: world.ids["api-keys"] });
    const theirs = {
      optionId: other.ids.options,
      startAt: other.freeStartAt,
      unitItems: [{ unitId: other.ids.units, quantity: 1 }],
      idempotencyKey: "secret-order",
    };
    expect((await send(world.key, "POST /bookings", theirs)).status).toBe(201);
    const failed = { status: "FAILED", error: "REFERENCE_TAKEN", bookingId: null };
    const stolen = await create(world.key, "steal", { idempotencyKey: "secret-order" });
    expect(await endOf((stolen.body as { id: string }).id)).toEqual(failed);

    const own = await create(world.key, "own", { idempotencyKey: "own-order" });
    const done = await endOf((own.body as { id: string }).id);
    expect(done).toMatchObject({ status: "PROCESSED" });
    const again = await create(world.key, "own-too", { idempotencyKey: "own-order" });
    expect(await endOf((again.body as { id: string }).id)).toEqual(failed);
  });

  it.each([{ retailPrices: {} }, { expandCapacity: true }])(
    "needs bookings:write for %j, beside sync:write",
    async (override) => {
      const refused = await create(await holding("sync:write"), "free", override);
      expect(codeOf(refused)).toEqual([403, "INSUFFICIENT_SCOPE"]);
      const plain = await create(
        await holding("sync:write"),
        `plain-${Object.keys(override)[0]}`,
        {},
      );
      expect(plain.status).toBe(202);
      const both = await holding("sync:write", "bookings:write");
      const name = `both-${Object.keys(override)[0]}`;
      expect((await create(both, name, override)).status).toBe(202);
    },
  );
});

describe("a calendar feed", () => {
  it("is ended, given another URL and made with names with bookings:write alone", async () => {
    const reader = await holding("bookings:read");
    const insufficient = [403, "INSUFFICIENT_SCOPE"];
    const feed = `/calendar-feeds/${world.ids["calendar-feeds"]}`;
    expect(codeOf(await send(reader, `POST ${feed}/rotate`))).toEqual(insufficient);
    expect(codeOf(await send(reader, `DELETE ${feed}`))).toEqual(insufficient);
    const named = { name: "Names", withNames: true };
    expect(codeOf(await send(reader, "POST /calendar-feeds", named))).toEqual(insufficient);
    const plain = { ...named, withNames: false };
    expect((await send(reader, "POST /calendar-feeds", plain)).status).toBe(201);
    const writer = await holding("bookings:*");
    expect((await send(writer, "POST /calendar-feeds", named)).status).toBe(201);
  });
});

describe("api-keys:write", () => {
  it("revokes no key that it could not issue", async () => {
    const { id, key } = await issued({ scopes: ["*"] });
    const path = `DELETE /api-keys/${id}`;
    const weak = await holding("api-keys:*", "catalog:read");
    expect(codeOf(await send(weak, path))).toEqual([403, "SCOPE_ESCALATION"]);
    expect((await send(key, "GET /me")).status).toBe(200);
    const equal = await issued({ scopes: ["catalog:read"] });
    expect((await send(weak, `DELETE /api-keys/${equal.id}`)).status).toBe(200);

    const { key: held } = await issued({ restrictions: { overrides: false } });
    expect(codeOf(await send(held, path))).toEqual([403, "SCOPE_ESCALATION"]);
  });

  it("revokes no channel key without the rights of a channel key", async () => {
    const { ids } = world;
    const keys = `POST /channels/${ids.channels}/keys`;
    const { body } = await send(world.key, keys, { name: "Shop", supplierId: ids.suppliers });
    const { id } = body as { id: string };
    const weak = await holding("api-keys:*", "bookings:*");
    const refused = await send(weak, `DELETE /api-keys/${id}`);
    expect(codeOf(refused)).toEqual([403, "SCOPE_ESCALATION"]);
    const strong = await holding("api-keys:write", ...auth.channelKeyScopes);
    expect((await send(strong, `DELETE /api-keys/${id}`)).status).toBe(200);
  });
});
