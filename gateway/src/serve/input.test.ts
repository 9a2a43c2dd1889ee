import { describe, expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { createInputReader } from "./input.ts";
import { routes } from "../routes/routes.ts";

interface Sent {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
  idempotencyKeys?: readonly string[];
  ifMatch?: string;
}

/** Reads a request to the route `head`: its input, or its refusal. */
function read(
  head: string,
  { path = {}, query = "", body, idempotencyKeys = [], ...sent }: Sent,
): unknown {
  const route = routes.find((each) => `${each.method} ${each.path}` === head);
  if (!route) throw new Error(`${head} is no route`);
  try {
    return createInputReader(route)({
      path,
      query: new URLSearchParams(query),
      body,
      idempotencyKeys,
      ...sent,
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const fields = refusal.details.errors?.map((at) => `${at.in} ${at.pointer} ${at.code}`);
    return fields ? [refusal.code, ...fields] : [refusal.code];
  }
}

const anOption = { name: "Evening", durationMinutes: 90 };

describe("the input of an action", () => {
  it("takes a field of the path from the path alone", () => {
    const path = { id: "prd_1" };
    const body = { ...anOption, id: "prd_of_another" };
    expect(read("POST /products/{id}/options", { path, body })).toMatchObject({ id: "prd_1" });
    const query = "id=other&active=false";
    expect(
      read("GET /options/{id}/availability-periods", { path: { id: "opt_1" }, query }),
    ).toMatchObject({ id: "opt_1", active: "false" });
  });

  it("leaves out fields it does not know, and the bus's own", () => {
    const body = { ...anOption, surprise: 1 };
    expect(read("POST /products/{id}/options", { path: { id: "p" }, body })).not.toHaveProperty(
      "surprise",
    );
    expect(read("GET /suppliers", { query: "page=next&surprise=1&limit=2" })).toEqual({ limit: 2 });
  });

  it("reads a quote with a bookingId as the change of that booking, and each other one as a sale", () => {
    const head = "POST /bookings/quote";
    const sale = { optionId: "opt_1", startAt: "2027-06-15T07:00:00Z", unitItems: [] };
    const change = { bookingId: "bkg_1", expectedUpdatedAt: "2027-06-15T07:00:00Z" };
    expect(read(head, { body: sale })).toEqual(["VALIDATION_FAILED", "body #/unitItems TOO_SMALL"]);
    expect(read(head, { body: { startAt: sale.startAt } })).toEqual([
      "VALIDATION_FAILED",
      "body #/optionId REQUIRED",
      "body #/unitItems REQUIRED",
    ]);
    expect(read(head, { body: { ...change, status: 7, participants: {} } })).toEqual({
      bookingId: "bkg_1",
      expectedUpdatedAt: "2027-06-15T07:00:00.000Z",
      participants: {},
    });
    expect(read(head, { body: { ...change, ...sale } })).toEqual([
      "VALIDATION_FAILED",
      "body #/optionId IMMUTABLE_FIELD",
    ]);
    expect(read(head, { body: { bookingId: 7 } })).toEqual([
      "VALIDATION_FAILED",
      "body #/bookingId INVALID_TYPE",
      "body #/expectedUpdatedAt REQUIRED",
    ]);
  });

  it("refuses a known query parameter that is given twice, and no other", () => {
    expect(read("GET /suppliers", { query: "limit=1&limit=2&offset=0&offset=0" })).toEqual([
      "VALIDATION_FAILED",
      "query limit INVALID_VALUE",
      "query offset INVALID_VALUE",
    ]);
    expect(read("GET /suppliers", { query: "x=1&x=2" })).toEqual({});
  });

  it("names the place of every field at fault", () => {
    expect(read("GET /availability", { query: "from=x&limit=0" })).toEqual([
      "VALIDATION_FAILED",
      "query from INVALID_FORMAT",
      "query to REQUIRED",
      "query optionId REQUIRED",
    ]);
    expect(read("POST /suppliers", { body: { name: "" } })).toEqual([
      "VALIDATION_FAILED",
      "body #/name TOO_SMALL",
      "body #/timezone REQUIRED",
    ]);
  });

  it.each([[[]], [null], ["text"], [1], [true]])("refuses the body %j: it is no object", (body) => {
    expect(read("POST /suppliers", { body })).toEqual(["VALIDATION_FAILED", "body # INVALID_TYPE"]);
    expect(read("POST /bookings/{id}/reject", { path: { id: "b" }, body })).toEqual([
      "VALIDATION_FAILED",
      "body # INVALID_TYPE",
    ]);
  });

  it("says of an empty change what it needs in any case", () => {
    const path = { id: "b" };
    expect(read("PATCH /bookings/{id}", { path, body: {} })).toEqual([
      "VALIDATION_FAILED",
      "body # REQUIRED",
      "body #/expectedUpdatedAt REQUIRED",
    ]);
    expect(read("PATCH /suppliers/{id}", { path, body: { surprise: 1 } })).toEqual([
      "VALIDATION_FAILED",
      "body # REQUIRED",
    ]);
  });

  it.each([
    ['W/"2027-05-01T10:00:00.000Z"', undefined, "2027-05-01T10:00:00.000Z"],
    [' "2027-05-01T12:00:00+02:00"', undefined, "2027-05-01T10:00:00.000Z"],
    ['W/"2027-05-01T10:00:00.000Z"', "2027-06-01T10:00:00Z", "2027-06-01T10:00:00.000Z"],
    ["no tag", "2027-06-01T10:00:00Z", "2027-06-01T10:00:00.000Z"],
    ["no tag", undefined, "INVALID_FORMAT"],
    ['W/"1", W/"2"', undefined, "INVALID_FORMAT"],
    ['"5d41402abc4b2a76b9719d911017c592"', undefined, "INVALID_FORMAT"],
    ["*", undefined, "REQUIRED"],
  ])("takes If-Match %s for the version that a PATCH is of, if it says %s", (ifMatch, own, is) => {
    const body = { participants: {}, ...(own === undefined ? {} : { expectedUpdatedAt: own }) };
    const found = read("PATCH /bookings/{id}", { path: { id: "b" }, body, ifMatch });
    const refused = ["VALIDATION_FAILED", `body #/expectedUpdatedAt ${is}`];
    const taken = { id: "b", participants: {}, expectedUpdatedAt: is };
    expect(found).toEqual(/^[A-Z]/.test(is) ? refused : taken);
  });

  const expectedUpdatedAt = "2027-05-01T10:00:00.000Z";
  const nothing = ["VALIDATION_FAILED", "body # REQUIRED"];
  it.each([
    ["PATCH /resources/{id}", { id: "b", expectedUpdatedAt }],
    ["PATCH /bookings/{id}", nothing],
  ])("takes If-Match alone for the version alone: %s", (head, taken) => {
    const ask = (sent: Sent) => read(head, { path: { id: "b" }, ...sent });
    expect(ask({ body: { expectedUpdatedAt } })).toEqual(taken);
    expect(ask({ body: {}, ifMatch: `W/"${expectedUpdatedAt}"` })).toEqual(taken);
    expect(ask({ body: {}, ifMatch: "*" })).toEqual(expect.arrayContaining(nothing));
  });

  it("takes a missing body for an empty one where no field is required", () => {
    expect(read("POST /bookings/{id}/reject", { path: { id: "b" } })).toEqual({ id: "b" });
    expect(read("POST /bookings/{id}/cancel", { path: { id: "b" } })).toEqual({
      id: "b",
      force: false,
    });
    expect(read("POST /suppliers", {})).toEqual([
      "VALIDATION_FAILED",
      "body #/name REQUIRED",
      "body #/timezone REQUIRED",
    ]);
  });

  it("does not look at the body of an action that takes none", () => {
    for (const body of [undefined, {}, [], { id: "c", reason: 7 }])
      expect(read("POST /bookings/{id}/approve", { path: { id: "b" }, body })).toEqual({ id: "b" });
  });

  it.each(["PATCH /suppliers/{id}", "PATCH /options/{id}", "PATCH /units/{id}", "PATCH /me"])(
    "refuses %s without a field that it knows",
    (head) => {
      const path = head.includes("{id}") ? { id: "x" } : {};
      for (const body of [undefined, {}, { surprise: 1 }])
        expect(read(head, { path, body })).toMatchObject({
          0: "VALIDATION_FAILED",
          1: "body # REQUIRED",
        });
    },
  );

  it.each([
    ["PATCH /options/{id}", "pricingPer"],
    ["PATCH /resources/{id}", "supplierId"],
    ["PATCH /products/{id}", "supplierId"],
  ])("refuses %s with %s, whatever its value", (head, field) => {
    for (const value of [null, "UNIT", 1])
      expect(read(head, { path: { id: "x" }, body: { name: "n", [field]: value } })).toEqual([
        "VALIDATION_FAILED",
        `body #/${field} IMMUTABLE_FIELD`,
      ]);
  });

  it("answers NOT_FOUND for a path that can name nothing, once all else is in order", () => {
    const path = { id: "x".repeat(1001) };
    expect(read("GET /suppliers/{id}", { path })).toEqual(["NOT_FOUND"]);
    expect(read("PATCH /suppliers/{id}", { path, body: { name: "" } })).toEqual([
      "VALIDATION_FAILED",
      "body #/name TOO_SMALL",
    ]);
  });

  it("keeps keys of free JSON that name parts of an object's own machinery", () => {
    const body = JSON.parse('{"name":"n","timezone":"Europe/Rome","constructor":1}') as unknown;
    expect(read("POST /suppliers", { body })).toMatchObject({ name: "n" });
  });
});

describe("the header Idempotency-Key", () => {
  const sale = {
    optionId: "opt_1",
    startAt: "2035-07-15T09:00:00+02:00",
    unitItems: [{ unitId: "unt_1", quantity: 1 }],
  };
  const keyed = (idempotencyKeys: string[], fields: object = {}) =>
    read("POST /bookings", { body: { ...sale, ...fields }, idempotencyKeys });
  const own = (idempotencyKey: unknown) => ({ idempotencyKey });

  it.each<[string, string[], object, string]>([
    ["alone", ["a key"], {}, "a key"],
    ["beside the same key in the body", ["a"], own("a"), "a"],
    ["of 200 characters", ["x".repeat(200)], {}, "x".repeat(200)],
    ["not at all", [], own("b"), "b"],
  ])("is the body's key: %s", (_, keys, fields, idempotencyKey) => {
    expect(keyed(keys, fields)).toMatchObject({ optionId: "opt_1", idempotencyKey });
  });

  it.each<[string, string[], object, string]>([
    ["given twice", ["a", "a"], {}, "INVALID_VALUE"],
    ["of another encoding", ["\u00e9"], {}, "INVALID_FORMAT"],
    ["beside another key in the body", ["a"], own("b"), "MUTUALLY_EXCLUSIVE"],
    ["beside null in the body", ["a"], own(null), "MUTUALLY_EXCLUSIVE"],
    ["empty", [""], {}, "TOO_SMALL"],
    ["too long", ["x".repeat(201)], {}, "TOO_BIG"],
  ])("is refused %s", (_, keys, fields, code) => {
    expect(keyed(keys, fields)).toEqual(["VALIDATION_FAILED", `body #/idempotencyKey ${code}`]);
  });

  it("changes no other input", () => {
    const idempotencyKeys = ["a", "b"];
    const path = { id: "b" };
    const named = read("PATCH /suppliers/{id}", { path, body: { name: "n" }, idempotencyKeys });
    expect(named).toEqual({ id: "b", name: "n" });
    expect(read("GET /bookings", { idempotencyKeys })).toEqual({});
  });
});

describe("the list of bookings", () => {
  it.each([
    ["status=CONFIRMED", { status: "CONFIRMED" }],
    ["status=CANCELLED,ON_HOLD,CANCELLED", { status: "ON_HOLD,CANCELLED" }],
    ["sort=startAt&limit=2", { sort: "startAt", limit: 2 }],
  ])("takes %s", (query, input) => {
    expect(read("GET /bookings", { query })).toEqual(input);
  });

  it.each([
    ["status=", "status INVALID_VALUE"],
    ["status=CONFIRMED,", "status INVALID_VALUE"],
    ["status=CONFIRMED,%20PENDING", "status INVALID_VALUE"],
    ["status=confirmed", "status INVALID_VALUE"],
    ["sort=updatedAt", "sort INVALID_VALUE"],
    ["sort=createdAt&updatedSince=2000-01-01T00:00:00Z", "sort MUTUALLY_EXCLUSIVE"],
    ["sort=startAt&cursor=x", "sort MUTUALLY_EXCLUSIVE"],
    [`idempotencyKey=${"x".repeat(201)}`, "idempotencyKey TOO_BIG"],
  ])("refuses %s", (query, fault) => {
    expect(read("GET /bookings", { query })).toEqual(["VALIDATION_FAILED", `query ${fault}`]);
  });
});
