import { describe, expect, it } from "@jest/globals";
import { type Request, ownRequest } from "@slipway/broker";
import { createFacts } from "./facts.ts";
import { leaseMs } from "./lease.ts";

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

interface Price {
  option: string;
  product: string;
  amount: number;
}

/** Facts of a shop whose price can be changed, with a clock and a count of the reads. */
function aShop() {
  const shop = { now: 0, amount: 10, reads: 0 };
  const facts = createFacts<Price>({
    load: (_request, option) => {
      shop.reads++;
      return Promise.resolve({ option, product: "prd", amount: shop.amount });
    },
    tagsOf: ({ option, product }) => [option, product],
    clock: () => shop.now,
  });
  const amountSeen = (by = request): Promise<number> =>
    facts.use(by, "opt", (fact) => Promise.resolve(fact.amount));
  return { shop, facts, amountSeen };
}

describe("facts", () => {
  it("reads once within the lease and again after it", async () => {
    const { shop, amountSeen } = aShop();
    expect(await amountSeen()).toBe(10);
    shop.amount = 12;
    shop.now = leaseMs - 1;
    expect(await amountSeen()).toBe(10);
    shop.now = leaseMs;
    expect(await amountSeen()).toBe(12);
    expect(shop.reads).toBe(2);
  });

  it("reads again after any of a fact's tags was announced", async () => {
    const { shop, facts, amountSeen } = aShop();
    await amountSeen();
    shop.amount = 12;
    await facts.forget("ten_1", ["prd"]);
    expect(await amountSeen()).toBe(12);
  });

  it("keeps facts of other tenants and other tags", async () => {
    const { shop, facts, amountSeen } = aShop();
    await amountSeen();
    shop.amount = 12;
    await facts.forget("ten_2", ["prd"]);
    await facts.forget("ten_1", ["another"]);
    expect(await amountSeen()).toBe(10);
    expect(await amountSeen(other)).toBe(12);
  });

  it("acknowledges an announcement only when no work on the old fact runs", async () => {
    const { facts } = aShop();
    const gate = aGate();
    const order: string[] = [];
    const work = facts.use(request, "opt", async () => {
      await gate.opened;
      order.push("worked");
    });
    await Promise.resolve();
    const forgotten = facts.forget("ten_1", ["opt"]).then(() => order.push("acknowledged"));
    gate.open();
    await Promise.all([work, forgotten]);
    expect(order).toEqual(["worked", "acknowledged"]);
  });

  it("waits for work on a fact whose lease has run out meanwhile", async () => {
    const { shop, facts, amountSeen } = aShop();
    const gate = aGate();
    const order: string[] = [];
    const work = facts.use(request, "opt", async () => {
      await gate.opened;
      order.push("worked");
    });
    await Promise.resolve();
    shop.now = leaseMs;
    await amountSeen();
    const forgotten = facts.forget("ten_1", ["opt"]).then(() => order.push("acknowledged"));
    gate.open();
    await Promise.all([work, forgotten]);
    expect(order).toEqual(["worked", "acknowledged"]);
  });

  it("does not use a fact that was announced while it was being read", async () => {
    const gate = aGate();
    let amount = 10;
    let reads = 0;
    const facts = createFacts<number>({
      load: async () => {
        const read = amount;
        if (reads++ === 0) await gate.opened;
        return read;
      },
      tagsOf: () => ["opt"],
    });
    const seen = facts.use(request, "opt", (fact) => Promise.resolve(fact));
    amount = 12;
    await facts.forget("ten_1", ["opt"]);
    gate.open();
    expect(await seen).toBe(12);
  });

  it("does not keep a failed read", async () => {
    let reads = 0;
    const facts = createFacts<number>({
      load: () => (reads++ === 0 ? Promise.reject(new Error("away")) : Promise.resolve(1)),
      tagsOf: () => [],
    });
    const use = (): Promise<number> => facts.use(request, "opt", (fact) => Promise.resolve(fact));
    await expect(use()).rejects.toThrow("away");
    expect(await use()).toBe(1);
  });
});
