/** The typed client behind a proxy that cuts its connections before and after the server has done the work. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Slipway, createClient } from "@slipway/client";
import { testPatience } from "@slipway/dev/testing-request";
import { type Ferry, aFerry } from "./a-ferry.ts";
import { sharedClient } from "./client.ts";
import { type Cut, type CuttingProxy, startCuttingProxy } from "./cutting-proxy.ts";

const salesCount = 200;
const startAt = `${new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)}T08:00:00.000Z`;

const gateway = forThisFile(() => sharedClient());

let proxy: CuttingProxy;
afterEach(() => proxy.close());

interface Shop extends Ferry {
  /** Its requests go through the proxy. */
  readonly slipway: Slipway;
}

async function aShop(seats: number, cutOf: (request: string) => Cut): Promise<Shop> {
  proxy = await startCuttingProxy(gateway.url, cutOf);
  const ferry = await aFerry(gateway, seats);
  const slipway = createClient({ baseUrl: proxy.url, apiKey: ferry.key, ...testPatience });
  return { ...ferry, slipway };
}

function order({ optionId, unitId }: Shop) {
  return { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
}

const cuts: readonly Cut[] = ["before", "during", "after", "half", "never"];

/** Cuts the first two attempts of each sale, every pair of ways in turn; sales are known by the keys that the client makes. */
function cutTwice(): (request: string) => Cut {
  const attempts = new Map<string, { sale: number; count: number }>();
  return (request) => {
    const [, key] = /"idempotencyKey":"([^"]+)"/.exec(request) ?? [];
    if (key === undefined) return "never";
    const attempt = attempts.get(key) ?? { sale: attempts.size, count: 0 };
    attempts.set(key, { ...attempt, count: attempt.count + 1 });
    const { sale, count } = attempt;
    const at = count === 0 ? sale : Math.floor(sale / cuts.length);
    return count < 2 ? (cuts[at % cuts.length] ?? "never") : "never";
  };
}

describe("behind a proxy that cuts connections", () => {
  it(`makes ${salesCount} bookings of ${salesCount} creates, and sells the boat once`, async () => {
    const shop = await aShop(salesCount, cutTwice());
    const { slipway, optionId } = shop;
    const booked: string[] = [];
    const sell = async (): Promise<void> => {
      for (let sale = 0; sale < salesCount / 10; sale++)
        booked.push((await slipway.bookings.create(order(shop))).id);
    };
    await Promise.all(Array.from({ length: 10 }, sell));
    const stored: string[] = [];
    for await (const { id } of slipway.bookings.all()) stored.push(id);
    expect(new Set(booked).size).toBe(salesCount);
    expect(stored.toSorted()).toEqual(booked.toSorted());
    const [departure] = await slipway.availability.list({ optionId, from: startAt, to: startAt });
    expect(departure).toMatchObject({ capacity: salesCount, vacancies: 0 });
    // Most sales needed more than one attempt.
    expect(proxy.forwarded()).toBeGreaterThan(salesCount * 1.5);
  });

  it.each([
    ["before", 0],
    ["after", 1],
    ["half", 1],
  ] as const)(
    "says that the outcome of a change without a key is unknown which is cut %s, and sends it once",
    async (cut, expected) => {
      let seen = 0;
      const shop = await aShop(1, (request) => {
        if (!request.startsWith("PATCH ")) return "never";
        seen++;
        return cut;
      });
      const { slipway } = shop;
      const [{ id, name } = { id: "", name: "" }] = await slipway.suppliers.list();
      const before = proxy.forwarded();
      const change = slipway.suppliers.update(id, { name: "Another" });
      const unknown = { name: "SlipwayConnectionError", outcome: "unknown" };
      await expect(change).rejects.toMatchObject(unknown);
      expect([seen, proxy.forwarded() - before]).toEqual([1, expected]);
      // The read that decides.
      const read = await slipway.suppliers.get(id);
      expect(read.name).toBe(expected === 1 ? "Another" : name);
    },
  );

  it.each(["before", "during", "after", "half"] as const)(
    "confirms and cancels once, although each is cut %s the first time: the client repeats with a key",
    async (cut) => {
      const seen = new Set<string>();
      const shop = await aShop(1, (request) => {
        const [, verb = ""] = /\/(confirm|cancel) /.exec(request) ?? [];
        if (verb === "" || seen.has(verb)) return "never";
        seen.add(verb);
        return cut;
      });
      const { slipway } = shop;
      const { id } = await slipway.bookings.create({ ...order(shop), status: "ON_HOLD" });
      expect(await slipway.bookings.confirm(id)).toMatchObject({ status: "CONFIRMED" });
      expect(await slipway.bookings.cancel(id)).toMatchObject({ status: "CANCELLED" });
      expect(seen.size).toBe(2);
      await gateway.platform.settle();
      const log = await slipway.auditLogs.list({ entityType: "booking", entityId: id });
      const actions = log.map(({ action }) => action).filter((each) => each !== "booking.create");
      expect(actions.toSorted()).toEqual(["booking.cancel", "booking.confirm"]);
    },
  );

  it("leaves no connection where a call is aborted while its answer is on its way", async () => {
    const { slipway } = await aShop(1, () => "stall");
    const controller = new AbortController();
    const settled = slipway.me.get({ signal: controller.signal }).catch((error: unknown) => error);
    await proxy.stalled;
    expect(proxy.open()).toBe(1);
    controller.abort(new Error("enough"));
    expect(await settled).toMatchObject({ name: "SlipwayAbortError", outcome: "unknown" });
    while (proxy.open() > 0) await new Promise(setImmediate);
    expect(proxy.open()).toBe(0);
  });
});
