import { describe, expect, it } from "@jest/globals";
import type { Resizing } from "./resource.ts";
import {
  type ClaimFields,
  aLedger,
  aResizing,
  aResource,
  full,
  hour,
  later,
  now,
} from "../../test/made-ledgers.ts";
import { fitsNumbers } from "./fit-check.ts";

describe("a claim", () => {
  it("takes all its resources or none", () => {
    const guide = aResource({ id: "guide", name: "Guide", capacityPerResource: 3 });
    const { claim, ledger, free } = aLedger(aResource(), guide);
    expect(claim("a", 4)).toBe(full);
    expect(ledger.usages).toEqual({});
    expect(claim("b", 3)).toBe("write");
    expect(free()).toEqual({ vacancies: 0, places: [7, 0], capacity: 3 });
  });

  it("needs nothing where the option needs nothing", () => {
    expect(aLedger(aResource()).claim("a", 4, { optionId: "walk" })).toBe("unneeded");
  });

  it("stays within the units that its option may use of the pool", () => {
    const boats = aResource({ quantity: 3, needs: { tour: [1, 2], cruise: [1, null] } });
    const { claim, free } = aLedger(boats);
    expect(free()).toEqual({ vacancies: 20, places: [30], capacity: 20 });
    expect([claim("a", 20), claim("b", 1)]).toEqual(["write", full]);
    expect(claim("c", 1, { from: 9 })).toBe("write");
    expect(free()).toEqual({ vacancies: 0, places: [10], capacity: 20 });
    expect(free("cruise").vacancies).toBe(10);
  });

  it("takes whole units, worth their places", () => {
    const boats = aResource({ quantity: 2, needs: { tour: [1, null], charter: [1, null] } });
    const { claim, free } = aLedger(boats);
    expect(claim("a", 4, { optionId: "charter", pricingPer: "RESOURCE" })).toBe("write");
    expect(free("charter", { pricingPer: "RESOURCE" })).toMatchObject({
      vacancies: 10,
      places: [10],
    });
    expect(claim("b", 1)).toBe("write");
    // A boat with one passenger is no private boat any more.
    expect(free("charter", { pricingPer: "RESOURCE" })).toMatchObject({
      vacancies: 0,
      places: [9],
    });
    expect(claim("c", 1, { optionId: "charter", pricingPer: "RESOURCE" })).toBe(full);
  });

  it("shows a party of whole units only where the least number is free", () => {
    const boats = aResource({ quantity: 3, needs: { charter: [2, null] } });
    const { claim, free } = aLedger(boats);
    const asked = { optionId: "charter", pricingPer: "RESOURCE" } as const;
    expect(free("charter", asked)).toMatchObject({ vacancies: 30, capacity: 30 });
    expect(claim("a", 1, asked)).toBe("write");
    expect(free("charter", asked)).toMatchObject({ vacancies: 0, places: [10] });
  });

  it("counts only what lies in the ledger's own day", () => {
    const { claim } = aLedger(aResource());
    expect([
      claim("a", 10, { from: 23, hours: 3 }),
      claim("b", 1, { from: -1, hours: 1.5 }),
    ]).toEqual(["write", "write"]);
  });

  it("is refused on a departure that is called off, and no hold is confirmed there", () => {
    const { claim, confirm, release, ledger } = aLedger(aResource());
    expect([claim("held", 1, { until: later }), claim("sold", 1)]).toEqual(["write", "write"]);
    const calledOff = { state: "CALLED_OFF", reason: "Storm" } as const;
    Object.assign(ledger.runs, { [`tour:${8 * hour}`]: calledOff });
    const code = "DEPARTURE_CALLED_OFF";
    const nothing = { optionId: "walk" };
    Object.assign(ledger.runs, { [`walk:${8 * hour}`]: calledOff });
    expect([claim("a", 1), claim("b", 1, nothing), confirm("held"), confirm("sold")]).toEqual([
      code,
      code,
      code,
      code,
    ]);
    expect([claim("c", 1, { from: 9 }), release("held"), release("sold")]).toEqual([
      "write",
      "write",
      "write",
    ]);
    Object.assign(ledger.runs, { [`tour:${8 * hour}`]: { ...calledOff, state: "OPEN" } });
    expect(claim("d", 1)).toBe("write");
  });

  it("repeated changes nothing, and is refused once it was released", () => {
    const { claim, release, free } = aLedger(aResource());
    expect([claim("a", 4), claim("a", 4)]).toEqual(["write", "known"]);
    expect(free().vacancies).toBe(6);
    release("a");
    expect(claim("a", 4)).toBe("SERVICE_UNAVAILABLE");
    expect(free().vacancies).toBe(10);
  });

  it("beyond what a number counts exactly is refused, expanded or not", () => {
    const { claim } = aLedger(aResource());
    expect(claim("a", Number.MAX_SAFE_INTEGER, { expand: true })).toBe("write");
    expect(claim("b", Number.MAX_SAFE_INTEGER, { expand: true })).toBe(full);
  });
});

describe("a hold", () => {
  it("counts until its instant and not from it on, swept or not", () => {
    const { claim, free } = aLedger(aResource());
    claim("a", 10, { until: later });
    expect(free("tour", { clock: later * 1000 - 1 }).vacancies).toBe(0);
    expect(free("tour", { clock: later * 1000 }).vacancies).toBe(10);
    expect(claim("b", 1, {}, later * 1000 - 1)).toBe(full);
    expect(claim("c", 10, {}, later * 1000)).toBe("write");
  });

  it("that is due is dropped by the next write of its usage", () => {
    const { claim, ledger } = aLedger(aResource());
    claim("a", 3, { until: later });
    claim("b", 3, { until: later + 60 });
    claim("c", 1, {}, later * 1000);
    const use = Object.values(ledger.usages)[0]?.use["boat"];
    expect(use).toEqual({ seats: 1, units: 0, holds: { [later + 60]: { seats: 3, units: 0 } } });
  });

  it("lives again by no slower clock", () => {
    const { claim, confirm, free } = aLedger(aResource());
    claim("a", 10, { until: later });
    claim("b", 10, {}, later * 1000);
    expect(confirm("a", now)).toBe("HOLD_EXPIRED");
    expect(claim("c", 1, { until: later, from: 20 }, now)).toBe("SERVICE_UNAVAILABLE");
    expect(free().vacancies).toBe(0);
  });

  it("lasts once it is confirmed, however often", () => {
    const { claim, confirm, free } = aLedger(aResource());
    claim("a", 4, { until: later });
    expect([confirm("a"), confirm("a")]).toEqual(["write", "known"]);
    expect(free("tour", { clock: later * 1000 }).vacancies).toBe(6);
  });

  it.each<[string, number, string]>([
    ["until its last moment", later * 1000 - 1, "write"],
    ["not from its instant on", later * 1000, "HOLD_EXPIRED"],
  ])("can be confirmed %s", (_name, clock, outcome) => {
    const { claim, confirm } = aLedger(aResource());
    claim("a", 4, { until: later });
    expect(confirm("a", clock)).toBe(outcome);
  });

  it("that was given back, or never was, cannot be confirmed", () => {
    const { claim, confirm, release } = aLedger(aResource());
    claim("a", 4, { until: later });
    release("a");
    expect([confirm("a"), confirm("b")]).toEqual(["HOLD_EXPIRED", "HOLD_EXPIRED"]);
  });
});

describe("a release", () => {
  it.each([
    ["a confirmed claim", null, now],
    ["a live hold", later, now],
    ["an ended hold, whose places are free already", later, later * 1000],
  ])("of %s frees its places once", (_name, until, clock) => {
    const { claim, release, free, claims } = aLedger(aResource());
    claim("other", 2);
    claim("a", 4, { until });
    expect([release("a", { clock }), release("a", { clock })]).toEqual(["write", "known"]);
    expect(free("tour", { clock }).vacancies).toBe(8);
    expect(claims.get("a")).toMatchObject({ state: "RELEASED", step: 2 });
  });

  it("of a hold whose bucket is gone takes nothing from others", () => {
    const { claim, release, free } = aLedger(aResource());
    claim("a", 4, { until: later });
    claim("b", 10, {}, later * 1000);
    release("a", { clock: now });
    expect(free().vacancies).toBe(0);
  });

  it("of what was never claimed does nothing", () => {
    expect(aLedger(aResource()).release("a")).toBe("known");
  });

  it("leaves an empty usage that still names its resource", () => {
    const { claim, release, ledger } = aLedger(aResource());
    claim("a", 4);
    release("a");
    expect(ledger.resources).toEqual(new Set(["boat"]));
    expect(Object.values(ledger.usages)).toHaveLength(1);
  });
});

describe("an expansion", () => {
  it("goes beyond maxQuantity apart from the pool", () => {
    const boats = aResource({ quantity: 3, needs: { tour: [1, 1] } });
    const { claim, claims, free } = aLedger(boats);
    expect([claim("a", 12), claim("a", 12, { expand: true })]).toEqual([full, "write"]);
    expect(claims.get("a")?.expanded).toEqual([
      { resourceId: "boat", epoch: 1, pool: 0, beyondMax: 2 },
    ]);
    expect(free()).toMatchObject({ vacancies: 0, places: [18], capacity: 12 });
  });

  it("goes with a claim that no booking ever named, where everything fits without it", () => {
    const { claim, release, free, claims } = aLedger(aResource());
    claim("a", 13, { expand: true });
    release("a", { neverNamed: true });
    expect(free()).toMatchObject({ vacancies: 10 });
    expect(claims.get("a")?.expanded).toBeUndefined();
  });

  it("stays where others need it by now", () => {
    const { claim, release, free } = aLedger(aResource());
    claim("a", 10);
    claim("b", 2, { until: later, expand: true });
    claim("c", 2, {}, later * 1000);
    release("b", { neverNamed: true, clock: later * 1000 });
    expect(free()).toMatchObject({ vacancies: 0, places: [0] });
    release("c", { clock: later * 1000 });
    expect(free()).toMatchObject({ vacancies: 2 });
  });

  it("ends with a resize", () => {
    const { claim, release, set, free } = aLedger(aResource());
    claim("a", 13, { expand: true });
    claim("b", 2, { expand: true });
    release("b");
    set(aResource({ quantity: 2, epoch: 2 }));
    expect(free()).toMatchObject({ vacancies: 7, capacity: 20 });
    set(aResource({ quantity: 2, epoch: 2 }));
    expect(claim("c", 8, { expand: true })).toBe("write");
    expect(release("c", { neverNamed: true })).toBe("write");
    expect(free()).toMatchObject({ vacancies: 7 });
  });
});

describe("a resize under way", () => {
  it.each<[string, Partial<Resizing>, number, ClaimFields, string]>([
    ["lets through what fits both numbers", { quantity: 2 }, 10, {}, "write"],
    ["makes wait what fits the old numbers alone", { capacityPerResource: 5 }, 6, {}, "wait"],
    ["lets through what fits the smaller new numbers", { capacityPerResource: 5 }, 5, {}, "write"],
    ["refuses what the old numbers do not hold", { quantity: 2 }, 11, {}, full],
    ["makes an expansion wait", { quantity: 1 }, 11, { expand: true }, "wait"],
    [
      "makes wait what would take other units by the new numbers",
      { quantity: 4, capacityPerResource: 5 },
      10,
      { pricingPer: "RESOURCE" },
      "wait",
    ],
    [
      "lets through what takes the same units by both",
      { quantity: 4, capacityPerResource: 5 },
      5,
      { pricingPer: "RESOURCE" },
      "write",
    ],
  ])("%s", (_name, resizing, participants, fields, outcome) => {
    const { claim } = aLedger(aResource({ resizing: aResizing(resizing) }));
    expect(claim("a", participants, fields)).toBe(outcome);
  });

  it("keeps a private boat private when its size changes", () => {
    const boats = aResource({ quantity: 2, needs: { charter: [1, null], tour: [1, null] } });
    const { claim, set, free } = aLedger(boats);
    claim("a", 4, { optionId: "charter", pricingPer: "RESOURCE" });
    set({ ...boats, capacityPerResource: 6, epoch: 2 });
    expect(free()).toEqual({ vacancies: 6, places: [6], capacity: 12 });
  });
});

describe("what is taken fits new numbers", () => {
  it.each<[string, number, number, boolean]>([
    ["as large as what overlaps", 12, now, true],
    ["smaller than what overlaps", 11, now, false],
    ["smaller, once the overlap is over", 6, 8.5 * hour, true],
    ["smaller than what is left of the day", 5, 8.5 * hour, false],
    ["any, once the day's departures are over", 0, 10 * hour, true],
  ])("%s", (_name, capacityPerResource, clock, fits) => {
    const boat = aResource({
      quantity: 1,
      capacityPerResource: 12,
      needs: { tour: [1, null], cruise: [1, null] },
    });
    const { claim, ledger } = aLedger(boat);
    claim("a", 6, { from: 7.5, hours: 1 });
    claim("b", 6, { from: 8, hours: 2, optionId: "cruise" });
    expect(fitsNumbers(ledger, { id: "boat", quantity: 1, capacityPerResource }, clock)).toBe(fits);
  });

  it("counts no expansion and no ended hold", () => {
    const { claim, ledger } = aLedger(aResource());
    claim("a", 12, { expand: true });
    claim("b", 5, { until: later, from: 12 });
    const boat = { id: "boat", quantity: 1 };
    expect(fitsNumbers(ledger, { ...boat, capacityPerResource: 11 }, now)).toBe(false);
    expect(fitsNumbers(ledger, { ...boat, capacityPerResource: 12 }, now)).toBe(true);
    const afterwards = 11 * hour;
    expect(fitsNumbers(ledger, { ...boat, capacityPerResource: 1 }, afterwards)).toBe(true);
  });
});
