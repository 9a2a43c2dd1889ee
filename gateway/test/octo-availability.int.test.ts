/** Departures as a reseller reads them over OCTO. The client parses every answer by the standard's schemas. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { availability } from "@slipway/contracts";
import { type Reply, sharedClient } from "./client.ts";
import { anOctoShop, dateIn, sundayOf } from "./octo-shop.ts";

interface Availability {
  readonly id: string;
  readonly available: boolean;
  readonly status: string;
}

const client = forThisFile(() => sharedClient());
const shop = forThisFile(() => anOctoShop(client, { startTimes: ["09:00", "14:00"] }));

const check = async (body: object, of = shop): Promise<Availability[]> => {
  const reply = await of.ask("POST /availability", body);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.body as Availability[];
};
const idsOf = (found: readonly Availability[]): string[] => found.map(({ id }) => id);
const errorOf = ({ status, body }: Reply): object => {
  const { errorMessage: _, requestId: _id, ...error } = body as Record<string, unknown>;
  return { status, ...error };
};
/** A range of at most 31 days within the next 400. */
const [first, last] = [dateIn(2), dateIn(4)];
const range = { localDateStart: first, localDateEnd: last };

function reserve(availabilityId: string, quantity: number, of = shop): Promise<Reply> {
  const unitItems = Array.from({ length: quantity }, () => ({ unitId: of.unitIds[0] }));
  return of.ask("POST /bookings", { availabilityId, unitItems });
}

async function book(availabilityId: string, quantity: number, of = shop): Promise<void> {
  const { status, text } = await reserve(availabilityId, quantity, of);
  expect([status, text]).toEqual([200, text]);
}

describe("departures over OCTO", () => {
  it("are those of the days asked for, in the words of the standard", async () => {
    const found = await check(range);
    expect(found).toHaveLength(6);
    const [one] = await check({ localDate: first });
    expect(one).toEqual(found[0]);
    const { id } = one ?? { id: "" };
    expect(id).toMatch(new RegExp(`^${first}T09:00:00[+]0[12]:00$`));
    expect(one).toEqual({
      id,
      localDateTimeStart: id,
      localDateTimeEnd: id.replace("T09", "T10"),
      utcCutoffAt: new Date(id).toISOString().replace(".000Z", "Z"),
      allDay: false,
      available: true,
      status: "AVAILABLE",
      vacancies: 10,
      capacity: 10,
      maxUnits: 10,
      openingHours: [],
    });
  });

  it("by id come in the order asked for, without what is no departure", async () => {
    const [one = "", two = ""] = idsOf(await check({ localDate: first }));
    const inUtc = new Date(one).toISOString();
    const none = ["nonsense", "", one.replace("T09", "T08"), "2020-01-01T09:00:00+01:00"];
    expect(idsOf(await check({ availabilityIds: [two, ...none, inUtc, one] }))).toEqual([two, one]);
    expect(await check({ availabilityIds: [] })).toEqual([]);
  });

  it("change their status with what is left for the party", async () => {
    const [one = ""] = idsOf(await check({ localDate: last }));
    const statusFor = async (quantity?: number): Promise<unknown> => {
      const units = quantity === undefined ? [] : [{ id: shop.unitIds[0], quantity }];
      const [found] = await check({ availabilityIds: [one], units });
      return [found?.available, found?.status];
    };
    expect(await statusFor(10)).toEqual([true, "AVAILABLE"]);
    expect(await statusFor(11)).toEqual([false, "SOLD_OUT"]);
    await book(one, 6);
    expect(await statusFor(4)).toEqual([true, "LIMITED"]);
    expect(await statusFor(5)).toEqual([false, "SOLD_OUT"]);
    expect(await statusFor()).toEqual([true, "LIMITED"]);
    await book(one, 4);
    expect(await statusFor()).toEqual([false, "SOLD_OUT"]);
  });

  it("are closed in a block and without a price", async () => {
    const { owner: key, productId, optionId } = shop;
    const day = dateIn(40);
    const block = { productId, startAt: `${day}T00:00:00Z`, endAt: `${day}T23:00:00Z` };
    await client.send("POST /availability-blocks", { key, body: block });
    const found = await check({ localDate: day });
    expect(found.map(({ status }) => status)).toEqual(["CLOSED", "CLOSED"]);
    const other = await anOctoShop(client, { rates: [] });
    expect((await check({ localDate: day }, other))[0]).toMatchObject({ status: "CLOSED" });
    expect(optionId).not.toBe(other.optionId);
  });
});

describe("the calendar over OCTO", () => {
  it("has one entry per day with a departure, with the best of the day", async () => {
    const day = dateIn(60);
    const departures = idsOf(await check({ localDate: day }));
    for (const [index, quantity] of [10, 7].entries())
      await book(departures[index] ?? "", quantity);
    const { body } = await shop.ask("POST /availability/calendar", {
      localDateStart: day,
      localDateEnd: dateIn(61),
    });
    const days = { capacity: 10, openingHours: [], available: true };
    expect(body).toEqual([
      { localDate: day, status: "LIMITED", vacancies: 3, ...days },
      { localDate: dateIn(61), status: "AVAILABLE", vacancies: 10, ...days },
    ]);
  });
});

it("a long answer has every departure, and its calendar every day", async () => {
  const halfHours = Array.from({ length: 48 }, (_, half) => {
    return `${String(half >> 1).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`;
  });
  const busy = await anOctoShop(client, { startTimes: halfHours, timezone: "Asia/Tokyo" });
  const month = { localDateStart: dateIn(2), localDateEnd: dateIn(32) };
  const found = idsOf(await check(month, busy));
  expect([found.length, new Set(found).size]).toEqual([31 * 48, 31 * 48]);
  const { body } = await busy.ask("POST /availability/calendar", month);
  const dates = (body as { localDate: string }[]).map(({ localDate }) => localDate);
  expect(dates).toEqual([...new Set(found.map((id) => id.slice(0, 10)))]);
  expect(dates).toHaveLength(31);
});

describe("a request over OCTO is refused", () => {
  const invalid = (field: string, error: string, value: string): object => ({
    status: 400,
    error,
    [field]: value,
  });
  const product = (value: string): object => invalid("productId", "INVALID_PRODUCT_ID", value);
  const option = (value: string): object => invalid("optionId", "INVALID_OPTION_ID", value);
  const bad = { status: 400, error: "BAD_REQUEST" };
  const unprocessable = { status: 400, error: "UNPROCESSABLE_ENTITY" };
  const dates = range;

  it.each<[string, object, object]>([
    ["without a product", { ...dates, productId: undefined }, product("")],
    ["of an unknown product", { ...dates, productId: "prd_none" }, product("prd_none")],
    ["without an option", { ...dates, optionId: undefined }, option("")],
    ["of an unknown option", { ...dates, optionId: "opt_none" }, option("opt_none")],
    [
      "of an unknown unit",
      { ...dates, units: [{ id: "unt_none", quantity: 1 }] },
      invalid("unitId", "INVALID_UNIT_ID", "unt_none"),
    ],
    ["with an end before the start", { localDateStart: last, localDateEnd: first }, bad],
    ["without an end", { localDateStart: first }, bad],
    ["without a start", { localDateEnd: last }, bad],
    ["of no day", { localDateStart: "2027-02-30", localDateEnd: "2027-03-01" }, bad],
    ["of more than 400 days", { localDateStart: first, localDateEnd: dateIn(402) }, bad],
    ["with a quantity that is no number", { ...dates, units: [{ id: "a", quantity: "2" }] }, bad],
  ])("%s", async (_name, body, error) => {
    for (const head of ["POST /availability", "POST /availability/calendar"])
      expect(errorOf(await shop.ask(head, body))).toEqual(error);
  });

  it.each<[string, object]>([
    ["without days and ids", {}],
    ["with days and ids", { ...range, availabilityIds: [] }],
    ["with one day and several", { ...range, localDate: first }],
  ])("%s", async (_name, body) => {
    expect(errorOf(await shop.ask("POST /availability", body))).toEqual(bad);
  });

  it("in another currency, where it asks for prices", async () => {
    const ask = (currency: string, headers?: Record<string, string>): Promise<Reply> =>
      shop.ask("POST /availability", { ...range, currency }, headers);
    const priced = { "Octo-Capabilities": "octo/pricing" };
    expect(errorOf(await ask("USD", priced))).toEqual(unprocessable);
    expect((await ask("EUR", priced)).status).toBe(200);
    expect((await ask("USD")).status).toBe(200);
  });

  it("of another supplier's option, as of one that does not exist", async () => {
    const other = await anOctoShop(client);
    const { productId, optionId } = other;
    const ask = (body: object): Promise<Reply> =>
      shop.ask("POST /availability", { ...range, ...body });
    expect(errorOf(await ask({ productId, optionId }))).toEqual(product(productId));
    expect(errorOf(await ask({ optionId }))).toEqual(option(optionId));
  });

  it("of a product of which nothing is sold, as of an unknown one", async () => {
    const bare = await anOctoShop(client, { units: [], rates: [] });
    const reply = await bare.ask("POST /availability", range);
    expect(errorOf(reply)).toEqual(product(bare.productId));
  });
});

describe("4: on the days on which clocks show a time twice", () => {
  it.each<[string, string[], string, string[], string]>([
    [
      "Europe/Rome",
      ["02:30", "03:30"],
      sundayOf(10, "last"),
      ["T02:30:00+02:00", "T03:30:00+01:00"],
      "T02:30:00+01:00",
    ],
    [
      "Australia/Lord_Howe",
      ["01:45", "02:15"],
      sundayOf(4, "first"),
      ["T01:45:00+11:00", "T02:15:00+10:30"],
      "T01:45:00+10:30",
    ],
  ])(
    "in %s those at %j of %s have ids of their own",
    async (timezone, startTimes, day, texts, second) => {
      const here = await anOctoShop(client, {
        timezone,
        startTimes,
        option: { durationMinutes: 20 },
      });
      const ids = texts.map((text) => day + text);
      expect(idsOf(await check({ localDate: day }, here))).toEqual(ids);
      expect(idsOf(await check({ availabilityIds: ids }, here))).toEqual(ids);
      const { body: calendar } = await here.ask("POST /availability/calendar", {
        localDateStart: day,
        localDateEnd: day,
      });
      expect(calendar).toMatchObject([{ localDate: day }]);
      // The timetable means the first of two showings; the id of the second names another instant.
      const [one = ""] = ids;
      const another = day + second;
      expect(await check({ availabilityIds: [another] }, here)).toEqual([]);
      expect(errorOf(await reserve(another, 1, here))).toMatchObject({
        error: "INVALID_AVAILABILITY_ID",
      });
      const departure = { optionId: here.optionId, productId: here.productId, startAt: another };
      const startAt = new Date(another).toISOString();
      await call(client.platform.as(here.tenantId), availability.recordManualDeparture, {
        ...departure,
        startAt,
      });
      expect(idsOf(await check({ availabilityIds: [another, one] }, here))).toEqual([another, one]);
      expect(idsOf(await check({ localDate: day }, here))).toEqual([one, another, ...ids.slice(1)]);
      // A booking of one departure takes places from that departure alone.
      await book(one, 3, here);
      const vacancies = await check({ availabilityIds: [one, another] }, here);
      expect(vacancies).toMatchObject([{ vacancies: 7 }, { vacancies: 10 }]);
    },
  );
});
