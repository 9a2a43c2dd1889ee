/** POST /bookings/quote answers what a sale or a change would, and leaves no trace. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { databasesFor, watchCommands, watchable } from "@slipway/dev/testing-reads";
import fc from "fast-check";
import {
  type Drawn,
  type Shop,
  aShop,
  acts,
  changeBody,
  dateOf,
  saleBody,
  shopPlan,
} from "./quoted-shop.ts";
import { type Reply, type TestGateway, testGateway } from "./testing.ts";

let gateway: TestGateway;
beforeAll(async () => {
  // Recovery compacts logs that have rested; here it would write while a test looks.
  const settings = { CLAIM_SWEEP_SECONDS: "9999" };
  gateway = await testGateway(import.meta.url, { ...watchable(import.meta.url), settings });
});
afterAll(() => gateway.stop());

/** A key and a session of a new tenant. */
async function aSeller(): Promise<{ key: string; session: string }> {
  const { tenantId, key } = await gateway.aKey();
  const user = { email: `${tenantId}@example.com`, password: "correct horse battery" };
  const request = gateway.platform.as(tenantId);
  await call(request, auth.createUser, { ...user, name: "Ada", scopes: ["*"] });
  const reply = await gateway.send("POST /sessions", { body: user });
  return { key, session: (reply.body as { token: string }).token };
}

interface Booking {
  readonly id: string;
  readonly optionId: string;
  readonly startAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
}

/** A shop in which one client quotes and then does what it has quoted. */
interface Seller extends Shop {
  readonly key: string;
  readonly session: string;
  readonly booked: Booking[];
}

interface Quote {
  readonly expiresAt: string | null;
  readonly vacanciesAfter: number | null;
}

interface Asked {
  readonly head: string;
  readonly key: string;
  readonly body: object;
  /** The booking that a change is for. */
  readonly bookingId?: string;
}

/** How often each answer was agreed on. */
const agreed = new Map<string, number>();

/** Quotes and then does the same; compares both answers with each other and with GET /availability. */
async function agree(seller: Seller, what: Asked): Promise<void> {
  const { head, key, body, bookingId } = what;
  const begunAt = Date.now();
  const quoted = await gateway.send("POST /bookings/quote", { key, body: { bookingId, ...body } });
  const done = await gateway.send(head, { key, body });
  const { code } = quoted.body as { code?: string };
  const outcome = `${bookingId === undefined ? "sale" : "change"} ${code ?? quoted.status}`;
  agreed.set(outcome, (agreed.get(outcome) ?? 0) + 1);
  if (code !== undefined) return expect(refusalIn(quoted)).toEqual(refusalIn(done));
  expect([done.status < 300, done.text]).toEqual([true, done.text]);
  const { expiresAt, vacanciesAfter, ...quote } = quoted.body as Quote;
  const booking = done.body as Booking;
  expect(booking).toMatchObject(quote);
  // A hold begins when it is made, and ends at a whole second.
  const [later, latest] = [heldUntil(booking) - heldUntil({ expiresAt }), Date.now() - begunAt];
  expect(later).toBeGreaterThanOrEqual(0);
  expect(later).toBeLessThan(latest + 1_000);
  const shown = await vacanciesAt(seller, booking);
  if (shown !== undefined) expect(vacanciesAfter).toBe(shown);
  const index = seller.booked.findIndex(({ id }) => id === booking.id);
  seller.booked[index < 0 ? seller.booked.length : index] = booking;
}

function refusalIn({ body }: Reply): object {
  const { requestId: _, ...problem } = body as { requestId: string };
  return problem;
}

function heldUntil({ expiresAt }: Pick<Booking, "expiresAt">): number {
  return expiresAt === null ? 0 : Date.parse(expiresAt);
}

/** Undefined where the start is no departure, as that of a change that keeps its start may be. */
async function vacanciesAt(
  { key }: Seller,
  { optionId, startAt }: Booking,
): Promise<number | null | undefined> {
  const query = new URLSearchParams({ optionId, from: startAt, to: startAt });
  const { status, body } = await gateway.send(`GET /availability?${query.toString()}`, { key });
  // Else a 503 would show only as a start that is no departure.
  expect([status, body]).toEqual([200, body]);
  return (body as { vacancies: number | null }[])[0]?.vacancies;
}

async function doAct(seller: Seller, act: Drawn<typeof acts>[number]): Promise<void> {
  const { key, session, booked } = seller;
  if (act.act === "sell") {
    const sent = { key: act.bySession ? session : key, body: saleBody(seller, act) };
    return agree(seller, { head: "POST /bookings", ...sent });
  }
  const booking = booked[act.booking % booked.length];
  if (!booking) return undefined;
  const { id } = booking;
  if (act.act === "change") {
    const body = changeBody(seller, act, booking);
    return agree(seller, { head: `PATCH /bookings/${id}`, key, body, bookingId: id });
  }
  await gateway.send(`POST /bookings/${id}/cancel`, { key, body: {} });
  return undefined;
}

const history = fc.asyncProperty(shopPlan, acts, async (plan, drawn) => {
  const { key, session } = await aSeller();
  const shop = await aShop(gateway, key, plan);
  const seller: Seller = { ...shop, key, session, booked: [] };
  for (const act of drawn) await doAct(seller, act);
});

const none = { id: "", units: [] };
const plainOption = {
  durationMinutes: 45,
  bookingCutoffMinutes: 0,
  restrictions: {},
  metadata: {},
  pricingPer: "UNIT",
  paxCounts: [1, 1, 1],
  unitMax: {},
  rates: [1_250, 500, null],
  tiers: null,
  boat: { quantity: 1 },
  hasGuides: false,
} satisfies Drawn<typeof shopPlan>["options"][number];
const plainShop = {
  zone: { timezone: "Etc/UTC", offset: "+00:00" },
  options: [plainOption, plainOption],
  boats: { quantity: 1, capacityPerResource: 9 },
  blockedDay: null,
} satisfies Drawn<typeof shopPlan>;

/** Jobs renew leases and note the release that runs, and auth notes when a key was used, whatever it asks. */
const isApart = (database: string, collection: unknown): boolean =>
  collection === "leases" || collection === "releases" || database.endsWith("auth");

/** All other documents of all services. */
async function everything(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { service, db } of databasesFor(import.meta.url))
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      if (!isApart(service, name))
        found[`${service}.${name}`] = await db.collection(name).find().sort({ _id: 1 }).toArray();
  return found;
}

describe("a quote", () => {
  it("is what the sale or the change then comes to, or the refusal that it gets", async () => {
    await fc.assert(history, { seed: 7, numRuns: 12, endOnFailure: true });
    expect([...agreed.keys()]).toEqual(
      expect.arrayContaining([
        "sale 200",
        "sale CAPACITY_EXHAUSTED",
        "sale PRICE_NOT_CONFIGURED",
        "sale RESOURCE_NOT_LINKED",
        "change 200",
        "change CAPACITY_EXHAUSTED",
        "change VERSION_CONFLICT",
        "change VALIDATION_FAILED",
      ]),
    );
  });

  it("writes nothing: no record, no event, no departure, no ledger", async () => {
    const { key } = await aSeller();
    const shop = await aShop(gateway, key, plainShop);
    const [{ id: optionId, units } = none] = shop.options;
    const unitId = units[0];
    const unitItems = [{ unitId, quantity: 4 }];
    const sale = { optionId, startAt: shop.startOf(1, "09:00"), unitItems };
    const booked = await gateway.send("POST /bookings", { key, body: sale });
    const { id: bookingId, updatedAt: expectedUpdatedAt } = booked.body as Booking;
    const change = { bookingId, expectedUpdatedAt };
    // A supplier's first look at vacancies writes the version of its resources.
    const [from, to] = [shop.startOf(0, "00:00"), shop.startOf(2, "00:00")];
    const asked = new URLSearchParams({ optionId, from, to }).toString();
    expect((await gateway.send(`GET /availability?${asked}`, { key })).status).toBe(200);
    await gateway.platform.settle();
    const before = await everything();
    const writes = watchCommands(["insert", "update", "delete", "findAndModify", "bulkWrite"]);
    const quotes: [object, number][] = [
      [sale, 200],
      [{ ...sale, status: "ON_HOLD" }, 200],
      [{ ...sale, unitItems: [{ unitId, quantity: 40 }] }, 409],
      [{ ...sale, unitItems: [{ unitId, quantity: 40 }], expandCapacity: true }, 200],
      // Nothing was ever sold on this day.
      [
        { ...sale, startAt: undefined, customStart: { localDate: dateOf(40), localTime: "10:17" } },
        200,
      ],
      [{ ...change, unitItems }, 200],
      [{ ...change, customStart: { localDate: dateOf(41), localTime: "10:17" } }, 200],
      [{ ...change, participants: { names: ["Ada"] } }, 200],
      [{ ...change, unitItems: [{ unitId, quantity: 40 }] }, 409],
    ];
    for (const [body, status] of quotes) {
      const reply = await gateway.send("POST /bookings/quote", { key, body });
      expect([reply.status, reply.text]).toEqual([status, reply.text]);
    }
    // A sweep may ask for what is to go; what is gone, `everything` shows.
    const written = writes.filter(
      ({ database, command }) =>
        !("delete" in command) && !isApart(database, Object.values(command)[0]),
    );
    expect(written).toEqual([]);
    await gateway.platform.settle();
    expect(await everything()).toEqual(before);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        "bookings.bookings",
        "resources-capacity.ledgers",
        "audit.audit_logs",
      ]),
    );
  });
});
