/** Changes of bookings, orders and departures that are repeated by the header Idempotency-Key. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Ferry, aFerry } from "./a-ferry.ts";
import { type Reply, codeOf, sharedClient } from "./client.ts";
import { dateIn } from "./octo-shop.ts";
import { rawAnswer } from "./raw-answer.ts";

const startAt = `${dateIn(300)}T08:00:00.000Z`;

const gateway = forThisFile(() => sharedClient());
const ferry = forThisFile((): Promise<Ferry> => aFerry(gateway, 2_000));

function send(head: string, body?: object, name?: string, key = ferry.key): Promise<Reply> {
  const headers = name === undefined ? {} : { "Idempotency-Key": name };
  return gateway.send(head, { key, headers, ...(body && { body }) });
}

const said = (reply: Reply): unknown[] => [
  codeOf(reply),
  reply.headers.get("idempotent-replayed"),
  (reply.body as { status?: string }).status,
];

async function make(head: string, body: object): Promise<{ id: string; updatedAt: string }> {
  return (await send(head, body)).body as { id: string; updatedAt: string };
}

function hold(more: object = {}) {
  const { optionId, unitId } = ferry;
  const unitItems = [{ unitId, quantity: 1 }];
  return make("POST /bookings", { optionId, startAt, unitItems, status: "ON_HOLD", ...more });
}

/** The actions on a record after it was made, as the audit log has them. */
async function doneTo(entityType: string, entityId: string): Promise<string[]> {
  await gateway.platform.settle();
  const query = new URLSearchParams({ entityType, entityId });
  const log = (await send(`GET /audit-logs?${query.toString()}`)).body as { action: string }[];
  return log.map(({ action }) => action).filter((action) => action !== `${entityType}.create`);
}

/** Sends a change twice with one key, and once with the key and another body. */
async function repeat(head: string, body: object): Promise<unknown[]> {
  const first = await send(head, body, "one");
  const again = await send(head, body, "one");
  expect(again.body).toEqual(first.body);
  const other = await send(head, { ...body, ...otherBody }, "one");
  expect(codeOf(other)).toBe("409 IDEMPOTENCY_KEY_REUSED");
  return [...said(first), ...said(again).slice(0, 2)];
}

/** Members that all of these changes take, and none in which they differ. */
const otherBody = { reason: "Another", notes: "Another", expirationMinutes: 7, device: "Other" };

describe("a change of a booking that is repeated with its key", () => {
  it.each([
    ["confirm", {}, "201", "CONFIRMED", "booking.confirm"],
    ["extend", { expirationMinutes: 60 }, "200", "ON_HOLD", "booking.extend"],
    ["reject", { reason: "Full" }, "201", "REJECTED", "booking.reject"],
    ["cancel", { reason: "Rain" }, "201", "CANCELLED", "booking.cancel"],
  ])("is made once: %s", async (verb, body, status, state, done) => {
    const { id } = await hold();
    const found = await repeat(`POST /bookings/${id}/${verb}`, body);
    expect(found).toEqual([status, null, state, status, "true"]);
    expect(await doneTo("booking", id)).toEqual([done]);
  });

  it("is made once: PATCH, by a version that is gone by then", async () => {
    const { id, updatedAt: expectedUpdatedAt } = await hold();
    const { unitId } = ferry;
    const body = { expectedUpdatedAt, unitItems: [{ unitId, quantity: 2 }] };
    const ask = (more = {}) => send(`PATCH /bookings/${id}`, { ...body, ...more }, "one");
    expect(said(await ask())).toEqual(["200", null, "ON_HOLD"]);
    expect(said(await ask())).toEqual(["200", "true", "ON_HOLD"]);
    expect(codeOf(await ask({ participants: {} }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
    expect(await doneTo("booking", id)).toEqual(["booking.update"]);
  });

  it("is made once: a check-in of one ticket, which the first request has redeemed", async () => {
    const { id } = await hold({ status: "CONFIRMED" });
    const [ticket] = (await send(`GET /bookings/${id}/tickets`)).body as { code: string }[];
    const body = { code: ticket?.code };
    const first = await send("POST /tickets/redeem", body, "one");
    const again = await send("POST /tickets/redeem", body, "one");
    expect(again.body).toEqual(first.body);
    expect([first, again].map(said)).toEqual([
      ["200", null, undefined],
      ["200", "true", undefined],
    ]);
    expect(codeOf(await send(`POST /bookings/${id}/redeem`, {}, "one"))).toBe(
      "409 IDEMPOTENCY_KEY_REUSED",
    );
    expect(await doneTo("booking", id)).toEqual(["booking.redeem"]);
  });

  it("is still a double ticket: the repeat of a check-in that came second", async () => {
    const { id } = await hold({ status: "CONFIRMED" });
    const [ticket] = (await send(`GET /bookings/${id}/tickets`)).body as { code: string }[];
    const body = { code: ticket?.code };
    await send("POST /tickets/redeem", body);
    const second = await send("POST /tickets/redeem", body, "second");
    const again = await send("POST /tickets/redeem", body, "second");
    expect([second, again].map((reply) => reply.body)).toMatchObject([
      { already: true },
      { already: true },
    ]);
    expect(said(again)[1]).toBe("true");
  });

  it("is answered as the record is now, not as it was", async () => {
    const { id } = await hold();
    await send(`POST /bookings/${id}/confirm`, {}, "confirm");
    await send(`POST /bookings/${id}/cancel`, {}, "cancel");
    const again = await send(`POST /bookings/${id}/confirm`, {}, "confirm");
    expect(said(again)).toEqual(["201", "true", "CANCELLED"]);
  });

  it("is made once by twelve requests at once", async () => {
    const { id } = await hold();
    const ask = () => send(`POST /bookings/${id}/confirm`, {}, "one");
    const replies = await Promise.all(Array.from({ length: 12 }, ask));
    expect(new Set(replies.map(codeOf))).toEqual(new Set(["201"]));
    const first = replies.filter(({ headers }) => headers.get("idempotent-replayed") === null);
    expect(first).toHaveLength(1);
    expect(await doneTo("booking", id)).toEqual(["booking.confirm"]);
  });

  it("is another change of another record, and of another caller", async () => {
    const [one, other] = [await hold(), await hold()];
    await send(`POST /bookings/${one.id}/extend`, { expirationMinutes: 60 }, "one");
    for (const verb of ["confirm", "cancel"])
      expect(codeOf(await send(`POST /bookings/${one.id}/${verb}`, {}, "one"))).toBe(
        "409 IDEMPOTENCY_KEY_REUSED",
      );
    const confirmed = await send(`POST /bookings/${other.id}/confirm`, {}, "one");
    expect(said(confirmed)).toEqual(["201", null, "CONFIRMED"]);
    const issued = await send("POST /api-keys", { name: "Another", scopes: ["*"] });
    const { key } = issued.body as { key: string };
    const ofAnother = await send(`POST /bookings/${one.id}/cancel`, {}, "one", key);
    expect(said(ofAnother)).toEqual(["201", null, "CANCELLED"]);
  });

  it("keeps its key where it changed nothing, and not where it was refused", async () => {
    const { id } = await hold();
    await send(`POST /bookings/${id}/extend`, { expirationMinutes: 600 }, "long");
    const short = await send(`POST /bookings/${id}/extend`, { expirationMinutes: 1 }, "short");
    expect(said(short)).toEqual(["200", null, "ON_HOLD"]);
    const reused = await send(`POST /bookings/${id}/confirm`, {}, "short");
    expect(codeOf(reused)).toBe("409 IDEMPOTENCY_KEY_REUSED");
    expect(await doneTo("booking", id)).toEqual(["booking.extend"]);
    expect(codeOf(await send(`POST /bookings/${id}/approve`, {}, "refused"))).toBe(
      "409 INVALID_STATE",
    );
    expect(said(await send(`POST /bookings/${id}/confirm`, {}, "refused"))).toEqual([
      "201",
      null,
      "CONFIRMED",
    ]);
  });

  it("without a key is what it was, and so is one with the key of the sale", async () => {
    const { id } = await hold({ idempotencyKey: "made" });
    expect(codeOf(await send(`POST /bookings/${id}/confirm`, {}))).toBe("201");
    expect(codeOf(await send(`POST /bookings/${id}/confirm`, {}))).toBe("409 INVALID_STATE");
    expect(said(await send(`POST /bookings/${id}/cancel`, {}, "made"))[1]).toBeNull();
  });

  it.each([
    ["empty", [""]],
    ["of another encoding", ["é"]],
    ["too long", ["x".repeat(201)]],
    ["sent twice", ["one", "two"]],
  ])("is refused with a key that is %s: the header is named", async (_, keys) => {
    const { id } = await hold();
    const { bytes } = await rawAnswer(`${gateway.url}/api/v1/bookings/${id}/confirm`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${ferry.key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": keys.map((key) => Buffer.from(key).toString("latin1")),
      },
      body: {},
    });
    const problem = JSON.parse(bytes.toString()) as Record<string, unknown>;
    expect(problem).toMatchObject({ code: "VALIDATION_FAILED" });
    expect([problem["detail"], problem["errors"]]).toEqual([
      expect.stringMatching(/^The header Idempotency-Key must/),
      undefined,
    ]);
  });
});

describe("a change of an order that is repeated with its key", () => {
  async function anOrder(): Promise<{ id: string; updatedAt: string; holds: string[] }> {
    const order = await make("POST /orders", {});
    const holds = [await hold({ orderId: order.id }), await hold({ orderId: order.id })];
    return { ...order, holds: holds.map(({ id }) => id) };
  }

  it.each([
    ["confirm", { notes: "Paid" }, "201", "CONFIRMED", "order.confirm", ["booking.confirm"]],
    ["extend", { expirationMinutes: 60 }, "200", "OPEN", "order.extend", ["booking.extend"]],
    ["cancel", { reason: "Rain" }, "201", "CANCELLED", "order.cancel", ["booking.cancel"]],
  ])("is made once: %s", async (verb, body, status, state, done, doneToEach) => {
    const { id, holds } = await anOrder();
    const found = await repeat(`POST /orders/${id}/${verb}`, body);
    expect(found).toEqual([status, null, state, status, "true"]);
    expect(await doneTo("order", id)).toEqual([done]);
    for (const each of holds) expect(await doneTo("booking", each)).toEqual(doneToEach);
    // The key is the order's: a booking of it does not know it.
    const [first = ""] = holds;
    const own = await send(`POST /bookings/${first}/cancel`, {}, "one");
    expect(own.headers.get("idempotent-replayed")).toBeNull();
    expect(codeOf(own)).not.toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it("is made once: PATCH, and twelve confirmations at once", async () => {
    const { id, updatedAt: expectedUpdatedAt } = await anOrder();
    const found = await repeat(`PATCH /orders/${id}`, { expectedUpdatedAt, notes: "By bus" });
    expect(found).toEqual(["200", null, "OPEN", "200", "true"]);
    const confirm = () => send(`POST /orders/${id}/confirm`, {}, "confirm");
    const replies = await Promise.all(Array.from({ length: 12 }, confirm));
    const first = replies.filter(({ headers }) => headers.get("idempotent-replayed") === null);
    expect([new Set(replies.map(codeOf)), first.length]).toEqual([new Set(["201"]), 1]);
    expect((await doneTo("order", id)).toSorted()).toEqual(["order.confirm", "order.update"]);
  });
});

describe("a decision on a departure that is repeated with its key", () => {
  it("is made once, although it was decided otherwise meanwhile", async () => {
    const at = `${dateIn(301)}T08:00:00.000Z`;
    const departure = { optionId: ferry.optionId, startAt: at };
    const storm = { ...departure, reason: "Storm" };
    const callOff = () => send("POST /departures/call-off", storm, "off");
    const reopen = () => send("POST /departures/reopen", departure, "open");
    expect(said(await callOff()).slice(0, 2)).toEqual(["200", null]);
    expect(said(await callOff()).slice(0, 2)).toEqual(["200", "true"]);
    expect(said(await reopen()).slice(0, 2)).toEqual(["200", null]);
    const late = await callOff();
    expect(said(late).slice(0, 2)).toEqual(["200", "true"]);
    expect(late.body).toMatchObject({ departure: { runs: "OPEN" } });
    expect((await reopen()).body).toMatchObject({ runs: "OPEN" });
    const other = await send("POST /departures/call-off", { ...storm, reason: "Fog" }, "off");
    expect(codeOf(other)).toBe("409 IDEMPOTENCY_KEY_REUSED");
    // A decision that changed nothing keeps its key too: a repeat does not call off what was reopened.
    await send("POST /departures/call-off", storm);
    await send("POST /departures/call-off", storm, "needless");
    await send("POST /departures/reopen", departure);
    const needless = await send("POST /departures/call-off", storm, "needless");
    expect(needless.body).toMatchObject({ departure: { runs: "OPEN" } });
    const done = await doneTo("departure", `${departure.optionId}/${at}`);
    expect(done.filter((action) => action === "departure.call-off")).toHaveLength(2);
  });
});
