/** Each side of the cutoffs of sales and of changes, by one clock for all services (test 6). */
import { beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type OctoReseller, anOctoReseller, bookingOf, errorOf } from "./octo-reseller.ts";
import { anOctoShop, dateIn } from "./octo-shop.ts";
import { type Reply, testGateway } from "./testing.ts";

let reseller: OctoReseller;
/** Undefined: the clock runs. */
let stoppedAt: number | undefined;

const gateway = forThisFile(() =>
  testGateway(import.meta.url, { clock: () => stoppedAt ?? Date.now() }),
);
const shop = forThisFile(() =>
  anOctoShop(gateway, {
    option: {
      bookingCutoffMinutes: 90,
      cancellationCutoffAmount: 1,
      cancellationCutoffUnit: "day",
    },
  }),
);
beforeAll(async () => {
  reseller = anOctoReseller(gateway, shop);
});

interface Availability {
  readonly id: string;
  readonly utcCutoffAt: string;
}

const units = (): object[] => [{ id: shop.unitIds[0], quantity: 2 }];

async function availability(body: object): Promise<Availability & Record<string, unknown>> {
  const asked = { localDate: dateIn(1), ...body };
  const reply = await shop.ask("POST /availability", asked);
  // Else a 503 would show only as a departure without an id.
  expect([reply.status, reply.body]).toEqual([200, reply.body]);
  return (
    (reply.body as (Availability & Record<string, unknown>)[])[0] ?? { id: "", utcCutoffAt: "" }
  );
}

function reserve(availabilityId: string): Promise<Reply> {
  const [unitId] = shop.unitIds;
  return shop.ask("POST /bookings", { availabilityId, unitItems: [{ unitId }, { unitId }] });
}

async function sold(day: number): Promise<{ path: string; startAt: number }> {
  stoppedAt = undefined;
  const availabilityId = await reseller.idOf(day);
  const held = await reseller.held({ availabilityId, unitItems: reseller.adults(2) });
  const path = `/bookings/${held.uuid}`;
  expect(errorOf(await reseller.send(`POST ${path}/confirm`, { contact: {} }))).toBe("none");
  return { path, startAt: Date.parse(availabilityId) };
}

it("6: a departure is for sale until its cutoff, for anybody and for a party, and not after it", async () => {
  stoppedAt = undefined;
  const { id, utcCutoffAt } = await availability({});
  expect(Date.parse(id) - Date.parse(utcCutoffAt)).toBe(90 * 60_000);
  stoppedAt = Date.parse(utcCutoffAt);
  for (const asked of [{}, { units: units() }])
    expect(await availability(asked)).toMatchObject({ id, available: true, status: "AVAILABLE" });
  expect((await reserve(id)).status).toBe(200);
  stoppedAt += 1;
  for (const asked of [{}, { units: units() }])
    expect(await availability(asked)).toMatchObject({ id, available: false, status: "CLOSED" });
  expect((await reserve(id)).body).toMatchObject({ error: "UNPROCESSABLE_ENTITY" });
});

it("a hold that has run out is unknown to what would keep it", async () => {
  stoppedAt = undefined;
  const held = await reseller.held({ expirationMinutes: 5 });
  stoppedAt = Date.parse(held.utcExpiresAt ?? "");
  const path = `/bookings/${held.uuid}`;
  const acts: [string, object][] = [
    [`POST ${path}/confirm`, { contact: {} }],
    [`POST ${path}/extend`, {}],
    [`PATCH ${path}`, { notes: "still there?" }],
  ];
  for (const [head, body] of acts) {
    const { body: refused } = await reseller.send(head, body);
    expect(refused).toMatchObject({ error: "INVALID_BOOKING_UUID", uuid: held.uuid });
  }
  expect(bookingOf(await reseller.send(`GET ${path}`))).toMatchObject({
    status: "EXPIRED",
    cancellation: { refund: "FULL", reason: null },
    voucher: null,
  });
});

it("what was cancelled in time is refunded, though the option's cutoff has changed since", async () => {
  const { path } = await sold(8);
  const refunded = { cancellation: { refund: "FULL" } };
  expect(bookingOf(await reseller.send(`POST ${path}/cancel`, {}))).toMatchObject(refunded);
  const body = { cancellationCutoffAmount: 30 };
  await gateway.send(`PATCH /options/${shop.optionId}`, { key: shop.owner, body });
  // By the cutoff of today it would have been too late.
  const shown = bookingOf(await reseller.send(`GET ${path}`));
  expect(shown).toMatchObject({ ...refunded, option: body });
});

it("what is cancelled is refunded by the terms under which it was sold, which its option shows", async () => {
  const { optionId, owner: key } = shop;
  const set = (cancellationPolicy: object[] | null) =>
    gateway.send(`PATCH /options/${optionId}`, {
      key,
      body: { cancellationPolicy, cancellationCutoffAmount: 0 },
    });
  const step = (untilMinutes: number, refundPercent: number) => ({ untilMinutes, refundPercent });
  for (const [policy, refund, text] of [
    [
      [step(60 * 24 * 9, 100), step(90, 30)],
      "PARTIAL",
      "100 % until 9 days before the start, 30 % until 90 minutes before the start",
    ],
    [[step(60 * 24 * 20, 100)], "NONE", "100 % until 20 days before the start"],
    [[step(0, 100)], "FULL", "100 % until the start"],
  ] as const) {
    await set([...policy]);
    const { path } = await sold(8);
    await set(null);
    expect(bookingOf(await reseller.send(`POST ${path}/cancel`, {}))).toMatchObject({
      cancellation: { refund },
      option: { cancellationCutoff: `Until the start. Paid back: ${text}, then nothing` },
    });
  }
});
