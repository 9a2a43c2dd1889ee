import assert from "node:assert";
import { describe, expect, it } from "@jest/globals";
import { type Request, ownRequest } from "@slipway/broker";
import { createLeasedCache } from "./leased-cache.ts";
import { paceBurstMs, paceCharactersPerSecond, valueLeaseMs } from "./constants.ts";

const via = { call: () => Promise.reject(new Error("no call is expected")) };
const request: Request = ownRequest(via, "ten_1");
const other: Request = ownRequest(via, "ten_2");

interface Gate {
  open: () => void;
  opened: Promise<void>;
}

function aGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { open: () => resolve(undefined), opened: promise.then(() => undefined) };
}

/** More than all values of a test take. */
const charactersMax = 100_000;

interface Price {
  option: string;
  product: string;
  amount: number;
}

/** A cache of a shop's price, which can be changed, with a clock and a count of the reads. */
function aShop() {
  const shop = { now: 0, amount: 10, reads: 0 };
  const cache = createLeasedCache<Price>({
    charactersMax,
    load: (_request, option) => {
      shop.reads++;
      return Promise.resolve({ option, product: "prd", amount: shop.amount });
    },
    tagsOf: ({ option, product }) => [option, product],
    clock: () => shop.now,
  });
  const amountSeen = (by = request): Promise<number> =>
    cache.use(by, "opt", (value) => Promise.resolve(value.amount));
  return { shop, cache, amountSeen };
}

describe("a tenant with large values", () => {
  it("reads only so much of them at once, and holds up no other tenant", async () => {
    const size = 1_000_000;
    const shop = { now: 1_000_000, reads: 0 };
    const cache = createLeasedCache<string>({
      charactersMax,
      load: () => {
        shop.reads++;
        return Promise.resolve("x".repeat(size));
      },
      tagsOf: () => [],
      clock: () => shop.now,
    });
    const read = (by: Request, key: string) => cache.use(by, key, () => Promise.resolve());
    const burst = Math.ceil((paceBurstMs / 1_000) * (paceCharactersPerSecond / size));
    await read(request, "first");
    const reading = Array.from({ length: 30 }, (_, index) => read(request, `key ${index}`));
    await read(other, "own");
    expect(shop.reads).toBeLessThanOrEqual(burst + 3);
    expect(shop.reads).toBeGreaterThanOrEqual(burst);
    const late = { ...request, deadline: 0 };
    await expect(read(late, "late")).rejects.toMatchObject({ type: "DEADLINE_EXCEEDED" });
    for (let done = 0; done < 30; done++) {
      shop.now += 1_000;
      await reading[done];
    }
    expect(shop.reads).toBe(32);
  });
});

describe("a leased cache", () => {
  it("reads once within the lease and again after it", async () => {
    const { shop, amountSeen } = aShop();
    expect(await amountSeen()).toBe(10);
    shop.amount = 12;
    shop.now = valueLeaseMs - 1;
    expect(await amountSeen()).toBe(10);
    shop.now = valueLeaseMs;
    expect(await amountSeen()).toBe(12);
    expect(shop.reads).toBe(2);
  });

  it("reads again after any of a value's tags was invalidated", async () => {
    const { shop, cache, amountSeen } = aShop();
    await amountSeen();
    shop.amount = 12;
    await cache.invalidate("ten_1", ["prd"]);
    expect(await amountSeen()).toBe(12);
  });

  it("keeps values of other tenants and other tags", async () => {
    const { shop, cache, amountSeen } = aShop();
    await amountSeen();
    shop.amount = 12;
    await cache.invalidate("ten_2", ["prd"]);
    await cache.invalidate("ten_1", ["another"]);
    expect(await amountSeen()).toBe(10);
    expect(await amountSeen(other)).toBe(12);
  });

  it.each([
    ["the old value", 0],
    ["a value whose lease has ended meanwhile", valueLeaseMs],
  ])("acknowledges an invalidation only when no work on %s runs", async (_name, passedMs) => {
    const { shop, cache, amountSeen } = aShop();
    const gate = aGate();
    const order: string[] = [];
    const work = cache.use(request, "opt", async () => {
      await gate.opened;
      order.push("worked");
    });
    await Promise.resolve();
    shop.now = passedMs;
    await amountSeen();
    const invalidated = cache.invalidate("ten_1", ["opt"]).then(() => order.push("acknowledged"));
    gate.open();
    await Promise.all([work, invalidated]);
    expect(order).toEqual(["worked", "acknowledged"]);
  });

  it("does not use a value that was invalidated while it was being read", async () => {
    const gate = aGate();
    let amount = 10;
    let reads = 0;
    const cache = createLeasedCache<number>({
      charactersMax,
      load: async () => {
        const read = amount;
        if (reads++ === 0) await gate.opened;
        return read;
      },
      tagsOf: () => ["opt"],
    });
    const seen = cache.use(request, "opt", (value) => Promise.resolve(value));
    amount = 12;
    await cache.invalidate("ten_1", ["opt"]);
    gate.open();
    expect(await seen).toBe(12);
  });

  it("keeps the values that were used last and are no larger than its bound together", async () => {
    const reads: string[] = [];
    const cache = createLeasedCache<string>({
      load: (_request, key) => {
        reads.push(key);
        return Promise.resolve(key);
      },
      tagsOf: (key) => [key],
      charactersMax: 2_000,
    });
    const use = (key: string) => cache.use(request, key, (value) => Promise.resolve(value));
    const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(600));
    assert(a && b && c);
    for (const key of [a, b, a, c, a, b]) await use(key);
    expect(reads).toEqual([a, b, c, b]);
    // A value that is larger by itself is used and not kept, and drops no other.
    const large = "d".repeat(2_000);
    expect([await use(large), await use(large)]).toEqual([large, large]);
    await use(a);
    expect(reads.slice(4)).toEqual([large, large]);
    // A resized entry is still found by its tags.
    await cache.invalidate("ten_1", [a]);
    await use(a);
    expect(reads.slice(6)).toEqual([a]);
  });

  it("does not cache a failed read", async () => {
    let reads = 0;
    const cache = createLeasedCache<number>({
      charactersMax,
      load: () => (reads++ === 0 ? Promise.reject(new Error("away")) : Promise.resolve(1)),
      tagsOf: () => [],
    });
    const use = (): Promise<number> => cache.use(request, "opt", (value) => Promise.resolve(value));
    await expect(use()).rejects.toThrow("away");
    expect(await use()).toBe(1);
  });
});
