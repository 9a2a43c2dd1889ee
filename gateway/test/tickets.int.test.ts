/** Check-in over HTTP: scopes, keys of one supplier, webhooks and problems. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Reply, sharedClient } from "./client.ts";
import { sendOcto } from "./octo-client.ts";
import { anOctoShop, dateIn } from "./octo-shop.ts";

const client = forThisFile(() => sharedClient());
const shop = forThisFile(() => anOctoShop(client, { timezone: "Etc/UTC" }));

const startAt = `${dateIn(5)}T09:00:00.000Z`;
const send = (head: string, body?: object, key = shop.owner): Promise<Reply> =>
  client.send(head, { key, ...(body && { body }) });
const problem = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, ...more },
});

async function aKey(scopes: string[], restrictions?: object): Promise<string> {
  const body = { name: "Pier", scopes, ...(restrictions && { restrictions }) };
  return ((await send("POST /api-keys", body)).body as { key: string }).key;
}

async function aTicket(): Promise<{ id: string; code: string }> {
  const unitItems = [{ unitId: shop.unitIds[0], quantity: 1 }];
  const { body } = await send("POST /bookings", { optionId: shop.optionId, startAt, unitItems });
  const { id } = body as { id: string };
  const tickets = (await send(`GET /bookings/${id}/tickets`)).body as { code: string }[];
  return { id, code: tickets[0]?.code ?? "" };
}

describe("a scanner", () => {
  it("needs no other scope than tickets:write, and can do nothing else with it", async () => {
    const { id, code } = await aTicket();
    const scanner = await aKey(["tickets:write"]);
    const scanned = await send(
      "POST /tickets/redeem",
      { code, startAt, device: "Pier 3" },
      scanner,
    );
    expect(scanned).toMatchObject({
      status: 200,
      body: { already: false, ticket: { code, redeemedBy: "Pier 3" }, booking: { id } },
    });
    const again = await send("POST /tickets/redeem", { code }, await aKey(["bookings:write"]));
    expect(again).toMatchObject({ status: 200, body: { already: true } });
    for (const head of [`GET /bookings/${id}`, `GET /bookings/${id}/tickets`])
      expect(await send(head, undefined, scanner)).toMatchObject(
        problem(403, "INSUFFICIENT_SCOPE"),
      );
    const cancelled = await send(`POST /bookings/${id}/cancel`, {}, scanner);
    expect(cancelled).toMatchObject(problem(403, "INSUFFICIENT_SCOPE"));
    const reader = await aKey(["bookings:read"]);
    const refused = await send("POST /tickets/redeem", { code }, reader);
    expect(refused).toMatchObject(problem(403, "INSUFFICIENT_SCOPE"));
  });

  it("hears of the right departure, and nothing of another supplier's ticket", async () => {
    const { code } = await aTicket();
    const later = { code, startAt: `${dateIn(6)}T09:00:00.000Z` };
    expect(await send("POST /tickets/redeem", later)).toMatchObject(
      problem(409, "WRONG_DEPARTURE", { startAt }),
    );
    const { body: other } = await send("POST /suppliers", { name: "Other", timezone: "Etc/UTC" });
    const supplierId = (other as { id: string }).id;
    const stranger = await aKey(["tickets:write"], { supplierId });
    expect(await send("POST /tickets/redeem", { code }, stranger)).toMatchObject(
      problem(404, "NOT_FOUND"),
    );
    const own = await aKey(["tickets:write"], { supplierId: shop.supplierId });
    expect(await send("POST /tickets/redeem", { code }, own)).toMatchObject({ status: 200 });
  });

  it("of a reseller's booking reads the codes that the reseller has", async () => {
    const availabilityId = startAt.replace(".000Z", "Z");
    const unitItems = [{ unitId: shop.unitIds[0] }, { unitId: shop.unitIds[0] }];
    const held = (await shop.ask("POST /bookings", { availabilityId, unitItems })).body as {
      id: string;
      uuid: string;
      unitItems: { supplierReference: string }[];
    };
    await shop.ask(`POST /bookings/${held.uuid}/confirm`, { contact: {} });
    const listed = (await send(`GET /bookings/${held.id}/tickets`)).body as { code: string }[];
    const codes = held.unitItems.map(({ supplierReference }) => supplierReference);
    expect(listed.map(({ code }) => code)).toEqual(codes);
    expect(await send("POST /tickets/redeem", { code: codes[1] })).toMatchObject({
      status: 200,
      body: { already: false, booking: { redeemed: { count: 1, of: 2 } } },
    });
    const read = async (more: object = {}) =>
      (await sendOcto(client, `GET /bookings/${held.uuid}`, { key: shop.key, ...more })).body;
    const none = { utcRedeemedAt: null };
    const some = { utcRedeemedAt: expect.any(String) };
    const part = { ...none, cancellable: false, status: "CONFIRMED", unitItems: [none, some] };
    expect(await read()).toMatchObject(part);
    await send(`POST /bookings/${held.id}/redeem`);
    const whole = { ...some, voucher: some, unitItems: [some, some] };
    expect(await read()).toMatchObject({ ...whole, status: "CONFIRMED" });
    const headers = { "Octo-Capabilities": "octo/redemption" };
    const redeemed = { status: "REDEEMED" };
    expect(await read({ headers })).toMatchObject({
      ...whole,
      ...redeemed,
      unitItems: [redeemed, redeemed],
    });
    const refused = await shop.ask(`POST /bookings/${held.uuid}/cancel`, {});
    expect(refused).toMatchObject({ status: 400, body: { error: "UNPROCESSABLE_ENTITY" } });
  });
});
