import { describe, expect, it } from "@jest/globals";
import { aLedger, aResizing, aResource, full, hour, later, now } from "../../test/made-ledgers.ts";
import { fitsNumbers } from "./fit-check.ts";

/** Claims of one booking that changes its places, the first in place of none. */
const asOne = (inPlaceOf: string[] = ["a"]) => ({ booking: "one", inPlaceOf });

describe("a booking that changes its places", () => {
  it("rebooks in a full boat by an hour that overlaps its own", () => {
    const { claim, release, free } = aLedger(aResource());
    claim("a", 6, { booking: "one", from: 8, hours: 2 });
    claim("x", 4, { from: 8, hours: 3 });
    expect(claim("b", 6, { from: 9, hours: 2 })).toBe(full);
    expect(claim("b", 6, { from: 9, hours: 2, ...asOne() })).toBe("write");
    expect(release("a")).toBe("write");
    expect(free().vacancies).toBe(6);
    expect(claim("y", 6, { from: 8, hours: 1 })).toBe("write");
    expect(claim("z", 1, { from: 9, hours: 1 })).toBe(full);
  });

  it.each<[string, number, number, string]>([
    ["fewer", 4, 2, "write"],
    ["as many", 4, 4, "write"],
    ["as many as fit", 4, 7, "write"],
    ["more than fit", 4, 8, full],
  ])("takes %s on its departure", (_name, before, after, outcome) => {
    const { claim, free } = aLedger(aResource());
    claim("a", before, { booking: "one" });
    claim("x", 3);
    expect(claim("b", after, asOne())).toBe(outcome);
    expect(free().vacancies).toBe(outcome === "write" ? 7 - Math.max(before, after) : 3);
  });

  it("holds the larger of its claims against everybody else, whichever it keeps", () => {
    const kept = aLedger(aResource());
    kept.claim("a", 8, { booking: "one" });
    kept.claim("b", 3, asOne());
    expect([kept.claim("x", 3), kept.claim("x", 2)]).toEqual([full, "write"]);
    kept.release("b", { neverNamed: true });
    expect(kept.free().vacancies).toBe(0);
    const moved = aLedger(aResource());
    moved.claim("a", 8, { booking: "one" });
    moved.claim("b", 3, asOne());
    moved.release("a");
    expect(moved.free().vacancies).toBe(7);
    expect(moved.ledger.rebookings).toEqual({});
  });

  it("holds one of its claims only where they overlap, and both departures until it is known", () => {
    const { claim, free } = aLedger(aResource());
    claim("a", 6, { booking: "one" });
    expect(claim("b", 6, { from: 12, ...asOne() })).toBe("write");
    expect([free().vacancies, free("tour", { from: 12 }).vacancies]).toEqual([4, 4]);
  });

  it("counts changes at once as alternatives, also where the first lies apart from its place", () => {
    const { claim, free } = aLedger(aResource());
    claim("a", 10, { booking: "one" });
    expect(claim("b", 10, { from: 12, hours: 2, ...asOne() })).toBe("write");
    expect(claim("c", 10, { from: 12, hours: 2, ...asOne() })).toBe("write");
    expect(claim("d", 10, { from: 13, hours: 2, ...asOne() })).toBe("write");
    expect(claim("x", 1, { from: 13, hours: 1 })).toBe(full);
    expect(free("tour", { from: 12, hours: 2 }).vacancies).toBe(0);
  });

  it("stays within what its option may use of the pool", () => {
    const boats = aResource({ quantity: 3, needs: { tour: [1, 1], cruise: [1, null] } });
    const { claim, free } = aLedger(boats);
    claim("a", 6, { booking: "one" });
    claim("x", 4);
    expect(claim("b", 7, asOne())).toBe(full);
    expect(claim("b", 6, asOne())).toBe("write");
    expect(claim("y", 1)).toBe(full);
    expect(free("cruise").vacancies).toBe(20);
  });

  it("may try again and again: its last claim is in place of all", () => {
    const { claim, release, free, ledger } = aLedger(aResource());
    claim("a", 10, { booking: "one" });
    expect(["b", "c", "d"].map((id) => claim(id, 10, asOne()))).toEqual(Array(3).fill("write"));
    expect(ledger.rebookings["one"]).toHaveLength(4);
    for (const id of ["b", "c"]) release(id, { neverNamed: true });
    release("a");
    expect([free().vacancies, claim("x", 1), release("d"), free().vacancies]).toEqual([
      0,
      full,
      "write",
      10,
    ]);
  });

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
  it("is found among all bookings together, at one instant", () => {
    const { claim } = aLedger(aResource());
    claim("a", 4, { booking: "one", from: 8, hours: 2 });
    claim("c", 4, { booking: "two", from: 9, hours: 2 });
    claim("b", 4, { ...asOne(), from: 9, hours: 2 });
    claim("d", 4, { booking: "two", inPlaceOf: ["c"], from: 8, hours: 2 });
    // Both may end at either hour: 8 places at each.
    expect([claim("x", 3, { from: 8 }), claim("y", 3, { from: 10 })]).toEqual([full, full]);
    expect([claim("x", 2, { from: 8 }), claim("y", 2, { from: 10 })]).toEqual(["write", "write"]);
  });

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

  it("lets an expansion help its own departure and no other", () => {
    const { claim, free } = aLedger(aResource());
    claim("a", 14, { booking: "one", expand: true });
    expect(claim("b", 15, asOne())).toBe(full);
    expect(claim("b", 14, asOne())).toBe("write");
    expect(claim("x", 1, { from: 8 })).toBe(full);
    // Elsewhere its ten places are taken, whichever of the two it keeps.
    expect(claim("c", 10, { ...asOne(), from: 8.5 })).toBe("write");
    expect(claim("d", 11, { ...asOne(), from: 8.5 })).toBe(full);
    expect(free().vacancies).toBe(0);
  });

  it("is expanded by exactly what is missing in it", () => {
    const { claim, claims } = aLedger(aResource());
    claim("a", 8, { booking: "one" });
    claim("b", 4, asOne());
    claim("x", 5, { expand: true });
    expect(claims.get("x")?.expanded).toMatchObject([{ pool: 3 }]);
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
