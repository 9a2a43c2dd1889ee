/** Each side of the cutoffs of sales and of changes, by one clock for all services (test 6). */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type OctoReseller, anOctoReseller, bookingOf, errorOf } from "./octo-reseller.ts";
import { type OctoShop, anOctoShop, dateIn } from "./octo-shop.ts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

let gateway: TestGateway;
let shop: OctoShop;
let reseller: OctoReseller;
/** Undefined: the clock runs. */
let stoppedAt: number | undefined;
const minute = 60_000;

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, { clock: () => stoppedAt ?? Date.now() });
  shop = await anOctoShop(gateway, {
    option: {
      bookingCutoffMinutes: 90,
      cancellationCutoffAmount: 1,
      cancellationCutoffUnit: "day",
    },
  });
  reseller = anOctoReseller(gateway, shop);
});
afterAll(() => gateway.stop());

interface Availability {
  readonly id: string;
  readonly utcCutoffAt: string;
}

const units = (): object[] => [{ id: shop.unitIds[0], quantity: 2 }];

async function availability(body: object): Promise<Availability & Record<string, unknown>> {
  const asked = { localDate: dateIn(1), ...body };
  const reply = await shop.ask("POST /availability", asked);
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

it("6: places of a booking change until the cancellation cutoff, words until the start", async () => {
  const { path, startAt } = await sold(5);
  const day = 1_440 * minute;
  const next = await reseller.idOf(6);
  stoppedAt = startAt - day;
  const three = await reseller.send(`PATCH ${path}`, { unitItems: reseller.adults(3) });
  expect(bookingOf(three).unitItems).toHaveLength(3);
  stoppedAt += 1;
  const late: object[] = [{ unitItems: reseller.adults(4) }, { availabilityId: next }];
  for (const body of late)
    expect(errorOf(await reseller.send(`PATCH ${path}`, body))).toBe("UNPROCESSABLE_ENTITY");
  expect(errorOf(await reseller.send(`POST ${path}/cancel`, {}))).toBe("UNPROCESSABLE_ENTITY");
  // A reseller cannot force, as a native user can.
  const forced = await reseller.send(`POST ${path}/cancel`, { force: true });
  expect(errorOf(forced)).toBe("UNPROCESSABLE_ENTITY");
  stoppedAt = startAt;
  const changed = await reseller.send(`PATCH ${path}`, {
    notes: "late",
    contact: { fullName: "Ada" },
  });
  expect(bookingOf(changed)).toMatchObject({ notes: "late", contact: { fullName: "Ada" } });
  stoppedAt += 1;
  const over = await reseller.send(`PATCH ${path}`, { notes: "too late" });
  expect(errorOf(over)).toBe("UNPROCESSABLE_ENTITY");
  expect(bookingOf(await reseller.send(`GET ${path}`))).toMatchObject({ notes: "late" });
});

it("6: a booking moves to a departure until that one's booking cutoff", async () => {
  const { path } = await sold(9);
  const sooner = await reseller.idOf(7);
  const cutoff = Date.parse(sooner) - 90 * minute;
  stoppedAt = cutoff + 1;
  const late = await reseller.send(`PATCH ${path}`, { availabilityId: sooner });
  expect(errorOf(late)).toBe("UNPROCESSABLE_ENTITY");
  stoppedAt = cutoff;
  const moved = await reseller.send(`PATCH ${path}`, { availabilityId: sooner });
  expect(bookingOf(moved)).toMatchObject({ availabilityId: sooner });
  expect(sooner.slice(0, 10)).toBe(dateIn(7));
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
