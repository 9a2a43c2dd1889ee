/** Checks of a shop over HTTP: seats are sold once, however often clients ask and at the same time. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { until } from "../src/testing-until.ts";
import { type Installation, type Shop, countBy, shopOf } from "../src/shop.ts";

/** The same tests for every way to run it. */
export function describeSelling(name: string, start: () => Promise<Installation>): void {
  describe(`selling over HTTP, ${name}`, () => {
    let installation: Installation;
    let shop: Shop;
    beforeAll(async () => {
      installation = await start();
      shop = shopOf(installation, { isPatient: true });
    });
    afterAll(() => installation.stop());

    it("sells one seat, shows it in availability and in the audit log", async () => {
      const option = await shop.anOption(await shop.aBoat(20), ["10:00"]);
      const { status, body } = await shop.book(option, "10:00");
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: "CONFIRMED",
        source: "api/v1",
        pricingSnapshot: { retail: 1250, currency: "EUR", currencyPrecision: 2 },
      });
      expect(await shop.vacancies(option.optionId, "10:00")).toBe(19);
      const entries = await until(async () => {
        const log = await shop.ask("GET", `/audit-logs?entityType=booking&entityId=${body.id}`);
        const found = log.body as unknown as unknown[];
        return found.length > 0 && found;
      });
      expect(entries).toMatchObject([
        { action: "booking.create", entityId: body.id, before: null },
      ]);
    });

    it("sells 20 seats to 64 parallel buyers exactly 20 times", async () => {
      const option = await shop.anOption(await shop.aBoat(20), ["10:00"]);
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => shop.book(option, "10:00")),
      );
      expect(countBy(answers)).toEqual({ "201": 20, "409 CAPACITY_EXHAUSTED": 44 });
      expect(await shop.vacancies(option.optionId, "10:00")).toBe(0);
    });

    it("shares a boat between options at overlapping times and not at touching ones", async () => {
      const boat = await shop.aBoat(10);
      const early = await shop.anOption(boat, ["10:00"]);
      const late = await shop.anOption(boat, ["10:30", "11:00"]);
      const six = { unitItems: [{ unitId: early.unitId, quantity: 6 }] };
      expect((await shop.book(early, "10:00", six)).status).toBe(201);
      expect(await shop.vacancies(late.optionId, "10:30")).toBe(4);
      expect(await shop.vacancies(late.optionId, "11:00")).toBe(10);
      const five = { unitItems: [{ unitId: late.unitId, quantity: 5 }] };
      expect(await shop.book(late, "10:30", five)).toMatchObject({
        status: 409,
        body: { code: "CAPACITY_EXHAUSTED" },
      });
      expect((await shop.book(late, "11:00", five)).status).toBe(201);
      // 10:30-11:30 lies beside 6 until 11:00 and beside 5 from then on: the peak counts, not the sum.
      expect(await shop.vacancies(late.optionId, "10:30")).toBe(4);
    });

    it("makes one booking of 50 equal posts on the last seat", async () => {
      const option = await shop.anOption(await shop.aBoat(1), ["10:00"]);
      const idempotencyKey = "one-seat";
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => shop.book(option, "10:00", { idempotencyKey })),
      );
      expect(countBy(answers)).toEqual({ "201": 50 });
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    });

    it("has freed the places of a booking once its cancel is answered", async () => {
      const option = await shop.anOption(await shop.aBoat(1), ["10:00"]);
      for (let round = 0; round < 10; round++) {
        const { status, body } = await shop.book(option, "10:00");
        expect(status).toBe(201);
        expect((await shop.ask("POST", `/bookings/${body.id}/cancel`)).body.status).toBe(
          "CANCELLED",
        );
        expect(await shop.vacancies(option.optionId, "10:00")).toBe(1);
      }
    });

    it("keeps the places of a hold, and confirms it once", async () => {
      const boat = await shop.aBoat(1);
      const option = await shop.anOption(boat, ["10:00"]);
      const held = await shop.book(option, "10:00", { status: "ON_HOLD" });
      expect(held.body).toMatchObject({ status: "ON_HOLD", expiresAt: expect.any(String) });
      expect(await shop.book(option, "10:00")).toMatchObject({ status: 409 });
      expect((await shop.ask("POST", `/bookings/${held.body.id}/confirm`)).body.status).toBe(
        "CONFIRMED",
      );
      expect(await shop.ask("POST", `/bookings/${held.body.id}/confirm`)).toMatchObject({
        status: 409,
        body: { code: "INVALID_STATE" },
      });
    });

    it("moves a full boat by half an hour, and changes a booking once per token", async () => {
      const times = ["10:00", "10:30", "11:00", "12:00"];
      const option = await shop.anOption(await shop.aBoat(4), times);
      const four = { unitItems: [{ unitId: option.unitId, quantity: 4 }] };
      const { body } = await shop.book(option, "10:00", four);
      const expectedUpdatedAt = body["updatedAt"];
      const moves = ["10:30", "11:00", "12:00", "10:30", "11:00", "12:00"].map((time) =>
        shop.ask("PATCH", `/bookings/${body.id}`, {
          expectedUpdatedAt,
          startAt: `2027-07-01T${time}:00Z`,
        }),
      );
      const answers = await Promise.all(moves);
      expect(countBy(answers)).toEqual({ "200": 1, "409 VERSION_CONFLICT": 5 });
      const moved = await shop.ask("GET", `/bookings/${body.id}`);
      expect(moved.body).toEqual(answers.find(({ status }) => status === 200)?.body);
      for (const time of times) {
        const isOverlapped =
          Math.abs(
            Date.parse(`2027-07-01T${time}:00Z`) - Date.parse(String(moved.body["startAt"])),
          ) < 3_600_000;
        expect([time, await shop.vacancies(option.optionId, time)]).toEqual([
          time,
          isOverlapped ? 0 : 4,
        ]);
      }
    });

    it("sells no place twice while bookings change, hold longer and end around it", async () => {
      const option = await shop.anOption(await shop.aBoat(8), ["10:00", "10:30"]);
      const held = await Promise.all(
        Array.from({ length: 6 }, () => shop.book(option, "10:00", { status: "ON_HOLD" })),
      );
      const answers = await Promise.all([
        ...held.flatMap(({ body }, index) => [
          shop.ask("PATCH", `/bookings/${body.id}`, {
            expectedUpdatedAt: body["updatedAt"],
            startAt: "2027-07-01T10:30:00Z",
            unitItems: [{ unitId: option.unitId, quantity: 1 + (index % 2) }],
          }),
          shop.ask("POST", `/bookings/${body.id}/extend`, { expirationMinutes: 60 + index }),
          shop.ask("POST", `/bookings/${body.id}/${index % 3 === 0 ? "cancel" : "confirm"}`),
        ]),
        ...Array.from({ length: 12 }, () => shop.book(option, "10:30")),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      let taken = 0;
      const ids = new Set([...held, ...answers].map(({ body }) => body.id).filter(Boolean));
      for (const id of ids) {
        const { body } = await shop.ask("GET", `/bookings/${id}`);
        const [unit] = body["unitItems"] as { quantity: number }[];
        if (["ON_HOLD", "CONFIRMED"].includes(String(body.status))) taken += unit?.quantity ?? 0;
      }
      // Both departures overlap, so all of them share the boat's places.
      expect(taken).toBeLessThanOrEqual(8);
      expect(await shop.vacancies(option.optionId, "10:00")).toBe(8 - taken);
      expect(await shop.vacancies(option.optionId, "10:30")).toBe(8 - taken);
    });
  });
}
