/** The client against a `fetch` of the test, with the clock stopped. */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { CreateBookingRequest } from "./generated/types.ts";
import { type Slipway, createClient } from "./create-client.ts";
import type { ClientOptions, DeprecationWarning } from "./settings.ts";

/** The server's reaction to one request: an answer, or an error of the connection. */
type Reaction = (init: RequestInit) => Response | Error | Promise<Response>;

interface Sent {
  readonly key: string | null;
  readonly url: string;
  readonly body: Record<string, unknown>;
  /** When it was sent, since the test began. */
  readonly atMs: number;
}

const order: CreateBookingRequest = {
  optionId: "opt_1",
  startAt: "2027-06-15T07:00:00Z",
  unitItems: [{ unitId: "unt_1", quantity: 1 }],
};

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** A client whose requests meet these reactions in turn, the last one from then on. */
function aClient(
  reactions: readonly Reaction[],
  more: Partial<ClientOptions> = {},
): { slipway: Slipway; sent: Sent[] } {
  const sent: Sent[] = [];
  const slipway = createClient({
    baseUrl: "https://slipway.example",
    apiKey: "slw_1",
    async fetch(url, init = {}) {
      const body = JSON.parse((init.body as string | undefined) ?? "{}") as Sent["body"];
      const key = new Headers(init.headers).get("idempotency-key");
      sent.push({ url: url as string, body, key, atMs: Date.now() });
      const react = reactions[Math.min(sent.length, reactions.length) - 1];
      if (react === undefined) throw new Error("the test has no reaction");
      const came = await react(init);
      if (came instanceof Error) throw came;
      return came;
    },
    ...more,
  });
  return { slipway, sent };
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Reaction {
  return () => Response.json(body, { status, headers });
}

function refusal(status: number, code: string, headers?: Record<string, string>): Reaction {
  const type = `urn:slipway:error:${code.toLowerCase().replaceAll("_", "-")}`;
  return answer(status, { type, code, status, title: "No", requestId: "r1" }, headers);
}

const booked = answer(201, { id: "bkg_1", status: "CONFIRMED" });
const cut: Reaction = () =>
  new TypeError("fetch failed", { cause: new Error("other side closed") });
const noServer: Reaction = () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  return new TypeError("fetch failed", { cause });
};
/** No answer until the request is aborted. */
const silence: Reaction = ({ signal }) =>
  new Promise((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true }),
  );

/** The result or error of a call, after the clock has run for a minute. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(jest.getTimerCount()).toBe(0);
  return settled;
}

describe("a booking", () => {
  it("is made once, however often its request is repeated: all have one key", async () => {
    const unknown = refusal(504, "OUTCOME_UNKNOWN");
    const { slipway, sent } = aClient([cut, unknown, noServer, booked]);
    expect(await outcomeOf(slipway.bookings.create(order))).toMatchObject({ id: "bkg_1" });
    expect(sent).toHaveLength(4);
    const keys = new Set(sent.map(({ body }) => body["idempotencyKey"]));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("has a key of its own in every call, and the caller's where one is given", async () => {
    const { slipway, sent } = aClient([booked]);
    await outcomeOf(slipway.bookings.create(order));
    await outcomeOf(slipway.bookings.create(order));
    await outcomeOf(slipway.bookings.create(order, { idempotencyKey: "own-1" }));
    await outcomeOf(slipway.bookings.create({ ...order, idempotencyKey: "own-2" }));
    const keys = sent.map(({ body }) => body["idempotencyKey"]);
    expect(new Set(keys).size).toBe(4);
    expect(keys.slice(2)).toEqual(["own-1", "own-2"]);
  });

  it("that a repeat is refused may stand: the first attempt may hold the very places", async () => {
    const { slipway } = aClient([cut, refusal(409, "CAPACITY_EXHAUSTED")]);
    expect(await outcomeOf(slipway.bookings.create(order))).toMatchObject({
      name: "SlipwayConnectionError",
      outcome: "unknown",
      cause: { code: "CAPACITY_EXHAUSTED" },
    });
  });

  it("is refused alike where the caller asks for problems by their type", async () => {
    const type = "https://book.example.com/docs/errors/capacity-exhausted";
    const code = "CAPACITY_EXHAUSTED";
    const { slipway } = aClient([answer(409, { type, code, status: 409, requestId: "r1" })]);
    expect(await outcomeOf(slipway.bookings.create(order))).toMatchObject({
      name: "SlipwayProblem",
      code,
    });
  });

  it("that was refused in the first attempt was not made", async () => {
    const { slipway, sent } = aClient([noServer, refusal(409, "CAPACITY_EXHAUSTED")]);
    expect(await outcomeOf(slipway.bookings.create(order))).toMatchObject({
      name: "SlipwayProblem",
      status: 409,
      code: "CAPACITY_EXHAUSTED",
      requestId: "r1",
      outcome: "refused",
    });
    expect(sent).toHaveLength(2);
  });
});

describe("a change of a booking's state", () => {
  it("is repeated with one key in its header, which another call does not have", async () => {
    const { slipway, sent } = aClient([cut, refusal(504, "OUTCOME_UNKNOWN"), booked]);
    expect(await outcomeOf(slipway.bookings.confirm("bkg_1"))).toMatchObject({ id: "bkg_1" });
    await outcomeOf(slipway.bookings.cancel("bkg_1", { reason: "Rain" }));
    const keys = sent.map(({ key }) => key);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(2);
    expect(sent[3]?.body).toEqual({ reason: "Rain" });
  });

  it("has the caller's key where one is given", async () => {
    const { slipway, sent } = aClient([booked]);
    await outcomeOf(slipway.bookings.confirm("bkg_1", {}, { idempotencyKey: "own-1" }));
    const headers = { "Idempotency-Key": "own-2" };
    await outcomeOf(slipway.bookings.confirm("bkg_1", {}, { headers }));
    expect(sent.map(({ key }) => key)).toEqual(["own-1", "own-2"]);
  });
});

describe("a change", () => {
  const named = { name: "Laguna Viva" };

  it.each([
    ["a cut connection", cut, { name: "SlipwayConnectionError" }],
    ["OUTCOME_UNKNOWN", refusal(504, "OUTCOME_UNKNOWN"), { code: "OUTCOME_UNKNOWN" }],
    ["a proxy's 503", () => new Response("busy", { status: 503 }), { code: "UNREADABLE_ANSWER" }],
    [
      "a proxy's 503 in JSON",
      () => Response.json({ code: "no_healthy_upstream" }, { status: 503 }),
      { code: "UNREADABLE_ANSWER" },
    ],
    ["silence", silence, { message: "suppliers.update was not answered in time" }],
  ])("without a key is not repeated after %s", async (_name, reaction, expected) => {
    const { slipway, sent } = aClient([reaction]);
    const error = await outcomeOf(slipway.suppliers.update("sup_1", named));
    expect(error).toMatchObject({ ...expected, outcome: "unknown" });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["no route to the server", { code: "EHOSTUNREACH", syscall: "connect" }, 2],
    ["a route that vanished below a connection", { code: "EHOSTUNREACH", syscall: "read" }, 1],
    ["a lost route, nobody says when", { code: "ENETUNREACH" }, 1],
    [
      "no route to any address",
      { errors: [{ code: "ENETUNREACH", syscall: "connect" }, { code: "ECONNREFUSED" }] },
      2,
    ],
    ["addresses of which one may have got it", { errors: [{ syscall: "connect" }, {}] }, 1],
  ])("after %s is sent again only where it was not sent", async (_name, cause, attempts) => {
    const lost = new TypeError("fetch failed", { cause: Object.assign(new Error("lost"), cause) });
    const { slipway, sent } = aClient([() => lost, booked]);
    const error = await outcomeOf(slipway.suppliers.update("sup_1", named));
    expect(sent).toHaveLength(attempts);
    expect(error).toMatchObject(attempts === 1 ? { outcome: "unknown" } : { id: "bkg_1" });
  });
});

describe("a read", () => {
  const found = answer(200, { id: "bkg_1" });

  it("is refused by its last attempt, whatever the ones before met", async () => {
    const { slipway } = aClient([cut, refusal(404, "NOT_FOUND")]);
    expect(await outcomeOf(slipway.bookings.get("bkg_1"))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("waits until the date that a proxy gives", async () => {
    const date = new Date(5_000).toUTCString();
    const { slipway, sent } = aClient([
      () => new Response("", { status: 429, headers: { "retry-after": date } }),
      found,
    ]);
    await outcomeOf(slipway.bookings.get("bkg_1"));
    expect(sent[1]?.atMs).toBeGreaterThanOrEqual(5_000);
  });

  it.each([
    ["the server asks for more time than the call has", "20", { timeoutMs: 15_000 }],
    ["the server asks for more than 30 s", "31", { timeoutMs: 90_000 }],
    ["the caller wants no repeat", "1", { maxRetries: 0 }],
  ])("is not repeated where %s", async (_name, seconds, options) => {
    const { slipway, sent } = aClient([refusal(429, "RATE_LIMITED", { "retry-after": seconds })]);
    const error = await outcomeOf(slipway.bookings.get("bkg_1", options));
    expect(error).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: Number(seconds) * 1_000 });
    expect(sent).toHaveLength(1);
  });

  it("that nobody answers ends with the call's time", async () => {
    const { slipway, sent } = aClient([silence], { attemptTimeoutMs: 4_000, timeoutMs: 10_000 });
    let endedMs = 0;
    const call = slipway.bookings.get("bkg_1").finally(() => (endedMs = Date.now()));
    expect(await outcomeOf(call)).toMatchObject({ outcome: "unknown" });
    expect(sent).toHaveLength(3);
    expect(endedMs).toBe(10_000);
  });
});

describe("an abort", () => {
  /** Counts the listeners that are on it. */
  function aSignal() {
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    const [add, remove] = [
      signal.addEventListener.bind(signal),
      signal.removeEventListener.bind(signal),
    ];
    signal.addEventListener = (...given: Parameters<typeof add>) => (listeners++, add(...given));
    signal.removeEventListener = (...given: Parameters<typeof remove>) => (
      listeners--,
      remove(...given)
    );
    return { controller, signal, listeners: () => listeners };
  }

  it.each([
    ["before the call", [booked], 0, 0, "not sent"],
    ["while the server is silent", [silence], 50, 1, "unknown"],
    [
      "in the pause after a refusal",
      [refusal(429, "RATE_LIMITED", { "retry-after": "5" })],
      50,
      1,
      "not sent",
    ],
    [
      "in the pause after a cut",
      [cut, refusal(429, "RATE_LIMITED", { "retry-after": "9" })],
      1_000,
      2,
      "unknown",
    ],
  ] as const)(
    "%s ends it at once and leaves nothing behind",
    async (name, reactions, afterMs, count, outcome) => {
      const { slipway, sent } = aClient(reactions);
      const { controller, signal, listeners } = aSignal();
      if (name === "before the call") controller.abort("enough");
      let endedMs = -1;
      const call = slipway.bookings.create(order, { signal });
      const settled = call.catch((error: unknown) => error).finally(() => (endedMs = Date.now()));
      await jest.advanceTimersByTimeAsync(afterMs);
      controller.abort("enough");
      await jest.advanceTimersByTimeAsync(0);
      expect(await settled).toMatchObject({ name: "SlipwayAbortError", outcome, cause: "enough" });
      expect([endedMs, sent.length, listeners(), jest.getTimerCount()]).toEqual([
        afterMs,
        count,
        0,
        0,
      ]);
    },
  );

  it("ends each call of a client that was made with its signal", async () => {
    const { controller, signal } = aSignal();
    const { slipway } = aClient([silence, silence], { signal });
    const calls = [outcomeOf(slipway.me.get()), outcomeOf(slipway.bookings.get("bkg_1"))];
    controller.abort("enough");
    for (const ended of await Promise.all(calls))
      expect(ended).toMatchObject({ name: "SlipwayAbortError", cause: "enough" });
  });

  it("signal of a call that has ended is free of it", async () => {
    const { slipway } = aClient([cut, booked]);
    const { signal, listeners } = aSignal();
    await outcomeOf(slipway.bookings.create(order, { signal }));
    expect(listeners()).toBe(0);
  });
});

describe("an answer", () => {
  it("comes with its status and headers on request", async () => {
    const replayed = answer(201, { id: "bkg_1" }, { "idempotent-replayed": "true" });
    const { slipway } = aClient([replayed]);
    const { data, response } = await slipway.bookings.create(order).withResponse();
    expect([data.id, response.status, response.headers.get("idempotent-replayed")]).toEqual([
      "bkg_1",
      201,
      "true",
    ]);
  });

  it("that is refused fails once, by the promise that is waited for", async () => {
    const { slipway } = aClient([refusal(404, "NOT_FOUND")]);
    const call = slipway.bookings.get("bkg_1");
    await expect(call.withResponse()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(call).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["is a proxy's page", 200, "<html>"],
    ["sends elsewhere", 308, ""],
  ])("that %s is none of Slipway's", async (_name, status, text) => {
    const { slipway } = aClient([() => new Response(text, { status })]);
    expect(await outcomeOf(slipway.bookings.confirm("bkg_1"))).toMatchObject({
      status,
      code: "UNREADABLE_ANSWER",
      outcome: "unknown",
    });
  });

  it("of a deprecated operation warns once", async () => {
    const warnings: DeprecationWarning[] = [];
    const headers = { deprecation: "@1800000000", sunset: "Fri, 01 Jan 2029 00:00:00 GMT" };
    const { slipway } = aClient([answer(200, {}, headers)], {
      onWarning: (warning) => void warnings.push(warning),
    });
    await slipway.bookings.get("bkg_1");
    await slipway.bookings.get("bkg_2");
    await slipway.me.get();
    expect(warnings).toEqual([
      expect.objectContaining({ operation: "bookings.get", ...headers }),
      expect.objectContaining({ operation: "me.get", ...headers }),
    ]);
  });
});

describe("a list", () => {
  /** Answers pages of a list of so many records. */
  function pages(total: number): Reaction[] {
    const records = Array.from({ length: total }, (_, at) => ({ id: `sup_${at}` }));
    const count = Math.max(1, Math.ceil(total / 100));
    return Array.from({ length: count }, (_, page) =>
      answer(200, { items: records.slice(page * 100, (page + 1) * 100), total }),
    );
  }

  it.each([[0], [1], [100], [101], [250]])("of %d records is read page by page", async (total) => {
    const { slipway, sent } = aClient(pages(total));
    const ids: string[] = [];
    for await (const { id } of slipway.suppliers.all()) ids.push(id);
    expect(ids).toEqual(Array.from({ length: total }, (_, at) => `sup_${at}`));
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(
      pages(total).map((_, page) => `?limit=100&offset=${page * 100}`),
    );
  });

  it("is not read further than its reader goes", async () => {
    const { slipway, sent } = aClient(pages(500));
    for await (const { id } of slipway.suppliers.all()) if (id === "sup_120") break;
    expect(sent).toHaveLength(2);
  });

  it("by cursor is read until there is none", async () => {
    const { slipway, sent } = aClient([
      answer(200, { items: [{ id: "a" }], nextCursor: "c1" }),
      answer(200, { items: [{ id: "b" }], nextCursor: null }),
    ]);
    const ids: string[] = [];
    for await (const { id } of slipway.sync.allJobs({ status: "FAILED" })) ids.push(id);
    expect(ids).toEqual(["a", "b"]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      "?status=FAILED",
      "?status=FAILED&cursor=c1",
    ]);
  });
});

describe("the change feed", () => {
  const page = (ids: string[], nextCursor: string | null, watermark: string): Reaction =>
    answer(200, { items: ids.map((id) => ({ id })), nextCursor }, { "sync-watermark": watermark });

  it("is read by its cursor, and says where to begin the next time", async () => {
    const { slipway, sent } = aClient([page(["a", "b"], "c1", "t1"), page(["c"], null, "t2")]);
    const feed = slipway.bookings.changes({ since: "t0", status: "CONFIRMED" });
    const seen: string[] = [];
    for await (const { id } of feed) seen.push(`${id} ${feed.watermark}`);
    expect([seen, feed.watermark]).toEqual([["a t0", "b t0", "c t1"], "t2"]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      "?status=CONFIRMED&updatedSince=t0",
      "?cursor=c1",
    ]);
  });

  it("that was left in the middle of a page begins with that page again", async () => {
    const { slipway, sent } = aClient([page(["a", "b"], null, "t1")]);
    const feed = slipway.bookings.changes({ since: "t0" });
    for await (const { id } of feed) if (id === "a") break;
    expect(feed.watermark).toBe("t0");
    for await (const { id } of feed) expect(["a", "b"]).toContain(id);
    expect([sent.length, feed.watermark]).toEqual([2, "t1"]);
  });
});

describe("bookings.change", () => {
  const at = (updatedAt: string): Reaction => answer(200, { id: "bkg_1", updatedAt });
  const conflict = refusal(409, "VERSION_CONFLICT");
  const patch = { unitItems: [{ unitId: "unt_1", quantity: 3 }] };

  it("decides anew on what another request has made of the booking", async () => {
    const { slipway, sent } = aClient([at("t1"), conflict, at("t2"), at("t3")]);
    const seen: string[] = [];
    const changed = await slipway.bookings.change("bkg_1", ({ updatedAt }) => {
      seen.push(updatedAt);
      return patch;
    });
    expect([changed.updatedAt, seen]).toEqual(["t3", ["t1", "t2"]]);
    expect(sent[3]?.body).toEqual({ ...patch, expectedUpdatedAt: "t2" });
  });

  it("gives up after so many attempts", async () => {
    const { slipway, sent } = aClient([at("t1"), conflict, at("t2"), conflict]);
    const changed = slipway.bookings.change("bkg_1", () => patch, { attempts: 2 });
    await expect(changed).rejects.toMatchObject({ code: "VERSION_CONFLICT" });
    expect(sent).toHaveLength(4);
  });

  it("sends nothing where nothing is to change, and one change where the outcome stays unknown", async () => {
    const { slipway, sent } = aClient([at("t1"), at("t1"), cut]);
    expect(await slipway.bookings.change("bkg_1", () => undefined)).toMatchObject({
      updatedAt: "t1",
    });
    const unknown = await outcomeOf(slipway.bookings.change("bkg_1", () => patch));
    expect(unknown).toMatchObject({ outcome: "unknown" });
    // The attempts of one change have one key.
    expect(new Set(sent.slice(2).map(({ key }) => key)).size).toBe(1);
  });
});
