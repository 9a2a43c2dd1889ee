import { describe, expect, it } from "@jest/globals";
import type { ActorDeps } from "./deps.ts";
import { createViews } from "./view-cache.ts";
import { type Wanted, nextMoment } from "./view.ts";
import { draftOf } from "./ledger.ts";
import { emptyLedger, ledgerOf } from "./ledger-document.ts";
import { aResource as aBoat } from "../../test/made-ledgers.ts";

const now = Date.parse("2027-07-01T12:00:00Z");
const address = {
  id: "sup_1:20000",
  tenantId: "ten_1",
  supplierId: "sup_1",
  range: { from: now, to: now + 86_400_000 },
};
const wanted = [
  { command: { kind: "claim", inPlaceOf: [], isFresh: true, demand: { optionId: "opt_1" } } },
] as unknown as Wanted[];

const aResource = () => aBoat({ needs: { opt_1: [1, null] } });

function watchedViews({ resources = [] as unknown[], isStill = true } = {}) {
  const reads: string[] = [];
  const deps = {
    clock: () => now,
    ledgers: {
      read: async () => {
        reads.push("ledger");
        return ledgerOf(emptyLedger(address, now));
      },
      isStill: async () => {
        reads.push("revision");
        return isStill;
      },
    },
    resources: {
      listForCapacity: async (_tenantId: string, { optionIds }: { optionIds: string[] }) => {
        if (optionIds.length > 0) reads.push("resources");
        return [...resources];
      },
    },
    claims: { get: async () => new Map() },
  };
  return { views: createViews(address, deps as unknown as ActorDeps), reads };
}

describe("a kept view", () => {
  it("is read once, the ledger first", async () => {
    const { views, reads } = watchedViews();
    const view = await views.get(wanted);
    expect(await views.get(wanted)).toBe(view);
    expect(reads).toEqual(["ledger", "resources"]);
  });

  it("has been read before whatever comes after an own write of its ledger", async () => {
    const { views } = watchedViews();
    const earlier = nextMoment();
    const view = await views.get(wanted);
    expect(view.begunAt).toBeGreaterThan(earlier);
    views.committed(draftOf(view.ledger, now), [], "written");
    expect((await views.get(wanted)).begunAt).toBeLessThan(earlier);
  });

  it("keeps the ledger alone when it is read anew, and looks at its revision meanwhile", async () => {
    const { views, reads } = watchedViews({ resources: [aResource()] });
    const { ledger, begunAt, isCurrent } = await views.get(wanted);
    expect(isCurrent).toBe(false);
    const anew = await views.get(wanted, { isAnew: true });
    expect(anew).toMatchObject({ ledger, isCurrent: true });
    expect(anew.begunAt).toBeGreaterThan(begunAt);
    expect(reads).toEqual(["ledger", "resources", "resources", "revision"]);
    expect((await views.get(wanted)).isCurrent).toBe(false);
  });

  it("is not known to be current where a resource has another revision than before", async () => {
    const resources = [aResource()];
    const { views } = watchedViews({ resources });
    await views.get(wanted);
    resources[0] = { ...aResource(), revision: 2 };
    expect((await views.get(wanted, { isAnew: true })).isCurrent).toBe(false);
    resources.pop();
    expect((await views.get(wanted, { isAnew: true })).isCurrent).toBe(false);
    expect((await views.get(wanted, { isAnew: true })).isCurrent).toBe(true);
    resources.push(aResource());
    expect((await views.get(wanted, { isAnew: true })).isCurrent).toBe(false);
  });

  it("leaves its revision to be looked at last where it reads records, or resources for the first time", async () => {
    const { views, reads } = watchedViews();
    await views.get(wanted);
    const tried = wanted.map((each) => ({ ...each, isTried: true }));
    expect((await views.get(tried, { isAnew: true })).isCurrent).toBe(false);
    const other = { ...wanted[0]?.command, demand: { optionId: "opt_2" } };
    const others = [{ command: other, isTried: false }] as unknown as Wanted[];
    expect((await views.get(others, { isAnew: true })).isCurrent).toBe(false);
    expect(reads).not.toContain("revision");
  });

  it("falls where its ledger was written", async () => {
    const { views, reads } = watchedViews({ isStill: false });
    await views.get(wanted);
    expect((await views.get(wanted, { isAnew: true })).isCurrent).toBe(false);
    expect(reads).toEqual(["ledger", "resources", "resources", "revision", "ledger", "resources"]);
  });
});
