import { describe, expect, it } from "@jest/globals";
import type { ActorDeps } from "./deps.ts";
import { type Wanted, createViews, nextMoment } from "./view-cache.ts";
import { draftOf } from "./ledger.ts";
import { emptyLedger, ledgerOf } from "./ledger-document.ts";

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

function watchedViews() {
  const reads: string[] = [];
  const deps = {
    clock: () => now,
    ledgers: {
      read: async () => {
        reads.push("ledger");
        return ledgerOf(emptyLedger(address, now));
      },
    },
    resources: {
      listForCapacity: async (_tenantId: string, { optionIds }: { optionIds: string[] }) => {
        if (optionIds.length > 0) reads.push("resources");
        return [];
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
    views.committed(draftOf(view.ledger, now), []);
    expect((await views.get(wanted)).begunAt).toBeLessThan(earlier);
  });

  it("keeps the ledger alone when it is renewed", async () => {
    const { views, reads } = watchedViews();
    const { ledger, begunAt } = await views.get(wanted);
    views.renew();
    const renewed = await views.get(wanted);
    expect(renewed.ledger).toBe(ledger);
    expect(renewed.begunAt).toBeGreaterThan(begunAt);
    expect(reads).toEqual(["ledger", "resources", "resources"]);
  });
});
