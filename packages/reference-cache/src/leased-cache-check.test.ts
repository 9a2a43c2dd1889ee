import { describe, expect, it } from "@jest/globals";
import { type Request, ownRequest } from "@slipway/broker";
import { referenceCache as contracts } from "@slipway/contracts";
import { createLeasedCache } from "./leased-cache.ts";
import { valueLeaseMs } from "./constants.ts";

const via = { call: () => Promise.reject(new Error("no call is expected")) };
const request: Request = ownRequest(via, "ten_1");
const other: Request = ownRequest(via, "ten_2");

interface Price {
  option: string;
  version: string;
}

/** Prices whose versions are what stands for their option; a clock, and what was read. */
function aShop() {
  const shop = {
    now: 0,
    versions: new Map<string, string>(),
    whole: [] as string[],
    checked: [] as string[][],
    /** Runs when versions have been read, before they arrive. */
    beforeReply: (): Promise<void> => Promise.resolve(),
  };
  const standing = (option: string): string => shop.versions.get(option) ?? "1";
  const cache = createLeasedCache<Price>({
    charactersMax: 100_000,
    load: (_request, option) => {
      shop.whole.push(option);
      return Promise.resolve({ option, version: standing(option) });
    },
    tagsOf: ({ option }) => [option],
    check: {
      versionOf: ({ version }) => version,
      async readVersions(_request, options) {
        shop.checked.push(options);
        const versions = options.map(standing);
        await shop.beforeReply();
        return versions;
      },
    },
    clock: () => shop.now,
  });
  const versionSeen = (option = "a", by = request): Promise<string> =>
    cache.use(by, option, ({ version }) => Promise.resolve(version));
  return { shop, cache, versionSeen };
}

describe("a leased cache with versions", () => {
  it("keeps a value whose version is unchanged, for one lease more", async () => {
    const { shop, versionSeen } = aShop();
    await versionSeen();
    shop.now = valueLeaseMs;
    expect(await versionSeen()).toBe("1");
    shop.now = 2 * valueLeaseMs - 1;
    expect(await versionSeen()).toBe("1");
    expect(shop).toMatchObject({ whole: ["a"], checked: [["a"]] });
  });

  it("reads a value whose version has changed whole", async () => {
    const { shop, versionSeen } = aShop();
    await versionSeen();
    shop.versions.set("a", "2");
    shop.now = valueLeaseMs;
    expect(await versionSeen()).toBe("2");
    expect(shop.whole).toEqual(["a", "a"]);
  });

  it("checks values in use that will be due soon by one call, of one tenant alone", async () => {
    const { shop, versionSeen } = aShop();
    const late = ["a", "b", "c"];
    await Promise.all(late.map((option) => versionSeen(option)));
    await versionSeen("z", other);
    shop.now = valueLeaseMs - 1;
    await versionSeen("young");
    shop.now = valueLeaseMs;
    expect(await Promise.all(late.map((option) => versionSeen(option)))).toEqual(["1", "1", "1"]);
    expect(shop.checked).toEqual([["a", "b", "c"]]);
    expect(shop.whole).toEqual(["a", "b", "c", "z", "young"]);
  });

  it("checks a value that was not asked for since only when a request asks for it", async () => {
    const { shop, versionSeen } = aShop();
    await Promise.all([versionSeen("a"), versionSeen("b")]);
    for (shop.now = valueLeaseMs; shop.now <= 3 * valueLeaseMs; shop.now += valueLeaseMs)
      await versionSeen("a");
    expect(shop.checked).toEqual([["a", "b"], ["a"], ["a"]]);
    expect(await versionSeen("b")).toBe("1");
    expect(shop.checked.at(-1)).toEqual(["b", "a"]);
    expect(shop.whole).toEqual(["a", "b"]);
  });

  it("counts a lease from when the versions were asked for, not from their arrival", async () => {
    const { shop, versionSeen } = aShop();
    await versionSeen();
    shop.now = valueLeaseMs;
    shop.beforeReply = () => {
      shop.now += valueLeaseMs / 2;
      return Promise.resolve();
    };
    await versionSeen();
    shop.now = 2 * valueLeaseMs;
    await versionSeen();
    expect(shop.checked).toHaveLength(2);
  });

  it("does not revive a value that was invalidated while its version was being read", async () => {
    const { shop, cache, versionSeen } = aShop();
    await versionSeen();
    shop.now = valueLeaseMs;
    shop.beforeReply = () => {
      shop.versions.set("a", "2");
      return cache.invalidate("ten_1", ["a"]);
    };
    expect(await versionSeen()).toBe("2");
  });

  it("reads a value whole whose check takes longer than a lease", async () => {
    const { shop, versionSeen } = aShop();
    await versionSeen();
    shop.now = valueLeaseMs;
    shop.beforeReply = () => {
      shop.now += valueLeaseMs;
      return Promise.resolve();
    };
    expect(await versionSeen()).toBe("1");
    expect(shop.whole).toEqual(["a", "a"]);
  });

  it("reads a value whole that cannot be checked", async () => {
    const { shop, versionSeen } = aShop();
    await versionSeen();
    shop.now = valueLeaseMs;
    shop.beforeReply = () => Promise.reject(new Error("away"));
    expect(await versionSeen()).toBe("1");
    expect(shop.whole).toEqual(["a", "a"]);
  });

  it("reads everything whole once a minute", async () => {
    const { shop, versionSeen } = aShop();
    for (shop.now = 0; shop.now < 60_000; shop.now += valueLeaseMs)
      await Promise.all([versionSeen("a"), versionSeen("b")]);
    expect(shop.whole).toEqual(["a", "b"]);
    await Promise.all([versionSeen("a"), versionSeen("b")]);
    expect(shop.whole).toEqual(["a", "b", "a", "b"]);
  });

  it("asks for no more versions at once than a call takes", async () => {
    const { shop, versionSeen } = aShop();
    const many = Array.from({ length: contracts.versionsMax + 50 }, (_, index) => `o${index}`);
    await Promise.all(many.map((option) => versionSeen(option)));
    shop.now = valueLeaseMs;
    await Promise.all(many.map((option) => versionSeen(option)));
    expect(shop.checked.map(({ length }) => length)).toEqual([contracts.versionsMax, 50]);
  });
});
