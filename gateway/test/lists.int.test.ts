import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { aWorld } from "./world.ts";

const booked: Booking[] = [];

interface Booking {
  id: string;
  updatedAt: string;
}
interface Changes {
  items: Booking[];
  nextCursor: string | null;
}

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));
beforeAll(async () => {
  for (const firstName of ["Ada", "Grace", "ADALIA"]) {
    const unitItems = [{ unitId: world.ids.units, quantity: 1 }];
    const customer = { firstName };
    const { optionId, startAt } = { optionId: world.ids.options, startAt: world.freeStartAt };
    const { body } = await send("POST /bookings", { optionId, startAt, unitItems, customer });
    booked.push(body as Booking);
  }
});

const send = (head: string, body?: unknown) =>
  gateway.send(head, { key: world.key, ...(body === undefined ? {} : { body }) });
const list = (query: Record<string, string>) =>
  send(`GET /bookings?${new URLSearchParams(query).toString()}`);
const since = "2000-01-01T00:00:00Z";

describe("GET /bookings", () => {
  it("with updatedSince gives what has changed, page by page, with the watermark", async () => {
    const ids: string[] = [];
    let query: Record<string, string> = { updatedSince: since, search: "ada", limit: "1" };
    let watermark = "";
    for (;;) {
      const { status, body, headers } = await list(query);
      const { items, nextCursor } = body as Changes;
      expect([status, items.length]).toEqual([200, 1]);
      expect(Object.keys(body as object).toSorted()).toEqual(["items", "nextCursor"]);
      ids.push(...items.map(({ id }) => id));
      watermark = headers.get("sync-watermark") ?? "";
      if (nextCursor === null) break;
      query = { cursor: nextCursor, limit: "1" };
    }
    expect(ids).toEqual([booked[0]?.id, booked[2]?.id]);
    expect(watermark).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(Date.parse(watermark)).toBeLessThan(Date.now());
    const again = (await list({ updatedSince: watermark })).body as Changes;
    expect(again.items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it("is empty in both forms of a tenant that has sold nothing", async () => {
    const { key } = await gateway.aKey();
    expect((await gateway.send("GET /bookings", { key })).text).toBe("[]");
    const page = await gateway.send("GET /bookings?limit=1", { key });
    expect(page.body).toEqual({ items: [], total: 0 });
  });

  it("has no watermark in its other forms", async () => {
    expect((await list({})).headers.has("sync-watermark")).toBe(false);
    expect((await list({ limit: "1" })).headers.has("sync-watermark")).toBe(false);
  });

  it.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "1.5"],
    ["updatedSince", "yesterday"],
    ["updatedSince", "2027-01-01"],
    ["cursor", "x"],
    ["cursor", ""],
    ["search", ""],
  ])("refuses %s=%s", async (field, value) => {
    const { status, body } = await list({ [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ in: "query", pointer: field }] });
  });

  it("carries the longest search in a cursor", async () => {
    const firstName = "é".repeat(900);
    const unitItems = [{ unitId: world.ids.units, quantity: 1 }];
    const booking = { optionId: world.ids.options, startAt: world.freeStartAt, unitItems };
    for (let count = 0; count < 2; count++)
      await send("POST /bookings", { ...booking, customer: { firstName } });
    const first = (await list({ updatedSince: since, search: firstName, limit: "1" })).body;
    const { nextCursor } = first as Changes;
    const next = (await list({ cursor: nextCursor ?? "" })).body as Changes;
    expect([next.items.length, next.nextCursor]).toEqual([1, null]);
  });

  it("finds what was booked a moment ago, in each form", async () => {
    const booking = { optionId: world.ids.options, startAt: world.freeStartAt };
    const unitItems = [{ unitId: world.ids.units, quantity: 1 }];
    const customer = { email: "Only.Once@guest.example" };
    const before = (await list({ limit: "1" })).body as { total: number };
    const { id } = (await send("POST /bookings", { ...booking, unitItems, customer }))
      .body as Booking;
    const search = "only.once";
    expect((await list({ search })).body).toMatchObject([{ id }]);
    expect((await list({ search, limit: "5" })).body).toMatchObject({ items: [{ id }], total: 1 });
    expect((await list({ search, updatedSince: since })).body).toMatchObject({ items: [{ id }] });
    expect((await list({ limit: "1" })).body).toMatchObject({ total: before.total + 1 });
    await send(`POST /bookings/${id}/cancel`);
    const filters = { search, limit: "5", status: "CANCELLED" };
    expect((await list(filters)).body).toMatchObject({ items: [{ id }], total: 1 });
    expect((await list({ ...filters, status: "CONFIRMED" })).body).toEqual({ items: [], total: 0 });
  });
});
