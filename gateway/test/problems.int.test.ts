/** Facts, fields and sentences of refusals, beside their code. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { type World, aWorld, bookedStartAt } from "./world.ts";

let ids: World["ids"];

const gateway = forThisFile(() => sharedClient());
const world = forThisFile(() => aWorld(gateway));
beforeAll(async () => {
  ids = world.ids;
});

async function send(head: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await gateway.send(head, { key: world.key, ...(body ? { body } : {}) });
  return reply.body as Record<string, unknown>;
}

const order = (quantity: number, more: object = {}): object => ({
  optionId: ids.options,
  startAt: world.freeStartAt,
  unitItems: [{ unitId: ids.units, quantity }],
  ...more,
});
const minutesAfter = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString();

describe("a refusal", () => {
  it("for want of places says the vacancies of GET /availability", async () => {
    await send("POST /bookings", order(3));
    const day = { from: world.freeStartAt, to: world.freeStartAt };
    const query = new URLSearchParams({ optionId: ids.options, ...day });
    const [shown] = (await send(`GET /availability?${query.toString()}`)) as unknown as object[];
    expect(shown).toMatchObject({ vacancies: 7 });
    expect(await send("POST /bookings", order(8))).toMatchObject({
      code: "CAPACITY_EXHAUSTED",
      vacancies: 7,
    });
  });

  it("of a booking's state says the state, of its version when it changed", async () => {
    const { id, updatedAt } = await send("POST /bookings", order(1));
    const stale = { expectedUpdatedAt: "2027-01-01T00:00:00Z", participants: {} };
    expect(await send(`PATCH /bookings/${String(id)}`, stale)).toMatchObject({
      code: "VERSION_CONFLICT",
      updatedAt,
    });
    await send(`POST /bookings/${String(id)}/cancel`);
    for (const [head, body] of [
      [`POST /bookings/${String(id)}/cancel`],
      [`POST /bookings/${String(id)}/confirm`],
      [`PATCH /bookings/${String(id)}`, stale],
    ] as const)
      expect(await send(head, body)).toMatchObject({
        code: "INVALID_STATE",
        bookingStatus: "CANCELLED",
        detail: "The booking is CANCELLED.",
      });
  });

  it("of a start names the nearest departures, of a sale and of a change", async () => {
    const startAt = minutesAfter(world.freeStartAt, 30);
    const nearest = [0, -240, 20 * 60].map((minutes) => minutesAfter(world.freeStartAt, minutes));
    expect(nearest[1]).toBe(bookedStartAt);
    const refused = { code: "NOT_A_DEPARTURE", nearest };
    expect(await send("POST /bookings", order(1, { startAt }))).toMatchObject(refused);
    const { id, updatedAt } = await send("POST /bookings", order(1));
    const change = { expectedUpdatedAt: updatedAt, startAt };
    expect(await send(`PATCH /bookings/${String(id)}`, change)).toMatchObject(refused);
  });

  it("of a range says how many days it may have", async () => {
    const query = new URLSearchParams({
      optionId: ids.options,
      from: "2027-01-01T00:00:00Z",
      to: "2029-01-01T00:00:00Z",
    });
    expect(await send(`GET /availability?${query.toString()}`)).toMatchObject({
      code: "RANGE_TOO_LARGE",
      maxDays: 400,
    });
  });
});

describe("an id in a body that names nothing", () => {
  const nothing = "xxx_00000000000000000000000000000000";
  const twoResources = () => ({
    resourceItems: [ids.resources, nothing].map((resourceId) => ({ resourceId, quantity: 1 })),
  });
  const feb = { startAt: "2050-02-01T00:00:00Z", endAt: "2050-02-02T00:00:00Z" };
  const ofSupplier = { supplierId: nothing, name: "R" };
  const one = { quantity: 1, capacityPerResource: 1 };
  const url = "https://hooks.example.com";
  const feed = { name: "Feed", withNames: false };
  const optionHead = (below: string) => `POST /options/${ids.options}/${below}`;
  it.each<[() => [string, object], string]>([
    [() => ["POST /bookings", order(1, { optionId: nothing })], "optionId"],
    [() => ["POST /bookings", order(1, twoResources())], "resourceItems/1/resourceId"],
    [() => ["POST /products", ofSupplier], "supplierId"],
    [() => ["POST /resources", { ...ofSupplier, ...one }], "supplierId"],
    [() => [optionHead("resource-requirements"), { resourceId: nothing }], "resourceId"],
    [() => ["POST /availability-blocks", { productId: nothing, ...feb }], "productId"],
    [() => ["POST /webhooks/subscriptions", { url, supplierId: nothing }], "supplierId"],
    [() => ["POST /calendar-feeds", { ...feed, optionId: nothing }], "optionId"],
    [() => ["POST /channels", { code: "other", ...ofSupplier }], "supplierId"],
    [() => [optionHead("availability-periods/quote"), { remove: [nothing] }], "remove/0"],
  ])("is pointed at, in request %#", async (request, field) => {
    const problem = await send(...request());
    expect(problem).toMatchObject({
      code: "NOT_FOUND",
      errors: [{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE" }],
    });
    expect(JSON.stringify(problem)).not.toContain(nothing);
  });

  it("is distinguished from one in the path, which is pointed at by nothing", async () => {
    const body = { resourceId: ids.resources };
    const refused = await send(`POST /options/${nothing}/resource-requirements`, body);
    expect(refused).toMatchObject({ code: "NOT_FOUND" });
    expect(refused).not.toHaveProperty("errors");
  });
});

describe("a field that is refused", () => {
  const ofOption = (below: string, body: object): [string, object] => [
    `POST /options/${ids.options}/${below}`,
    body,
  ];
  const year = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [1] };
  const customStart = { localDate: "1 June", localTime: "10:30" };
  it.each<[string, () => [string, object], object]>([
    [
      "the values of a list",
      () => ofOption("units", { name: "Dog", type: "DOG" }),
      { pointer: "#/type", allowed: expect.arrayContaining(["ADULT", "CHILD"]) },
    ],
    [
      "a date-time",
      () => ["POST /bookings", order(1, { startAt: "tomorrow" })],
      { pointer: "#/startAt", example: "2027-06-01T09:00:00Z" },
    ],
    [
      "a day",
      () => ["POST /bookings", order(1, { startAt: undefined, customStart })],
      { pointer: "#/customStart/localDate", example: "2027-06-15" },
    ],
    [
      "a time of a list",
      () => ofOption("availability-periods", { ...year, startTimes: ["9 am"] }),
      { pointer: "#/startTimes/0", example: "09:00" },
    ],
    [
      "a time zone",
      () => ["POST /suppliers", { name: "S", timezone: "Venice" }],
      { pointer: "#/timezone", example: "Europe/Rome" },
    ],
  ])("shows %s", async (_name, request, error) => {
    const problem = await send(...request());
    expect(problem).toMatchObject({ code: "VALIDATION_FAILED", errors: [error] });
    expect(JSON.stringify(problem)).not.toMatch(/DOG|tomorrow|1 June|9 am|Venice/);
  });
});

it("a list of ids in a query is pointed at by the parameter's name", async () => {
  for (const optionId of [`${ids.options},`, ",", "x".repeat(1001)]) {
    const query = new URLSearchParams({ optionId, from: bookedStartAt, to: bookedStartAt });
    const refused = await send(`GET /availability?${query.toString()}`);
    const error = { in: "query", pointer: "optionId", code: "INVALID_VALUE" };
    expect(refused).toMatchObject({ code: "VALIDATION_FAILED", errors: [error] });
  }
});

it("the answer to a body of another type says which one is taken", async () => {
  const headers = { "content-type": "text/xml" };
  const { body } = await gateway.send("POST /suppliers", { key: world.key, body: "<a/>", headers });
  const { code, detail } = body as { code: string; detail: string };
  expect([code, detail]).toEqual([
    "UNSUPPORTED_CONTENT_TYPE",
    expect.stringContaining("application/json"),
  ]);
});
