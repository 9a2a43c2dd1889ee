import { describe, expect, it } from "@jest/globals";
import { aLedger, aResizing, aResource, full, hour, later, now } from "../../test/made-ledgers.ts";
import { fitsNumbers } from "./fit-check.ts";

/** Claims of one booking that changes its places, the first in place of none. */
const asOne = (inPlaceOf: string[] = ["a"]) => ({ booking: "one", inPlaceOf });

describe("a booking that changes its places", () => {
  it("replaces no claim that is another booking's, was given back, or has ended", () => {
    const others = aLedger(aResource());
    others.claim("a", 6, { booking: "two" });
    expect(others.claim("b", 6, asOne())).toBe(full);
    const released = aLedger(aResource());
    released.claim("a", 6, { booking: "one" });
    released.release("a");
    released.claim("x", 6);
    expect(released.claim("b", 6, asOne())).toBe(full);
    const ended = aLedger(aResource());
    ended.claim("a", 6, { booking: "one", until: later });
    ended.claim("x", 6, {}, later * 1000);
    expect(ended.claim("b", 6, asOne(), later * 1000)).toBe(full);
  });

  it("no longer has the alternative of a claim that ends", () => {
    const { claim, free } = aLedger(aResource());
    claim("a", 8, { booking: "one", until: later });
    claim("b", 5, { ...asOne(), until: later + 60 });
    expect(free("tour", { clock: later * 1000 - 1 }).vacancies).toBe(2);
    expect(free("tour", { clock: later * 1000 }).vacancies).toBe(5);
    expect(free("tour", { clock: (later + 60) * 1000 }).vacancies).toBe(10);
  });

  it("keeps the alternative of a claim that was confirmed or extended meanwhile", () => {
    const { claim, confirm, extend, free } = aLedger(aResource());
    claim("a", 8, { booking: "one", until: later });
    claim("b", 5, { ...asOne(), until: later });
    expect([extend("b", later + 60), confirm("a")]).toEqual(["write", "write"]);
    expect(free("tour", { clock: later * 1000 }).vacancies).toBe(2);
    expect(free("tour", { clock: (later + 60) * 1000 }).vacancies).toBe(2);
  });
});

describe("the worst alternative", () => {
  it("is taken of four bookings; of further ones all claims count", () => {
    const { claim, free } = aLedger(aResource({ capacityPerResource: 12 }));
    for (let booking = 0; booking < 5; booking++) {
      const id = String(booking);
      claim(`a${id}`, 1, { booking: id, from: 8, hours: 2 });
      claim(`b${id}`, 1, { booking: id, inPlaceOf: [`a${id}`], from: 9, hours: 2 });
    }
    // At 9: four bookings hold one place each, the fifth counts twice.
    expect(free("tour", { from: 9 }).vacancies).toBe(6);
    expect(free("tour", { from: 8 }).vacancies).toBe(7);
    // A booking's own alternatives are always tried.
    expect(claim("c4", 7, { booking: "4", inPlaceOf: ["a4"], from: 9 })).toBe("write");
  });

  it("values whole units at the numbers of now", () => {
    const boats = aResource({ quantity: 3, needs: { charter: [1, null], tour: [1, null] } });
    const { claim, set, free } = aLedger(boats);
    const private_ = { optionId: "charter", pricingPer: "RESOURCE" } as const;
    claim("a", 12, { ...private_, booking: "one" });
    claim("b", 8, { ...private_, ...asOne() });
    expect(free().vacancies).toBe(10);
    set({ ...boats, capacityPerResource: 6, epoch: 2 });
    expect(free().vacancies).toBe(6);
  });
});

describe("a resize during a rebooking", () => {
  it.each<[string, number, boolean]>([
    ["fits the worst alternative", 8, true],
    ["does not fit it", 7, false],
  ])("%s", (_name, capacityPerResource, fits) => {
    const { claim, ledger } = aLedger(aResource());
    claim("a", 8, { booking: "one", from: 8, hours: 2 });
    claim("b", 4, { ...asOne(), from: 9, hours: 2 });
    const numbers = { id: "boat", quantity: 1, capacityPerResource };
    expect(fitsNumbers(ledger, numbers, now)).toBe(fits);
    expect(fitsNumbers(ledger, { ...numbers, capacityPerResource: 4 }, 10 * hour)).toBe(true);
  });

  it("makes a rebooking wait that fits the old numbers alone", () => {
    const { claim, set } = aLedger(aResource());
    claim("a", 6, { booking: "one" });
    set(aResource({ resizing: aResizing({ capacityPerResource: 6 }) }));
    expect(claim("b", 8, asOne())).toBe("wait");
    expect(claim("b", 6, asOne())).toBe("write");
  });
});

describe("a hold that is extended", () => {
  it("counts until its new instant and not from it on", () => {
    const { claim, extend, free, ledger } = aLedger(aResource());
    claim("a", 4, { until: later });
    expect([extend("a", later + 60), extend("a", later + 60)]).toEqual(["write", "known"]);
    expect(free("tour", { clock: (later + 60) * 1000 - 1 }).vacancies).toBe(6);
    expect(free("tour", { clock: (later + 60) * 1000 }).vacancies).toBe(10);
    const holds = Object.values(ledger.usages)[0]?.use["boat"]?.holds;
    expect(holds).toEqual({ [later + 60]: { seats: 4, units: 0 } });
  });

  it.each<[string, (ledger: ReturnType<typeof aLedger>) => void, number, number, string]>([
    ["is never shortened", () => undefined, later - 60, now, "known"],
    ["stays confirmed", ({ confirm }) => confirm("a"), later + 60, now, "known"],
    ["is over from its instant on", () => undefined, later + 60, later * 1000, "HOLD_EXPIRED"],
    ["is not held until a time that has come", () => undefined, 1, now, "HOLD_EXPIRED"],
    ["was given back", ({ release }) => release("a"), later + 60, now, "HOLD_EXPIRED"],
    [
      "lives again by no slower clock",
      ({ claim }) => claim("x", 1, { from: 20 }, later * 1000),
      later + 60,
      now,
      "HOLD_EXPIRED",
    ],
  ])("%s", (_name, before, until, clock, outcome) => {
    const ledger = aLedger(aResource());
    ledger.claim("a", 4, { until: later });
    before(ledger);
    expect(ledger.extend("a", until, clock)).toBe(outcome);
  });
});
