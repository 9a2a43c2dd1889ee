import { afterEach, describe, expect, it } from "@jest/globals";
import { call, refuse } from "@slipway/broker";
import { type InputOf, bookings, type resourcesCapacity } from "@slipway/contracts";
import { codeOf } from "@slipway/dev/testing-request";
import mongoose from "mongoose";
import { everySeat, iso, seatsTaken, benchForFile, tenant } from "../bench.ts";
import { aUnit, now, someFacts, startAt } from "../builders.ts";

const bench = benchForFile(import.meta.url);

/** Facts are kept for a second: each test sells an option of its own. */
let options = 0;
function anOption(facts: Parameters<typeof someFacts>[0] = {}): string {
  const id = `opt${++options}`;
  bench.facts = someFacts({ ...facts, option: { ...facts.option, id } });
  return id;
}

type Command = InputOf<typeof resourcesCapacity.claimCapacity>;

const countOf = () => bench.collection.countDocuments({});

describe("a new booking", () => {
  it("is answered, stored and audited, and holds its places", async () => {
    const optionId = anOption();
    const booking = await bench.create({
      optionId,
      unitItems: [
        { unitId: "adult", quantity: 1 },
        { unitId: "child", quantity: 1 },
        { unitId: "adult", quantity: 1 },
      ],
      customer: { name: "Ada", "a.$b": { "": 1 } },
      notes: "by the window",
      endAt: iso(startAt + 1),
    });
    expect(booking).toMatchObject({
      tenantId: tenant,
      status: "CONFIRMED",
      source: "api/v1",
      sourceChannelConnectionId: null,
      externalId: null,
      resellerReference: null,
      metadata: {},
      startAt: iso(startAt),
      endAt: iso(startAt + 1),
      expiresAt: null,
      customer: { name: "Ada", "a.$b": { "": 1 } },
      notes: "by the window",
      participants: null,
      idempotencyKey: null,
      cancellationReason: null,
      pricingSnapshot: { retail: 2_500, currency: "EUR", currencyPrecision: 2 },
      resourceUsageSnapshot: { items: [{ resourceId: "boat", name: "Boat", capacityPlaces: 3 }] },
      unitItems: [
        { unitId: "adult", quantity: 2, bookingId: booking.id, metadata: {} },
        { unitId: "child", quantity: 1, bookingId: booking.id, metadata: {} },
      ],
    });
    expect(booking.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(booking.uuid).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(await call(bench.as(tenant), bookings.getBooking, { id: booking.id })).toEqual(booking);
    expect(seatsTaken(bench)).toBe(3);
    await bench.settle();
    expect(bench.audited).toMatchObject([
      { action: "booking.create", entityId: booking.id, before: null, actorType: "API_KEY" },
    ]);
    expect(JSON.parse(bench.audited[0]?.after ?? "")).toEqual(booking);
    expect(bench.calls).toContain("resourcesCapacity.attachClaims");
  });

  it("keeps the client's own names and metadata, which other bookings may have, too", async () => {
    const own = {
      externalId: "ORD-2041",
      resellerReference: "AGENT-5531",
      metadata: { z: 1, "a.$b": [null], campaign: "spring" },
    };
    const optionId = anOption();
    const [first, second] = [
      await bench.create({ optionId, ...own }),
      await bench.create({ optionId, ...own }),
    ];
    expect([first, second]).toMatchObject([own, own]);
    expect(second.id).not.toBe(first.id);
    const read = await call(bench.as(tenant), bookings.getBooking, { id: second.id });
    expect(JSON.stringify(read.metadata)).toBe(JSON.stringify(own.metadata));
  });

  it("waits for approval where the operator approves, or is held as long as the option says", async () => {
    const optionId = anOption({ option: { metadata: { directBooking: false, holdMinutes: 5 } } });
    expect(await bench.create({ optionId })).toMatchObject({ status: "PENDING", expiresAt: null });
    expect(await bench.create({ optionId, status: "CONFIRMED" })).toMatchObject({
      status: "CONFIRMED",
    });
    const expiresAt = iso(now + 300_000);
    expect(await bench.create({ optionId, status: "ON_HOLD" })).toMatchObject({
      status: "ON_HOLD",
      expiresAt,
    });
    expect([...bench.claims.values()].map(({ until: end }) => end)).toEqual([
      null,
      null,
      expiresAt,
    ]);
  });

  it("beyond exact money is refused and gives its places back", async () => {
    bench.taken = [{ resourceId: "boat", name: "Boat", places: 24, units: 3, first: true }];
    const optionId = anOption({ option: { pricingPer: "RESOURCE" } });
    const creating = bench.create({ optionId, retailPrices: { adult: 2 ** 52 } });
    await expect(creating).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [{ pointer: "#/unitItems", code: "TOO_BIG" }] },
    });
    expect([seatsTaken(bench), await countOf()]).toEqual([0, 0]);
  });
});

describe("refusals", () => {
  const unlinked = { resourceItems: [{ resourceId: "other", quantity: 1 }] };

  it("asks for a session before it looks at anything", async () => {
    const input = { optionId: "none", backdated: true, idempotencyKey: "k" };
    expect(await codeOf(bench.create(input))).toBe("SESSION_REQUIRED");
    expect(bench.calls).toEqual([]);
  });

  it("knows no option of another name", async () => {
    expect(await codeOf(bench.create({ optionId: "x".repeat(900) }))).toBe("NOT_FOUND");
  });

  it("finds a resource that is none of the tenant's before any domain rule", async () => {
    const optionId = anOption();
    expect(await codeOf(bench.create({ optionId, ...unlinked }))).toBe("NOT_FOUND");
    const past = iso(now - 1);
    expect(await codeOf(bench.create({ optionId, ...unlinked, startAt: past }))).toBe("NOT_FOUND");
    expect(bench.claims.size).toBe(0);
  });

  it("answers what only capacity knows before a missing price and before conflicts", async () => {
    bench.resources.add("other");
    const unpriced = anOption({ pricingPeriods: [], archived: true });
    expect(await codeOf(bench.create({ optionId: unpriced, ...unlinked }))).toBe(
      "RESOURCE_NOT_LINKED",
    );
    expect(await codeOf(bench.create({ optionId: unpriced }))).toBe("PRICE_NOT_CONFIGURED");
    const archived = anOption({ archived: true });
    expect(await codeOf(bench.create({ optionId: archived, ...unlinked }))).toBe(
      "RESOURCE_NOT_LINKED",
    );
    bench.seats = 0;
    expect(await codeOf(bench.create({ optionId: archived }))).toBe("ARCHIVED");
    expect(bench.claims.size).toBe(0);
  });

  it("answers a domain rule before a resource that is not linked", async () => {
    bench.resources.add("other");
    const optionId = anOption({ units: [aUnit("adult", { restrictions: { minQuantity: 2 } })] });
    expect(await codeOf(bench.create({ optionId, ...unlinked }))).toBe("UNIT_RESTRICTION");
  });

  it.each([
    ["an end at the start", { endAt: iso(startAt) }],
    [
      "an end before a local start",
      {
        startAt: undefined,
        customStart: { localDate: "2027-07-01", localTime: "08:00" },
        endAt: iso(startAt),
      },
    ],
    ["no unit", { unitItems: [] }],
  ])("refuses %s as a matter of shape", async (_, input) => {
    const optionId = anOption();
    expect(await codeOf(bench.create({ optionId, ...(input as object) }))).toBe(
      "VALIDATION_FAILED",
    );
  });

  it("knows no unit that is named like what every object has", async () => {
    const retailPrices = JSON.parse('{"__proto__":1}') as Record<string, number>;
    const refused = bench.create({ optionId: anOption(), retailPrices });
    expect(await codeOf(refused)).toBe("UNKNOWN_UNIT");
  });

  it.each([
    ["after the year 9998", "Etc/GMT+10", { localDate: "9998-12-31", localTime: "23:00" }],
    ["before the year 1", "Etc/GMT-10", { localDate: "0001-01-01", localTime: "01:00" }],
  ])("takes no local start that lies %s in UTC", async (_, timezone, customStart) => {
    const optionId = anOption({ timezone });
    const user = { actorType: "USER", actorId: "usr" } as const;
    const refused = call(bench.as(tenant, user), bookings.createBooking, {
      optionId,
      customStart,
      backdated: true,
      retailPrices: { adult: 1 },
      unitItems: everySeat,
    });
    await expect(refused).rejects.toMatchObject({
      type: "VALIDATION_FAILED",
      data: { errors: [{ in: "body", pointer: "#/customStart", code: "INVALID_VALUE" }] },
    });
  });
});

describe("a manual departure", () => {
  const custom = {
    startAt: undefined,
    customStart: { localDate: "2027-07-01", localTime: "12:34" },
  };
  const at = "2027-07-01T12:34:00.000Z";

  it("is not made by a refusal", async () => {
    bench.seats = 0;
    await codeOf(bench.create({ optionId: anOption(), ...custom }));
    expect(bench.departures.size).toBe(0);
  });

  it("is recorded from the outbox when it cannot be before the answer", async () => {
    let failures = 0;
    bench.before["availability.recordManualDeparture"] = async () => {
      if (++failures === 1) throw refuse("SERVICE_UNAVAILABLE");
    };
    await bench.create({ optionId: anOption(), ...custom });
    expect(bench.departures.size).toBe(0);
    await bench.settle();
    expect([...bench.departures]).toEqual([at]);
  });

  it("is not made where a period gives the start", async () => {
    const derived = { localDate: "2027-07-01", localTime: "08:00" };
    await bench.create({
      optionId: anOption(),
      startAt: undefined,
      customStart: derived,
    });
    expect(bench.calls).not.toContain("availability.recordManualDeparture");
  });
});

describe("an idempotency key", () => {
  const keyed = (input: object = {}) => ({
    optionId: bench.facts.option.id,
    startAt: iso(startAt),
    unitItems: everySeat,
    idempotencyKey: "key",
    ...input,
  });
  const post = (input: object = {}, request = bench.as(tenant)) =>
    call(request, bookings.createBooking, keyed(input));

  it("answers its booking as it is now, whatever else is sent", async () => {
    anOption();
    const first = await post();
    const id = first.booking.id;
    await call(bench.as(tenant), bookings.cancelBooking, { id });
    const repeat = await post({ optionId: "none", unitItems: [{ unitId: "nobody", quantity: 9 }] });
    expect(repeat).toMatchObject({ replayed: true, booking: { id, status: "CANCELLED" } });
  });

  it("is not used up by a refusal, nor by another tenant", async () => {
    anOption();
    bench.seats = 0;
    expect(await codeOf(post())).toBe("CAPACITY_EXHAUSTED");
    bench.seats = 2;
    const mine = await post();
    const theirs = await post({}, bench.as("other"));
    expect([mine.replayed, theirs.replayed]).toEqual([false, false]);
    expect(theirs.booking.id).not.toBe(mine.booking.id);
  });

  it("answers its booking after a restart, of 50 parallel posts to two new replicas too", async () => {
    anOption();
    bench.seats = 1;
    const { booking } = await post();
    const replicas = [await bench.restart(), await bench.replica()];
    const posts = Array.from({ length: 50 }, (_, index) => post({}, replicas[index % 2]));
    const created = await Promise.all(posts);
    expect(created.every(({ replayed }) => replayed)).toBe(true);
    expect(new Set(created.map((one) => JSON.stringify(one.booking)))).toEqual(
      new Set([JSON.stringify(booking)]),
    );
    expect([await countOf(), seatsTaken(bench)]).toEqual([1, 1]);
  });

  it("lets one of two replicas win and gives the loser's places back", async () => {
    anOption();
    const other = await bench.replica();
    let waiting = 0;
    let goOn: () => void = () => undefined;
    const both = new Promise<void>((resume) => (goOn = resume));
    bench.before["resourcesCapacity.claimCapacity"] = async () => {
      if (++waiting === 2) goOn();
      await both;
    };
    const created = await Promise.all([post(), post({}, other)]);
    expect(created[0].booking).toEqual(created[1].booking);
    expect(created.filter(({ replayed }) => replayed)).toHaveLength(1);
    expect([await countOf(), seatsTaken(bench)]).toEqual([1, 1]);
  });

  it("is looked up once more before a refusal", async () => {
    anOption();
    bench.seats = 1;
    const other = await bench.replica();
    // The other replica takes the last seat between this one's look-up and its claim.
    let nested: Promise<unknown> | undefined;
    bench.before["resourcesCapacity.claimCapacity"] = async () => {
      if (nested) return;
      nested = post({}, other);
      await nested;
    };
    const created = await post();
    expect(created.replayed).toBe(true);
    expect([await countOf(), seatsTaken(bench)]).toEqual([1, 1]);
  });
});

describe("recovery of claims", () => {
  const settle = (bookingId: string, claimId = `${bookingId}.0a`) =>
    call(bench.as(tenant), bookings.settleClaims, {
      claims: [{ tenantId: tenant, bookingId, claimId }],
    });

  it("that comes between claim and insert makes the insert fail: nothing was done", async () => {
    const optionId = anOption();
    let recovered: unknown;
    bench.before["resourcesCapacity.claimCapacity"] = async ({ bookingId }: Command) => {
      recovered = await settle(bookingId);
    };
    expect(await codeOf(bench.create({ optionId }))).toBe("SERVICE_UNAVAILABLE");
    const [claimId] = bench.claims.keys();
    expect(recovered).toEqual({ named: [], never: [claimId], ended: [] });
    expect(seatsTaken(bench)).toBe(0);
  });

  it("lays a tombstone that no reader sees", async () => {
    const id = "bkg_never";
    expect(await settle(id)).toEqual({ named: [], never: [`${id}.0a`], ended: [] });
    expect(await settle(id)).toEqual({ named: [], never: [`${id}.0a`], ended: [] });
    const request = bench.as(tenant);
    expect(await codeOf(call(request, bookings.getBooking, { id }))).toBe("NOT_FOUND");
    expect(await codeOf(call(request, bookings.cancelBooking, { id }))).toBe("NOT_FOUND");
    expect((await call(request, bookings.listBookings, {})).items).toEqual([]);
    expect(await call(request, bookings.listBookings, { limit: 1 })).toMatchObject({ total: 0 });
    expect((await call(request, bookings.listClaimHolders, {})).items).toEqual([]);
    expect(await call(request, bookings.examineBookings, {})).toEqual({
      bookings: 0,
      findings: [],
      unscheduled: [],
    });
  });

  it("raises the token of a booking that names other claims, and changes nothing that is shown", async () => {
    const booking = await bench.create({ optionId: anOption() });
    const revisionOf = async () => (await bench.collection.findOne({ _id: booking.id }))?.revision;
    const claimId = `${booking.id}.xa`;
    expect(await settle(booking.id, claimId)).toEqual({ named: [], never: [claimId], ended: [] });
    expect(await revisionOf()).toBe(2);
    const request = bench.as(tenant);
    expect(await call(request, bookings.getBooking, { id: booking.id })).toEqual(booking);
  });

  it("never names a claim of another tenant", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    const claimId = `${id}.0a`;
    const claims = [{ tenantId: "other", bookingId: id, claimId }];
    const settled = await call(bench.as(tenant), bookings.settleClaims, { claims });
    expect(settled).toEqual({ named: [], never: [claimId], ended: [] });
  });

  it("says of a claim whose booking has ended that its places are to be given back", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    await call(bench.as(tenant), bookings.cancelBooking, { id });
    expect(await settle(id)).toEqual({ named: [], never: [], ended: [`${id}.0a`] });
  });

  it("settles many claims of all kinds at once", async () => {
    const { id } = await bench.create({ optionId: anOption() });
    const claims = [
      { tenantId: tenant, bookingId: id, claimId: `${id}.0a` },
      { tenantId: tenant, bookingId: id, claimId: `${id}.0b` },
      { tenantId: tenant, bookingId: "bkg_none", claimId: "bkg_none.0a" },
      { tenantId: tenant, bookingId: "bkg_none", claimId: "bkg_none.0b" },
    ];
    const settled = await call(bench.as(tenant), bookings.settleClaims, { claims });
    expect(settled).toEqual({
      named: [`${id}.0a`],
      never: expect.arrayContaining([`${id}.0b`, "bkg_none.0a", "bkg_none.0b"]),
      ended: [],
    });
  });
});

describe("a claim whose answer is lost", () => {
  it("makes no booking and is said to have done nothing", async () => {
    const optionId = anOption();
    bench.after["resourcesCapacity.claimCapacity"] = () =>
      Promise.reject(refuse("OUTCOME_UNKNOWN"));
    expect(await codeOf(bench.create({ optionId }))).toBe("SERVICE_UNAVAILABLE");
    // Only recovery may give back what a lost answer has taken.
    expect([await countOf(), seatsTaken(bench)]).toEqual([0, 1]);
    expect(bench.calls).not.toContain("resourcesCapacity.releaseClaims");
  });
});

describe("an insert whose answer is lost", () => {
  const { Collection, MongoNetworkError, MongoServerError } = mongoose.mongo;
  const { insertOne } = Collection.prototype;
  afterEach(() => {
    Collection.prototype.insertOne = insertOne;
  });

  it("is found to have made the booking", async () => {
    const optionId = anOption();
    Collection.prototype.insertOne = async function (...given) {
      await insertOne.apply(this, given);
      throw new MongoNetworkError("connection closed");
    };
    const booking = await bench.create({ optionId });
    expect(await call(bench.as(tenant), bookings.getBooking, { id: booking.id })).toEqual(booking);
  });

  it("is left to recovery when it is not there, and its places stay taken meanwhile", async () => {
    const optionId = anOption();
    Collection.prototype.insertOne = () => Promise.reject(new MongoNetworkError("closed"));
    expect(await codeOf(bench.create({ optionId }))).toBe("OUTCOME_UNKNOWN");
    expect(seatsTaken(bench)).toBe(1);
    expect(bench.calls).not.toContain("resourcesCapacity.releaseClaims");
  });

  it("is another thing than one that the next primary has refused: nothing was done", async () => {
    const optionId = anOption();
    const refused = new MongoServerError({ code: 10_107, errmsg: "not primary" });
    Collection.prototype.insertOne = () => Promise.reject(refused);
    expect(await codeOf(bench.create({ optionId }))).toBe("SERVICE_UNAVAILABLE");
    // Recovery gives back the places, once it has made sure that no booking names them.
    expect([await countOf(), seatsTaken(bench)]).toEqual([0, 1]);
  });
});
