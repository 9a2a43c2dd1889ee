/** What a shop sees over HTTP: seats sold once, whoever asks how often and at the same time. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

export interface Answer {
  status: number;
  replayed: boolean;
  body: Record<string, unknown> & { id: string; code?: string; status?: string };
}

/** One installation of Slipway, however many processes it is. */
export interface Installation {
  /** Of its gateways, which are asked in turn. */
  readonly urls: readonly string[];
  readonly key: string;
  stop(): Promise<void>;
}

let installation: Installation;
let asked = 0;

async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const { urls, key } = installation;
  const response = await fetch(`${urls[asked++ % urls.length]}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    status: response.status,
    replayed: response.headers.get("idempotent-replayed") === "true",
    body: (await response.json()) as Answer["body"],
  };
}

async function made(path: string, body: object): Promise<string> {
  const { status, body: record } = await ask("POST", path, body);
  expect({ path, status, code: record.code }).toMatchObject({ status: 201 });
  return record.id;
}

const day = "2027-07-01";
const always = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

async function aBoat(seats: number): Promise<{ supplierId: string; resourceId: string }> {
  const supplierId = await made("/suppliers", { name: "Ferries", timezone: "UTC" });
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: seats };
  return { supplierId, resourceId: await made("/resources", boat) };
}

async function anOption(
  { supplierId, resourceId }: { supplierId: string; resourceId: string },
  startTimes: string[],
  durationMinutes = 60,
): Promise<{ optionId: string; unitId: string }> {
  const productId = await made("/products", { supplierId, name: "Line" });
  const optionId = await made(`/products/${productId}/options`, { name: "Seat", durationMinutes });
  const unitId = await made(`/options/${optionId}/units`, { name: "Adult", type: "ADULT" });
  await made(`/options/${optionId}/resource-requirements`, { resourceId });
  await made(`/options/${optionId}/availability-periods`, { ...always, startTimes });
  const periods = [{ ...always, startTimes, retailPrices: { [unitId]: 1250 } }];
  const priced = await ask("PUT", `/options/${optionId}/pricing-periods`, {
    pricingPer: "UNIT",
    periods,
  });
  expect(priced.status).toBe(200);
  return { optionId, unitId };
}

function book(
  { optionId, unitId }: { optionId: string; unitId: string },
  time: string,
  more: object = {},
): Promise<Answer> {
  const startAt = `${day}T${time}:00Z`;
  return ask("POST", "/bookings", {
    optionId,
    startAt,
    unitItems: [{ unitId, quantity: 1 }],
    ...more,
  });
}

async function vacancies(optionId: string, time: string): Promise<number | null | undefined> {
  const at = encodeURIComponent(`${day}T${time}:00Z`);
  const { body } = await ask("GET", `/availability?optionId=${optionId}&from=${at}&to=${at}`);
  return (body as unknown as { vacancies: number | null }[])[0]?.vacancies;
}

function countBy(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 201 ? "201" : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The same tests for every way to run it. */
export function describeSelling(name: string, start: () => Promise<Installation>): void {
  describe(name, () => {
    beforeAll(async () => {
      installation = await start();
    }, 180_000);
    afterAll(() => installation.stop(), 60_000);

    it("sells one seat, shows it in availability and in the audit log", async () => {
      const option = await anOption(await aBoat(20), ["10:00"]);
      const { status, body } = await book(option, "10:00");
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: "CONFIRMED",
        source: "api/v1",
        pricingSnapshot: { retail: 1250, currency: "EUR", currencyPrecision: 2 },
      });
      expect(await vacancies(option.optionId, "10:00")).toBe(19);
      let entries: unknown[] = [];
      const until = Date.now() + 1_000;
      while (entries.length === 0 && Date.now() < until) {
        const log = await ask("GET", `/audit-logs?entityType=booking&entityId=${body.id}`);
        entries = log.body as unknown as unknown[];
      }
      expect(entries).toMatchObject([
        { action: "booking.create", entityId: body.id, before: null },
      ]);
    });

    it("sells 20 seats to 64 parallel buyers exactly 20 times", async () => {
      const option = await anOption(await aBoat(20), ["10:00"]);
      const answers = await Promise.all(Array.from({ length: 64 }, () => book(option, "10:00")));
      expect(countBy(answers)).toEqual({ "201": 20, "409 CAPACITY_EXHAUSTED": 44 });
      expect(await vacancies(option.optionId, "10:00")).toBe(0);
    });

    it("shares a boat between options at overlapping times and not at touching ones", async () => {
      const boat = await aBoat(10);
      const early = await anOption(boat, ["10:00"]);
      const late = await anOption(boat, ["10:30", "11:00"]);
      const six = { unitItems: [{ unitId: early.unitId, quantity: 6 }] };
      expect((await book(early, "10:00", six)).status).toBe(201);
      expect(await vacancies(late.optionId, "10:30")).toBe(4);
      expect(await vacancies(late.optionId, "11:00")).toBe(10);
      const five = { unitItems: [{ unitId: late.unitId, quantity: 5 }] };
      expect(await book(late, "10:30", five)).toMatchObject({
        status: 409,
        body: { code: "CAPACITY_EXHAUSTED" },
      });
      expect((await book(late, "11:00", five)).status).toBe(201);
      // 10:30-11:30 lies beside 6 until 11:00 and beside 5 from then on: the peak counts, not the sum.
      expect(await vacancies(late.optionId, "10:30")).toBe(4);
    });

    it("makes one booking of 50 equal posts on the last seat", async () => {
      const option = await anOption(await aBoat(1), ["10:00"]);
      const idempotencyKey = "one-seat";
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => book(option, "10:00", { idempotencyKey })),
      );
      expect(countBy(answers)).toEqual({ "201": 50 });
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    });

    it("has freed the places of a booking once its cancel is answered", async () => {
      const option = await anOption(await aBoat(1), ["10:00"]);
      for (let round = 0; round < 10; round++) {
        const { status, body } = await book(option, "10:00");
        expect(status).toBe(201);
        expect((await ask("POST", `/bookings/${body.id}/cancel`)).body.status).toBe("CANCELLED");
        expect(await vacancies(option.optionId, "10:00")).toBe(1);
      }
    });

    it("keeps the places of a hold, and confirms it once", async () => {
      const boat = await aBoat(1);
      const option = await anOption(boat, ["10:00"]);
      const held = await book(option, "10:00", { status: "ON_HOLD" });
      expect(held.body).toMatchObject({ status: "ON_HOLD", expiresAt: expect.any(String) });
      expect(await book(option, "10:00")).toMatchObject({ status: 409 });
      expect((await ask("POST", `/bookings/${held.body.id}/confirm`)).body.status).toBe(
        "CONFIRMED",
      );
      expect(await ask("POST", `/bookings/${held.body.id}/confirm`)).toMatchObject({
        status: 409,
        body: { code: "INVALID_STATE" },
      });
    });
  });
}
